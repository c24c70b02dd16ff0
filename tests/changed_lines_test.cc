// The lines in which two texts differ.

#include "adoption/changed_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace mlfix::changed_lines_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(ChangedLines, AreThoseOfTheNewSide) {
  EXPECT_THAT(changed_lines("a\nb\nx\nc\n", "a\nb\ny\nz\nc\nlast"),
              ElementsAre(LineSpan{3, 4}, LineSpan{6, 6}));
  EXPECT_THAT(changed_lines("", "1\n2\n3\n"), ElementsAre(LineSpan{1, 3}));
}

TEST(ChangedLines, AreNotTakenFromTextThatLooksLikeAPatch) {
  EXPECT_THAT(changed_lines("-- a/x.py\n@@ -1 +1 @@\n", "++ b/x.py\n@@ -7 +7 @@\n"),
              ElementsAre(LineSpan{1, 2}));
}

TEST(ChangedLines, AreNoneWhereLinesWentAwayOrHaveOtherEnds) {
  EXPECT_THAT(changed_lines("a\nb\nc\n", "a\nc\n"), IsEmpty());
  EXPECT_THAT(changed_lines("a\nb\n", "a\r\nb\r\n"), IsEmpty());
}

TEST(ChangedLines, AreAllOfATextThatIsTooLongToCompare) {
  std::string lines;
  for (int i = 0; i < 200'001; ++i) lines += "x\n";
  EXPECT_THAT(changed_lines(lines, lines), IsEmpty());
  const auto changed = changed_lines(lines, lines + "y\n");
  ASSERT_THAT(changed, SizeIs(1));
  EXPECT_EQ(changed.front().first, 1u);
  EXPECT_GE(changed.front().last, 200'002u);
}

TEST(ChangedLines, AsBytesOfTheText) {
  const LineTable lines("ab\ncd\nef");
  EXPECT_THAT(ranges_of(lines, {{1, 1}, {3, 9}, {12, 13}}),
              ElementsAre(TextRange{0, 3}, TextRange{6, 8}));
}

}  // namespace
}  // namespace mlfix::changed_lines_test
