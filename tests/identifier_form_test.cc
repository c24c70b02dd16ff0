// Names that Python may take for others.

#include "text/identifier_form.h"

#include <gtest/gtest.h>

namespace mlfix::identifier_form_test {
namespace {

TEST(IdentifierForm, CommonScriptsHaveOne) {
  for (const char* name : {"total", "_x1", "größe", "λ", "потери", "損失", "ロス", "año"}) {
    EXPECT_TRUE(is_in_plain_form(name)) << name;
  }
}

TEST(IdentifierForm, OthersMayBeSpelledOtherwise) {
  // Full width, micro sign, ligature, mathematical, long s, a letter with a combining mark, the
  // symbol for theta, half-width kana.
  for (const char* name : {"ｔotal", "µ", "ﬁne", "𝐱", "ſum", "e\u0301", "ϑ", "ｶ"}) {
    EXPECT_FALSE(is_in_plain_form(name)) << name;
  }
}

TEST(IdentifierForm, WhatIsNoTextHasNone) {
  EXPECT_FALSE(is_in_plain_form("a\xff"));
}

}  // namespace
}  // namespace mlfix::identifier_form_test
