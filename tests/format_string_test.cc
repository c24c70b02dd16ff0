// Which argument of a format string becomes text, and how.

#include "text/format_string.h"

#include <gtest/gtest.h>

namespace mlfix::format_string_test {
namespace {

TEST(FormatString, PercentByPosition) {
  constexpr std::string_view format = "'%s: %5.3f (100%%) %d %r'";
  EXPECT_EQ(form_in_percent_format(format, {0, ""}), TextForm::Text);
  EXPECT_EQ(form_in_percent_format(format, {1, ""}), TextForm::Number);
  EXPECT_EQ(form_in_percent_format(format, {2, ""}), TextForm::Number);
  EXPECT_EQ(form_in_percent_format(format, {3, ""}), TextForm::Text);
  EXPECT_EQ(form_in_percent_format(format, {4, ""}), TextForm::Unused);
}

TEST(FormatString, PercentByNameAndAny) {
  EXPECT_EQ(form_in_percent_format("'%(name)s %(loss).3f'", {-1, "loss"}), TextForm::Number);
  EXPECT_EQ(form_in_percent_format("'%(name)s %(loss).3f'", {-1, "name"}), TextForm::Text);
  EXPECT_EQ(form_in_percent_format("'%.3f'", {}), TextForm::Number);
  EXPECT_EQ(form_in_percent_format("'%d %s'", {}), TextForm::Text);
  EXPECT_EQ(form_in_percent_format("'no place, 5%'", {}), TextForm::Unused);
}

TEST(FormatString, WidthFromAnArgumentIsNotRead) {
  EXPECT_EQ(form_in_percent_format("'%*d'", {1, ""}), TextForm::Text);
  EXPECT_EQ(form_in_brace_format("'{:{}}'", {0, ""}), TextForm::Text);
}

TEST(FormatString, BracesByPosition) {
  constexpr std::string_view format = "'{} {{x}} {:.3f} {!r} {!s:>9}'";
  EXPECT_EQ(form_in_brace_format(format, {0, ""}), TextForm::Default);
  EXPECT_EQ(form_in_brace_format(format, {1, ""}), TextForm::Number);
  EXPECT_EQ(form_in_brace_format(format, {2, ""}), TextForm::Text);
  EXPECT_EQ(form_in_brace_format(format, {3, ""}), TextForm::Text);
  EXPECT_EQ(form_in_brace_format(format, {4, ""}), TextForm::Unused);
}

TEST(FormatString, BracesByNumberAndName) {
  EXPECT_EQ(form_in_brace_format("'{1:.2f} {0}'", {0, ""}), TextForm::Default);
  EXPECT_EQ(form_in_brace_format("'{1:.2f} {0}'", {1, ""}), TextForm::Number);
  EXPECT_EQ(form_in_brace_format("'{loss[0]:.2f} {name}'", {-1, "loss"}), TextForm::Number);
  EXPECT_EQ(form_in_brace_format("'{loss} {name}'", {-1, "loss"}), TextForm::Default);
  EXPECT_EQ(form_in_brace_format("'{loss} {name}'", {0, ""}), TextForm::Unused);
}

TEST(FormatString, CutShort) {
  EXPECT_EQ(form_in_percent_format("'%", {}), TextForm::Unused);
  EXPECT_EQ(form_in_percent_format("%", {}), TextForm::Unused);
  EXPECT_EQ(form_in_percent_format("%(a", {}), TextForm::Unused);
  EXPECT_EQ(form_in_brace_format("'{x", {}), TextForm::Unused);
}

}  // namespace
}  // namespace mlfix::format_string_test
