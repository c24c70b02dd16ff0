// How verdicts are put together, and what they say; tests/verdict shows what does not compile.

#include "semantic/verdict/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "semantic/knowledge/meanings.h"
#include "support/verdicts.h"

namespace mlfix::verdict_test {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

const Assumption kTensor{AssumptionKind::ExpectedValue, "it is a tensor"};
const Assumption kUnread{AssumptionKind::NotReadElsewhere, "nobody reads it"};

TEST(Verdict, WithoutAnswersIsASuggestion) {
  Verdict verdict;
  EXPECT_EQ(verdict.applicability(), Applicability::Suggestion);
  verdict.lower_to(kTensor);
  EXPECT_EQ(verdict.applicability(), Applicability::Suggestion);
  EXPECT_THAT(verdict.assumptions(), IsEmpty());
}

TEST(Verdict, AnAnswerThatIsNoProofMakesItUnsafe) {
  const Verdict verdict = Verdict::of(SafeChange::kSimplifyReduction, kTensor);
  EXPECT_EQ(verdict.applicability(), Applicability::Unsafe);
  EXPECT_EQ(assumption_clause(verdict), "the fix assumes that it is a tensor");
}

TEST(Verdict, NamesEveryAssumptionOnce) {
  Verdict verdict = Verdict::of(SafeChange::kDetachStatistic, kUnread, kTensor);
  verdict.lower_to(kTensor);
  EXPECT_THAT(verdict.assumptions(), SizeIs(2));
  EXPECT_EQ(assumption_clause(verdict),
            "the fix assumes that nobody reads it, and that it is a tensor");
}

TEST(Verdict, IsOnlySafeWhereBothAre) {
  const Verdict safe = testing::verdict_at(Applicability::Safe);
  EXPECT_TRUE(Verdict(safe).also(safe).is_safe());
  EXPECT_EQ(Verdict(safe).also(Verdict::assuming(kTensor)).applicability(), Applicability::Unsafe);
  EXPECT_EQ(Verdict::assuming(kTensor).also(safe).applicability(), Applicability::Unsafe);
  EXPECT_EQ(Verdict(safe).also({}).applicability(), Applicability::Suggestion);
  EXPECT_EQ(assumption_clause(safe), "");
}

TEST(Assumptions, AreFoundByTheirNames) {
  std::set<std::string_view> names;
  for (const AssumptionInfo& info : assumption_kinds()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(assumption_named(info.name), &info_of(info.kind));
    EXPECT_TRUE(info.statement.ends_with('.')) << info.name;
    EXPECT_TRUE(info.check.ends_with('.')) << info.name;
  }
  EXPECT_EQ(assumption_named("no-such-kind"), nullptr);
}

}  // namespace
}  // namespace mlfix::verdict_test
