#include "text/line_table.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

namespace mlfix::line_table_test {
namespace {

TEST(LineTable, EmptyTextHasOneEmptyLine) {
  for (const LineTable& lines : {LineTable(), LineTable("")}) {
    EXPECT_EQ(lines.line_count(), 1u);
    EXPECT_EQ(lines.line_at(0), 1u);
    EXPECT_EQ(lines.line_begin(1), 0u);
    EXPECT_EQ(lines.line_full_end(1), 0u);
    EXPECT_EQ(lines.terminator(1), "");
    EXPECT_EQ(lines.position("", 0), (Position{1, 1}));
  }
}

TEST(LineTable, FinalTerminatorOpensNoLine) {
  const LineTable lines("a\nb\n");
  EXPECT_EQ(lines.line_count(), 2u);
  EXPECT_EQ(lines.line_at(4), 2u);
  EXPECT_EQ(lines.line_end(2), 3u);
  EXPECT_EQ(lines.line_full_end(2), 4u);
}

TEST(LineTable, KeepsEveryLinesOwnTerminator) {
  const LineTable lines("a\r\n\nb\n\r\nc");
  ASSERT_EQ(lines.line_count(), 5u);
  EXPECT_EQ(lines.terminator(1), "\r\n");
  EXPECT_EQ(lines.terminator(2), "\n");
  EXPECT_EQ(lines.terminator(3), "\n");
  EXPECT_EQ(lines.terminator(4), "\r\n");
  EXPECT_EQ(lines.terminator(5), "");
  EXPECT_EQ(lines.line_end(1), 1u);
  EXPECT_EQ(lines.line_full_end(1), 3u);
  EXPECT_EQ(lines.line_end(4), lines.line_begin(4));
}

TEST(LineTable, TerminatorBelongsToItsLine) {
  const LineTable lines("ab\r\ncd");
  EXPECT_EQ(lines.line_at(2), 1u);
  EXPECT_EQ(lines.line_at(3), 1u);
  EXPECT_EQ(lines.line_at(4), 2u);
  EXPECT_EQ(lines.line_at(6), 2u);
}

TEST(LineTable, ColumnsAreCodePoints) {
  const std::string text = "x\ns = 'é€😀' + y\n";
  const LineTable lines(text);
  EXPECT_EQ(lines.position(text, 0), (Position{1, 1}));
  EXPECT_EQ(lines.position(text, static_cast<Offset>(text.find("é"))), (Position{2, 6}));
  EXPECT_EQ(lines.position(text, static_cast<Offset>(text.find("€"))), (Position{2, 7}));
  EXPECT_EQ(lines.position(text, static_cast<Offset>(text.find("y"))), (Position{2, 13}));
}

TEST(LineTable, ByteOrderMarkIsNoColumn) {
  const std::string text =
      "\xEF\xBB\xBF"
      "ab\nc";
  const LineTable lines(text);
  EXPECT_EQ(lines.position(text, 0), (Position{1, 1}));
  EXPECT_EQ(lines.position(text, 3), (Position{1, 1}));
  EXPECT_EQ(lines.position(text, 4), (Position{1, 2}));
  EXPECT_EQ(lines.position(text, 6), (Position{2, 1}));
}

TEST(LineTable, LinesTileTheText) {
  EXPECT_TRUE(rc::check([] {
    const auto text = *rc::gen::container<std::string>(
        rc::gen::element('a', '\n', '\n', '\r', ' ', '\xC3', '\xA9'));
    const LineTable lines(text);
    std::string joined;
    for (std::uint32_t line = 1; line <= lines.line_count(); ++line) {
      RC_ASSERT(lines.line_begin(line) == joined.size());
      joined += text.substr(lines.line_begin(line), lines.line_end(line) - lines.line_begin(line));
      joined += lines.terminator(line);
      RC_ASSERT(lines.line_full_end(line) == joined.size());
      for (Offset at = lines.line_begin(line); at < lines.line_full_end(line); ++at) {
        RC_ASSERT(lines.line_at(at) == line);
      }
    }
    RC_ASSERT(joined == text);
  }));
}

// Columns are counted from the blocks of the text, which end within code points, too.
TEST(LineTable, CountsColumnsInLongLines) {
  std::string text = "x\n";
  for (int i = 0; i < 3000; ++i) text += "a\u00e9\u4e2d";
  const LineTable lines(text);
  for (std::uint32_t i = 0; i < 3000; ++i) {
    EXPECT_EQ(lines.position(text, 2 + 6 * i), (Position{2, 3 * i + 1}));
    EXPECT_EQ(lines.position(text, 3 + 6 * i), (Position{2, 3 * i + 2}));
    EXPECT_EQ(lines.position(text, 5 + 6 * i), (Position{2, 3 * i + 3}));
  }
}

}  // namespace
}  // namespace mlfix::line_table_test
