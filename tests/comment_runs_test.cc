#include "syntax/comment_runs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/parser.h"

namespace mlfix::comment_runs_test {
namespace {

std::string repeated(std::size_t count, std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += line;
  return text;
}

// The nodes with the comments in them, each label counted once: what a parser makes of a
// text, however often its comment lines are repeated.
std::vector<std::string> shape_of(std::string_view text) {
  const SyntaxTree tree = Parser().parse(text);
  std::vector<std::string> shape;
  for (NodeId n = 0; n < tree.size(); ++n) {
    std::string labels;
    std::string_view last;
    for (const TextRange comment : tree.comments()) {
      if (!tree.range(n).contains(comment)) continue;
      const std::string_view label = text.substr(comment.begin, comment.size());
      if (label != last) labels += label;
      last = label;
    }
    shape.push_back(fmt::format("{} {} {}", kind_name(tree.kind(n)), tree.subtree_end(n), labels));
  }
  return shape;
}

TEST(CommentRuns, LeavesShortRunsAlone) {
  EXPECT_FALSE(without_long_comment_runs("def f():\n" + repeated(31, "    # a\n") + "    x\n"));
}

TEST(CommentRuns, LeavesOutTheMiddleOfALongRun) {
  const std::string text = "def f():\n" + repeated(40, "    # a\n") + "    x = 1\n";
  const auto abridged = without_long_comment_runs(text);
  ASSERT_TRUE(abridged);
  EXPECT_EQ(abridged->text.size(), text.size());
  EXPECT_EQ(abridged->comments.size(), 38u);
  EXPECT_EQ(abridged->text.substr(0, 17), text.substr(0, 17));
}

TEST(CommentRuns, CommentsOfTheTreeAreAllThere) {
  const std::string text = "def f():\n" + repeated(40, "    # a\r\n") + "    x = 1\n";
  const SyntaxTree tree = Parser().parse(text);
  ASSERT_EQ(tree.comments().size(), 40u);
  for (const TextRange comment : tree.comments()) {
    EXPECT_EQ(text.substr(comment.begin, comment.size()), "# a");
  }
}

TEST(CommentRuns, StringsAreNoComments) {
  const std::string lines = repeated(50, "# a {x}\n");
  EXPECT_FALSE(without_long_comment_runs("x = '''\n" + lines + "'''\n"));
  EXPECT_FALSE(without_long_comment_runs("x = f'''\n" + lines + "'''\n"));
  // The backslash takes the whole line end away.
  EXPECT_FALSE(without_long_comment_runs("x = 'a\\\r\nb'; y = '''\n" + lines + "'''\n"));
}

TEST(CommentRuns, WhatCannotBeToldIsLeftAlone) {
  const std::string lines = repeated(50, "# a\n");
  EXPECT_FALSE(without_long_comment_runs("x = f'{d['a']}'\n" + lines));
  EXPECT_TRUE(without_long_comment_runs("x = f'{d[\"a\"]}'\n" + lines));
}

// The statements, and the blocks with the comments in them, are the same for a long run as
// for a short one of the same indentations.
TEST(CommentRuns, TheTreeIsThatOfAShortRun) {
  std::mt19937 random(7);
  const auto pick = [&](unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n)(random);
  };
  constexpr std::string_view kAfter[] = {"        x = 2\n", "    y = 2\n", "z = 2\n", "",
                                         "    else:\n        y = 2\n"};
  for (int round = 0; round < 400; ++round) {
    const std::string before =
        "def f():\n    if c:\n" + std::string(pick(1) ? "        x = 1\n" : "");
    const std::string after(kAfter[before.ends_with("1\n") ? pick(4) : 0]);
    std::string shorter, longer;
    const unsigned count = 1 + pick(5);
    for (unsigned i = 0; i < count; ++i) {
      const std::string line = std::string(pick(10), ' ') + "# " + std::to_string(i) + "\n";
      shorter += line;
      longer += repeated(2 + pick(40), line);
    }
    longer += repeated(40, longer.substr(longer.rfind('\n', longer.size() - 2) + 1));
    ASSERT_TRUE(without_long_comment_runs(before + longer + after));
    EXPECT_EQ(shape_of(before + shorter + after), shape_of(before + longer + after))
        << before << shorter << after;
  }
}

}  // namespace
}  // namespace mlfix::comment_runs_test
