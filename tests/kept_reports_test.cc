// What a run found is kept to its end, so there is a bound on it.

#include "fleet/kept_reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mlfix::kept_reports_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

FileOutcome outcome_with(std::size_t text, std::size_t findings) {
  FileReport report;
  report.file = *make_source_file(std::to_string(text) + ".py", std::string(text, '#'));
  report.result.findings.resize(findings);
  FileOutcome outcome;
  outcome.read = true;
  outcome.report = std::move(report);
  return outcome;
}

// Sizes of those that stay when they come in this order, smallest first.
std::vector<std::size_t> staying(const std::vector<std::size_t>& sizes, std::uint64_t most) {
  KeptReports kept(nullptr, most);
  std::vector<FileOutcome> outcomes;
  for (const std::size_t size : sizes) {
    outcomes.push_back(outcome_with(size, 0));
    kept.keep(outcomes.size() - 1, outcomes.back());
    EXPECT_FALSE(outcomes.back().report);
  }
  std::vector<std::size_t> stay;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    kept.give_back(i, outcomes[i]);
    EXPECT_NE(outcomes[i].report.has_value(), outcomes[i].errors.size() == 1);
    if (outcomes[i].report) stay.push_back(outcomes[i].report->file.text.size());
  }
  std::ranges::sort(stay);
  return stay;
}

TEST(KeptReports, AreTheSmallestThatFitTogetherInWhateverOrderTheyCome) {
  std::vector<std::size_t> sizes{1'000, 2'000, 3'000, 4'000, 9'000};
  do {
    EXPECT_THAT(staying(sizes, 6'500), ElementsAre(1'000, 2'000, 3'000));
  } while (std::ranges::next_permutation(sizes).found);
}

TEST(KeptReports, SayOfAFileThatItIsLeftOut) {
  KeptReports kept(nullptr, 100);
  FileOutcome large = outcome_with(200, 0);
  kept.keep(0, large);
  kept.give_back(0, large);
  EXPECT_TRUE(large.read);
  ASSERT_THAT(large.errors, SizeIs(1));
  EXPECT_EQ(large.errors[0].path, "200.py");
}

TEST(KeptReports, CountFindingsAndLinesAsWellAsText) {
  KeptReports kept(nullptr, 10'000);
  FileOutcome many = outcome_with(10, 1);
  kept.keep(0, many);
  kept.give_back(0, many);
  EXPECT_FALSE(many.report);

  FileReport lines;
  lines.file = *make_source_file("c.py", std::string(1'000, '\n'));
  EXPECT_GT(memory_to_keep(lines), 5 * memory_to_keep(*outcome_with(1'000, 0).report));
}

TEST(KeptReports, HavePlaceForWhatHasNothingToSay) {
  KeptReports kept(nullptr, 0);
  FileOutcome nothing;
  kept.keep(0, nothing);
  kept.give_back(0, nothing);
  EXPECT_THAT(nothing.errors, IsEmpty());
}

// Who is dropped is in nobody's way: a gate that went on counting it would let nobody else in.
TEST(KeptReports, TellTheGateWhatIsGone) {
  MemoryGate gate(1'000);
  KeptReports kept(&gate, 100);
  FileOutcome large = outcome_with(900, 0);
  {
    MemoryGate::Pass pass(gate, 900);
    pass.leave_behind(memory_to_keep(*large.report));
  }
  kept.keep(0, large);
  MemoryGate::Pass first(gate, 100);
  MemoryGate::Pass second(gate, 900);
  SUCCEED();
}

}  // namespace
}  // namespace mlfix::kept_reports_test
