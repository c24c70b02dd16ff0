#include "text/text_range.h"

#include <gtest/gtest.h>

#include "text/error.h"

namespace mlfix::text_range_test {
namespace {

TEST(TextRange, IsHalfOpen) {
  const TextRange range{2, 5};
  EXPECT_TRUE(range.contains(2));
  EXPECT_FALSE(range.contains(5));
  EXPECT_TRUE(range.overlaps({4, 9}));
  EXPECT_FALSE(range.overlaps({5, 9}));
  EXPECT_FALSE(range.overlaps({0, 2}));
}

TEST(ApplyEdits, ReplacesInsertsAndDeletes) {
  const std::vector<Edit> edits = {{0, 0, ">"}, {2, 4, "XYZ"}, {5, 6, ""}, {7, 7, "<"}};
  EXPECT_EQ(apply_edits("abcdefg", edits), ">abXYZeg<");
}

TEST(ApplyEdits, KeepsTheTextWithoutEdits) {
  EXPECT_EQ(apply_edits("a\r\nb", {}), "a\r\nb");
  EXPECT_EQ(apply_edits("", {}), "");
}

TEST(ApplyEdits, PutsInsertionsAtOnePlaceInTheirOrder) {
  EXPECT_EQ(apply_edits("ab", {{1, 1, "1"}, {1, 1, "2"}, {1, 2, "B"}}), "a12B");
}

TEST(ApplyEditsDeathTest, RefusesEditsThatOverlapOrLieOutside) {
  EXPECT_DEATH(apply_edits("abcdef", {{0, 3, ""}, {2, 4, ""}}), "out of order");
  EXPECT_DEATH(apply_edits("abcdef", {{4, 5, ""}, {1, 2, ""}}), "out of order");
  EXPECT_DEATH(apply_edits("abc", {{2, 4, ""}}), "outside the text");
  EXPECT_DEATH(apply_edits("abc", {{2, 1, ""}}), "out of order");
}

TEST(Error, LeavesOutWhatIsNotKnown) {
  const Error full{ErrorKind::Refused, "a.py", 3, "invalid UTF-8", "convert it"};
  EXPECT_EQ(full.to_string(), "a.py:3: invalid UTF-8 (convert it)");
  EXPECT_EQ((Error{ErrorKind::Usage, "", 0, "no such rule", ""}).to_string(), "no such rule");
  EXPECT_EQ((Error{ErrorKind::Unreadable, "a.py", 0, "is gone", ""}).to_string(), "a.py: is gone");
}

}  // namespace
}  // namespace mlfix::text_range_test
