// The lines that a patch of git changes, by file.

#include "adoption/changed_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlfix {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(ChangedLines, AreThoseOfTheNewSide) {
  EXPECT_THAT(lines_of_patch("diff --git a/a.py b/a.py\n"
                             "--- a/a.py\n"
                             "+++ b/a.py\n"
                             "@@ -3 +3,2 @@ def f():\n"
                             "-x\n+y\n+z\n"
                             "@@ -9,2 +10,0 @@\n"
                             "-gone\n-gone\n"
                             "@@ -20,0 +20 @@\n"
                             "+last\n\\ No newline at end of file\n"
                             "diff --git a/b.py b/b.py\n"
                             "--- /dev/null\n"
                             "+++ b/b.py\n"
                             "@@ -0,0 +1,3 @@\n"
                             "+1\n+2\n+3\n"),
              ElementsAre(Pair("a.py", ElementsAre(LineSpan{3, 4}, LineSpan{20, 20})),
                          Pair("b.py", ElementsAre(LineSpan{1, 3}))));
}

TEST(ChangedLines, AreNotTakenFromTextThatLooksLikeAPatch) {
  EXPECT_THAT(lines_of_patch("diff --git a/a.py b/a.py\n"
                             "--- a/a.py\n"
                             "+++ b/a.py\n"
                             "@@ -1,2 +1,2 @@\n"
                             "--- a/x.py\n-@@ -1 +1 @@\n"
                             "+++ b/x.py\n+@@ -7 +7 @@\n"),
              ElementsAre(Pair("a.py", ElementsAre(LineSpan{1, 2}))));
}

TEST(ChangedLines, KnowQuotedPaths) {
  EXPECT_THAT(lines_of_patch("diff --git a/x b/x\n--- a/x\n"
                             "+++ \"b/\\303\\244\\\"\\t.py\"\n@@ -1 +1 @@\n-a\n+b\n"
                             "diff --git a/x b/x\n--- a/x\n"
                             "+++ b/with blank.py\t\n@@ -1 +1 @@\n-a\n+b\n"),
              ElementsAre(Pair("with blank.py", ElementsAre(LineSpan{1, 1})),
                          Pair("\xC3\xA4\"\t.py", ElementsAre(LineSpan{1, 1}))));
}

TEST(ChangedLines, OfDeletedAndRenamedFilesAreNone) {
  EXPECT_THAT(lines_of_patch("diff --git a/a.py b/b.py\nsimilarity index 100%\n"
                             "rename from a.py\nrename to b.py\n"
                             "diff --git a/c.py b/c.py\n--- a/c.py\n+++ /dev/null\n"
                             "@@ -1 +0,0 @@\n-x\n"),
              IsEmpty());
}

TEST(ChangedLines, AsBytesOfTheText) {
  const LineTable lines("ab\ncd\nef");
  EXPECT_THAT(ranges_of(lines, {{1, 1}, {3, 9}, {12, 13}}),
              ElementsAre(TextRange{0, 3}, TextRange{6, 8}));
}

}  // namespace
}  // namespace mlfix
