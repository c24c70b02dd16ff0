#include "engine/cell_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "syntax/parser.h"

namespace mlfix::cell_guard_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// A notebook of equal cells, each of which shows `loss`.
class CellGuardTest : public ::testing::Test {
 protected:
  static constexpr std::string_view kCell = "x\nloss = f(x)\nloss\n";
  static constexpr std::size_t kCells = 20;

  CellGuardTest() {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < kCells; ++i) {
      const auto begin = static_cast<Offset>(text_.size());
      text_ += kCell;
      cells.push_back({{begin, static_cast<Offset>(text_.size())}, 1, 1, false});
      text_ += '\n';
    }
    tree_ = parser_.parse(text_);
    cells_ = Cells(std::move(cells), {});
    findings_.reserve(100);
  }

  // An edit of what is at `offset` in the cell.
  static Edit edit(std::size_t cell, Offset offset, Offset size, std::string by) {
    const auto begin = static_cast<Offset>(cell * (kCell.size() + 1)) + offset;
    return {begin, begin + size, std::move(by)};
  }
  static Edit of_call(std::size_t cell, std::string by) { return edit(cell, 9, 4, std::move(by)); }
  static Edit of_shown(std::size_t cell, std::string by) {
    return edit(cell, 14, 4, std::move(by));
  }

  FileFinding* add(std::vector<Edit> edits) {
    FileFinding& found = findings_.emplace_back();
    found.finding.fix.emplace();
    for (const Edit& one : edits) found.finding.fix->intents.emplace_back(Replace{one});
    found.edits = std::move(edits);
    return &found;
  }

  CellGuard::Verdict judge() {
    std::vector<FileFinding*> all;
    for (FileFinding& found : findings_) all.push_back(&found);
    LatestText texts(parser_);
    const FixPlanner planner(tree_);
    return CellGuard(tree_, cells_, planner, texts).judge(all);
  }

  std::string text_;
  Parser parser_;
  SyntaxTree tree_;
  Cells cells_;
  std::vector<FileFinding> findings_;
};

TEST_F(CellGuardTest, LetsFixesPassThatChangeNoCell) {
  for (std::size_t i = 0; i < kCells; ++i) add({of_call(i, "g(x)")});
  const CellGuard::Verdict verdict = judge();
  EXPECT_THAT(verdict.parted, IsEmpty());
  EXPECT_THAT(verdict.showing, IsEmpty());
}

TEST_F(CellGuardTest, PutsAChangeDownToItsFix) {
  for (std::size_t i = 0; i < kCells; ++i) add({of_call(i, "g(x)")});
  FileFinding* first = add({of_shown(3, "loss.detach()")});
  add({edit(3, 0, 1, "y")});
  FileFinding* second = add({of_shown(11, "loss;")});
  const CellGuard::Verdict verdict = judge();
  EXPECT_THAT(verdict.parted, IsEmpty());
  EXPECT_THAT(verdict.showing, UnorderedElementsAre(first, second));
}

TEST_F(CellGuardTest, TriesFixesOfOnePlaceOneAfterTheOther) {
  add({of_call(2, "g(x)")});
  add({of_call(2, "h(x)")});
  FileFinding* guilty = add({edit(2, 9, 9, "g(x)\nlost")});
  EXPECT_THAT(judge().showing, ElementsAre(guilty));
}

TEST_F(CellGuardTest, SeesAStatementThatReachesIntoTheNextCell) {
  for (std::size_t i = 0; i < kCells; ++i) add({of_call(i, "g(x)")});
  FileFinding* guilty = add({of_shown(4, "(loss +"), edit(5, 0, 1, "x)")});
  EXPECT_THAT(judge().parted, ElementsAre(guilty));
}

TEST_F(CellGuardTest, WhatDoesNotParseIsLeftToTheGuardOfTheSyntax) {
  for (std::size_t i = 0; i < kCells; ++i) add({of_call(i, "g(x)")});
  add({of_call(4, "g(")});
  FileFinding* guilty = add({of_shown(9, "loss;")});
  const CellGuard::Verdict verdict = judge();
  EXPECT_THAT(verdict.parted, IsEmpty());
  EXPECT_THAT(verdict.showing, ElementsAre(guilty));
}

}  // namespace
}  // namespace mlfix::cell_guard_test
