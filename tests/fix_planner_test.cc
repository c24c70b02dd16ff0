#include "rewrite/fix_planner.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "support/python_sample.h"

namespace mlfix::testing::fix_planner_test {
namespace {

Fix replacement(Offset begin, Offset end, std::string text) {
  Fix fix;
  fix.intents.emplace_back(Replace{{begin, end, std::move(text)}});
  return fix;
}

Plan plan(const PythonSample& s, const std::vector<Fix>& fixes) {
  std::vector<PlannedFix> planned;
  for (const Fix& fix : fixes) planned.push_back({&fix, 0, 0});
  return s.planner().plan(planned);
}

using Indexes = std::vector<std::size_t>;

std::vector<NodeId> statements(const SyntaxTree& tree) {
  std::vector<NodeId> result;
  for (NodeId n = 1; n < tree.size(); ++n) {
    const Kind parent = tree.kind(tree.parent(n));
    if (parent == Kind::Block || parent == Kind::Module) result.push_back(n);
  }
  return result;
}

TEST(FixPlannerTest, AcceptsFixesThatAreApart) {
  const PythonSample s("aa = bb + cc\n");
  const Plan p = plan(s, {replacement(5, 7, "x"), replacement(0, 2, "y")});
  EXPECT_EQ(p.accepted, (Indexes{0, 1}));
  EXPECT_EQ(apply_edits(s.text(), p.edits), "y = x + cc\n");
}

TEST(FixPlannerTest, DefersFixesThatOverlapOrTouch) {
  const PythonSample s("aa = bb + cc\n");
  EXPECT_EQ(plan(s, {replacement(0, 4, "x"), replacement(2, 7, "y")}).deferred, Indexes{1});
  EXPECT_EQ(plan(s, {replacement(0, 2, "x"), replacement(2, 4, "y")}).deferred, Indexes{1});
  EXPECT_EQ(plan(s, {replacement(7, 7, "x"), replacement(5, 7, "y")}).deferred, Indexes{0});
  EXPECT_EQ(plan(s, {replacement(5, 5, "x"), replacement(5, 5, "x")}).deferred, Indexes{1});
  EXPECT_EQ(plan(s, {replacement(5, 5, ""), replacement(5, 7, "x")}).accepted, Indexes{1});
}

// What is added behind the last statement of a block goes on with it: with the block indented in
// the same pass, it would stand behind.
TEST(FixPlannerTest, DefersLinesBehindABlockThatIsIndented) {
  const PythonSample s("for a in b:\n    f(a)\n\ng()\n");
  const NodeId loop = s.of_kind(Kind::ForStatement);
  Fix around, behind;
  around.intents = *s.rewriter().wrap_with(loop, loop, "with c:");
  const NodeId body = s.tree().child(loop, Field::Body);
  behind.intents = *s.rewriter().insert_after(s.tree().first_child(body), "h()");
  EXPECT_EQ(plan(s, {around, behind}).deferred, Indexes{1});
  const Fix apart = replacement(26, 26, "k()\n");
  EXPECT_EQ(plan(s, {behind, apart}).accepted, (Indexes{0, 1}));
}

TEST(FixPlannerTest, AppliesFixesAsAWhole) {
  const PythonSample s("aa = bb + cc\n");
  Fix both = replacement(5, 7, "x");
  both.intents.emplace_back(Replace{{10, 12, "y"}});
  const Plan p = plan(s, {replacement(5, 7, "z"), both});
  EXPECT_EQ(p.edits.size(), 1u);
}

TEST(FixPlannerTest, PriorityComesBeforePlace) {
  const PythonSample s("aa = bb + cc\n");
  const Fix early = replacement(0, 4, "x"), urgent = replacement(2, 7, "y");
  const Plan p = s.planner().plan({{&early, 0, 1}, {&urgent, 1, 0}});
  EXPECT_EQ(p.accepted, Indexes{1});
}

TEST(FixPlannerTest, TheLowerRuleWinsAtTheSamePlace) {
  const PythonSample s("aa = bb + cc\n");
  const Fix one = replacement(0, 2, "x"), two = replacement(0, 2, "a");
  EXPECT_EQ(s.planner().plan({{&two, 7, 0}, {&one, 3, 0}}).accepted, Indexes{1});
}

TEST(FixPlannerTest, GuardsProtectTheirBytes) {
  const PythonSample s("aa = bb + cc\n");
  Fix guarded = replacement(10, 12, "x");
  guarded.guards.push_back({0, 2});
  for (const Fix& edit : {replacement(0, 2, "y"), replacement(1, 1, "y")}) {
    EXPECT_EQ(s.planner().plan({{&guarded, 0, 0}, {&edit, 0, 1}}).deferred, Indexes{1});
    EXPECT_EQ(s.planner().plan({{&guarded, 0, 1}, {&edit, 0, 0}}).deferred, Indexes{0});
  }
  Fix other = replacement(5, 7, "z");
  other.guards.push_back({0, 2});
  EXPECT_EQ(plan(s, {guarded, other}).accepted, (Indexes{0, 1}));
}

TEST(FixPlannerTest, AFixThatContradictsItselfIsMalformed) {
  const PythonSample s("aa = bb + cc\n");
  Fix fix = replacement(0, 4, "x");
  fix.intents.emplace_back(Replace{{2, 7, "y"}});
  EXPECT_EQ(plan(s, {fix}).malformed, Indexes{0});
  EXPECT_TRUE(s.planner().lower(fix).empty());
  EXPECT_EQ(plan(s, {Fix{}}).malformed, Indexes{0});
  EXPECT_EQ(plan(s, {replacement(0, 2, "aa")}).malformed, Indexes{0});
}

TEST(FixPlannerTest, EditsOfOneFixKeepTheirOrderAtOnePlace) {
  const PythonSample s("a\n");
  Fix fix = replacement(0, 0, "1\n");
  fix.intents.emplace_back(Replace{{0, 0, "2\n"}});
  fix.intents.emplace_back(Replace{{0, 1, "3"}});
  EXPECT_EQ(apply_edits(s.text(), s.planner().lower(fix)), "1\n2\n3\n");
}

// h() does not stand on a line of its own, so its deletion takes no line end.
TEST(FixPlannerTest, ADeletionBehindAColonAtTheEndMeetsWhatTouchesIt) {
  const PythonSample s("if z: h()");
  Fix deletion;
  deletion.intents.emplace_back(DeleteStatement{statements(s.tree()).back()});
  const Plan p = plan(s, {replacement(2, 7, ""), deletion});
  EXPECT_EQ(p.accepted, Indexes{0});
  EXPECT_EQ(p.deferred, Indexes{1});
}

// ---- properties ----------------------------------------------------------------

constexpr const char* kText =
    "import os\nimport sys\n\n\ndef f(a):\n    b = a\n    c = b; d = c\n    return d\n\n\n"
    "for x in y:\n    f(x)\n    # comment\ng(x)\nif z: h()\n";

// A text with a final newline and one without.
const std::vector<std::string>& texts() {
  static const std::vector<std::string> all = {kText, std::string(kText, std::strlen(kText) - 1)};
  return all;
}

struct RandomFix {
  Fix fix;
  std::uint32_t rule = 0;
  int priority = 0;
};

Intent random_intent(const PythonSample& s) {
  const auto size = static_cast<Offset>(s.text().size());
  switch (*rc::gen::inRange(0, 8)) {
    case 0:
      return AddImport{*rc::gen::element<std::string>("gc", "torch"), "", ""};
    case 1:
    case 2:
      return DeleteStatement{*rc::gen::elementOf(statements(s.tree()))};
    default: {
      const auto begin = *rc::gen::inRange<Offset>(0, size);
      const auto length = *rc::gen::inRange<Offset>(0, 6);
      const auto text = *rc::gen::element<std::string>("", "p", "q", "r\n");
      return Replace{{begin, std::min(size, begin + length), text}};
    }
  }
}

std::vector<RandomFix> random_fixes(const PythonSample& s) {
  std::vector<RandomFix> fixes(*rc::gen::inRange<std::size_t>(0, 12));
  for (RandomFix& fix : fixes) {
    const int intents = *rc::gen::inRange(1, 4);
    for (int i = 0; i < intents; ++i) fix.fix.intents.push_back(random_intent(s));
    if (*rc::gen::inRange(0, 3) == 0) {
      const auto begin = *rc::gen::inRange<Offset>(0, static_cast<Offset>(s.text().size()) - 5);
      fix.fix.guards.push_back({begin, begin + 5});
    }
    fix.rule = *rc::gen::inRange<std::uint32_t>(0, 3);
    fix.priority = *rc::gen::inRange(0, 2);
  }
  return fixes;
}

std::vector<PlannedFix> planned(const std::vector<RandomFix>& fixes) {
  std::vector<PlannedFix> result;
  for (const RandomFix& fix : fixes) result.push_back({&fix.fix, fix.rule, fix.priority});
  return result;
}

TEST(FixPlannerProperty, ThePlanDoesNotDependOnTheOrderOfTheInput) {
  for (const std::string& text : texts()) {
    const PythonSample s(text);
    EXPECT_TRUE(rc::check([&] {
      const std::vector<RandomFix> fixes = random_fixes(s);
      std::vector<PlannedFix> given = planned(fixes), shuffled = given;
      for (std::size_t i = shuffled.size(); i > 1; --i) {
        std::swap(shuffled[i - 1], shuffled[*rc::gen::inRange<std::size_t>(0, i)]);
      }
      RC_ASSERT(s.planner().plan(given).edits == s.planner().plan(shuffled).edits);
    }));
  }
}

TEST(FixPlannerProperty, EveryFixHasOneOutcome) {
  for (const std::string& text : texts()) {
    const PythonSample s(text);
    EXPECT_TRUE(rc::check([&] {
      const std::vector<RandomFix> fixes = random_fixes(s);
      const Plan p = s.planner().plan(planned(fixes));
      Indexes all = p.accepted;
      all.insert(all.end(), p.deferred.begin(), p.deferred.end());
      all.insert(all.end(), p.malformed.begin(), p.malformed.end());
      std::sort(all.begin(), all.end());
      for (std::size_t i = 0; i < all.size(); ++i) RC_ASSERT(all[i] == i);
      RC_ASSERT(all.size() == fixes.size());
      RC_ASSERT(p.accepted.empty() == p.edits.empty());
    }));
  }
}

TEST(FixPlannerProperty, TheEditsAreSortedAndDisjoint) {
  for (const std::string& text : texts()) {
    const PythonSample s(text);
    EXPECT_TRUE(rc::check([&] {
      const std::vector<RandomFix> fixes = random_fixes(s);
      const Plan p = s.planner().plan(planned(fixes));
      for (std::size_t i = 1; i < p.edits.size(); ++i) {
        RC_ASSERT(p.edits[i - 1].end <= p.edits[i].begin);
        RC_ASSERT(p.edits[i - 1].range() != p.edits[i].range());
      }
      for (const Edit& edit : p.edits) RC_ASSERT(edit.end <= s.text().size());
    }));
  }
}

// The bytes a fix touches when it is alone, apart from imports, stay its own
// when others are applied with it.
TEST(FixPlannerProperty, AcceptedReplacementsDoNotTouchEachOther) {
  for (const std::string& text : texts()) {
    const PythonSample s(text);
    EXPECT_TRUE(rc::check([&] {
      const std::vector<RandomFix> fixes = random_fixes(s);
      const Plan p = s.planner().plan(planned(fixes));
      std::vector<std::pair<TextRange, std::size_t>> edits;
      for (std::size_t i : p.accepted) {
        for (const Intent& intent : fixes[i].fix.intents) {
          if (const auto* r = std::get_if<Replace>(&intent)) edits.push_back({r->edit.range(), i});
        }
      }
      for (const auto& [a, i] : edits) {
        for (const auto& [b, j] : edits) {
          RC_ASSERT(i == j || a.end < b.begin || b.end < a.begin);
        }
        for (std::size_t j : p.accepted) {
          for (TextRange guard : fixes[j].fix.guards) {
            RC_ASSERT(i == j || a.end < guard.begin || guard.end < a.begin);
          }
        }
      }
    }));
  }
}

TEST(FixPlannerProperty, ADeferredFixIsAcceptedWhenItIsAlone) {
  for (const std::string& text : texts()) {
    const PythonSample s(text);
    EXPECT_TRUE(rc::check([&] {
      const std::vector<RandomFix> fixes = random_fixes(s);
      const std::vector<PlannedFix> all = planned(fixes);
      const Plan p = s.planner().plan(all);
      for (std::size_t i : p.deferred) {
        RC_ASSERT(s.planner().plan({all[i]}).accepted == Indexes{0});
      }
    }));
  }
}

// What is accepted has no conflict left: nothing is decided again without the rest.
TEST(FixPlannerProperty, PlanningTheAcceptedFixesAgainChangesNothing) {
  for (const std::string& text : texts()) {
    const PythonSample s(text);
    EXPECT_TRUE(rc::check([&] {
      const std::vector<RandomFix> fixes = random_fixes(s);
      const std::vector<PlannedFix> all = planned(fixes);
      const Plan p = s.planner().plan(all);
      std::vector<PlannedFix> accepted;
      for (std::size_t i : p.accepted) accepted.push_back(all[i]);
      const Plan again = s.planner().plan(accepted);
      RC_ASSERT(again.accepted.size() == accepted.size());
      RC_ASSERT(again.edits == p.edits);
    }));
  }
}

bool only_replaces(const Fix& fix) {
  return std::ranges::all_of(fix.intents,
                             [](const Intent& i) { return std::holds_alternative<Replace>(i); });
}

std::vector<Edit> sorted(std::vector<Edit> edits) {
  std::ranges::sort(edits, {}, [](const Edit& e) { return std::pair(e.begin, e.end); });
  return edits;
}

// Applies the edits of one group after the other. An edit of a later group is
// moved by what the earlier ones put before it.
std::string apply_in_groups(std::string text, const std::vector<std::vector<Edit>>& groups) {
  std::vector<Edit> done;  // in places of the first text
  for (const std::vector<Edit>& group : groups) {
    std::vector<Edit> moved;
    for (Edit edit : sorted(group)) {
      std::int64_t shift = 0;
      for (const Edit& earlier : done) {
        if (earlier.begin >= edit.begin) continue;
        shift += static_cast<std::int64_t>(earlier.text.size()) - earlier.range().size();
      }
      edit.begin = static_cast<Offset>(edit.begin + shift);
      edit.end = static_cast<Offset>(edit.end + shift);
      moved.push_back(edit);
    }
    text = apply_edits(text, moved);
    done.insert(done.end(), group.begin(), group.end());
  }
  return text;
}

// Imports and deletions are left out: they are united on purpose.
TEST(FixPlannerProperty, AcceptedFixesGiveTheSameTextHoweverTheyAreGrouped) {
  for (const std::string& text : texts()) {
    const PythonSample s(text);
    EXPECT_TRUE(rc::check([&] {
      std::vector<RandomFix> fixes = random_fixes(s);
      std::erase_if(fixes, [](const RandomFix& fix) { return !only_replaces(fix.fix); });
      const Plan p = s.planner().plan(planned(fixes));
      std::vector<std::vector<Edit>> groups(3);
      for (std::size_t i : p.accepted) {
        std::vector<Edit>& group = groups[*rc::gen::inRange<std::size_t>(0, groups.size())];
        const std::vector<Edit> edits = s.planner().lower(fixes[i].fix);
        group.insert(group.end(), edits.begin(), edits.end());
      }
      RC_ASSERT(apply_in_groups(text, groups) == apply_edits(text, p.edits));
    }));
  }
}

TEST(FixPlannerProperty, TheFirstInOrderIsAlwaysAccepted) {
  for (const std::string& text : texts()) {
    const PythonSample s(text);
    EXPECT_TRUE(rc::check([&] {
      const std::vector<RandomFix> fixes = random_fixes(s);
      const Plan p = s.planner().plan(planned(fixes));
      RC_ASSERT(p.deferred.empty() || !p.accepted.empty());
    }));
  }
}

}  // namespace
}  // namespace mlfix::testing::fix_planner_test
