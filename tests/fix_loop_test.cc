// The fix loop with rules that behave and rules that do not.

#include "engine/fix_loop.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "rewrite/edits.h"
#include "support/pipeline.h"
#include "support/verdicts.h"

namespace mlfix::fix_loop_test {
namespace {

using ::testing::ElementsAre;
using testing::fixed;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::make_test_rule;
using testing::places;
using testing::run_pipeline;

void fix_with(Finding& finding, Intents intents, Applicability level = Applicability::Safe) {
  finding.fix = Fix("Change it", std::move(intents), testing::verdict_at(level));
}

// Identifiers `from` become `to`.
void rename(const Context& c, NodeId n, Findings& out, std::string_view from, std::string_view to,
            Applicability level = Applicability::Safe) {
  if (c.tree.text(n) != from) return;
  fix_with(out.report(n, fmt::format("{} should be {}", from, to)), c.edit.replace(n, to), level);
}

Rule good_rule() {
  return make_test_rule("good", {Kind::Identifier}, [](const Context& c, NodeId n, Findings& out) {
    rename(c, n, out, "old", "new");
  });
}

// Breaks the file where it meets `fragile`, and is right elsewhere.
Rule broken_rule() {
  return make_test_rule(
      "broken", {Kind::Identifier},
      [](const Context& c, NodeId n, Findings& out) { rename(c, n, out, "fragile", "("); });
}

Rule deleting_rule() {
  return make_test_rule("deleting", {Kind::ExpressionStatement},
                        [](const Context& c, NodeId n, Findings& out) {
                          if (c.tree.text(n) != "drop()") return;
                          fix_with(out.report(n, "dead"), c.edit.delete_statement(n));
                        });
}

Rule importing_rule() {
  return make_test_rule("importing", {Kind::Identifier},
                        [](const Context& c, NodeId n, Findings& out) {
                          if (c.tree.text(n) != "slow") return;
                          Intents intents = c.edit.replace(n, "contextlib.suppress");
                          intents.emplace_back(AddImport{"contextlib", "", ""});
                          fix_with(out.report(n, "slow"), std::move(intents));
                        });
}

bool mentions_old(const Context& c) {
  return c.tree.source().find("old") != std::string_view::npos;
}

// Safe once nothing in the file is called `old` any more, which another rule sees to.
Rule waiting_rule() {
  return make_test_rule(
      "waiting", {Kind::Identifier}, [](const Context& c, NodeId n, Findings& out) {
        if (c.tree.text(n) != "late") return;
        const bool may = !mentions_old(c);
        Finding& finding = out.report(n, may ? "late, and alone" : "late");
        finding.why.push_back({c.tree.range(n), may ? "nothing is old" : "something is old"});
        fix_with(finding, c.edit.replace(n, "soon"),
                 may ? Applicability::Safe : Applicability::Unsafe);
      });
}

TEST(FixLoop, TellsTheLevelThatAFixWasAppliedWith) {
  const FileResult result = run_pipeline({good_rule(), waiting_rule()}, "x = old\ny = late\n");
  EXPECT_EQ(result.fixed_text, "x = new\ny = soon\n");
  ASSERT_EQ(result.findings.size(), 2u);
  const FileFinding& late = result.findings[1];
  EXPECT_TRUE(late.applied);
  EXPECT_EQ(late.finding.fix->applicability(), Applicability::Safe);
  EXPECT_EQ(late.finding.message, "late, and alone");
  ASSERT_EQ(late.finding.why.size(), 1u);
  EXPECT_EQ(late.finding.why[0].text, "nothing is old");
  EXPECT_EQ(late.finding.why[0].range, (TextRange{12, 16}));
}

// Knows no fix while something in the file is called `old`.
Rule hesitant_rule() {
  return make_test_rule("hesitant", {Kind::Identifier},
                        [](const Context& c, NodeId n, Findings& out) {
                          if (c.tree.text(n) != "late") return;
                          Finding& finding = out.report(n, "late");
                          if (!mentions_old(c)) fix_with(finding, c.edit.replace(n, "soon"));
                        });
}

TEST(FixLoop, ShowsAFixThatAnotherOneMadePossible) {
  const FileResult result = run_pipeline({good_rule(), hesitant_rule()}, "x = old\ny = late\n");
  EXPECT_EQ(result.fixed_text, "x = new\ny = soon\n");
  ASSERT_EQ(result.findings.size(), 2u);
  const FileFinding& late = result.findings[1];
  EXPECT_TRUE(late.applied);
  ASSERT_TRUE(late.finding.fix.has_value());
  EXPECT_EQ(late.finding.fix->applicability(), Applicability::Safe);
}

TEST(FixLoop, AppliesAFixAndMarksItsFinding) {
  const std::string text = "x = old\n";
  const FileResult result = run_pipeline({good_rule()}, text);
  EXPECT_TRUE(result.changed);
  EXPECT_EQ(result.fixed_text, "x = new\n");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_TRUE(result.findings[0].applied);
  EXPECT_FALSE(result.findings[0].remains);
  EXPECT_EQ(result.findings[0].finding.range, (TextRange{4, 7}));
  EXPECT_THAT(result.findings[0].edits, ElementsAre(Edit{4, 7, "new"}));
  EXPECT_THAT(result.errors, IsEmpty());
}

TEST(FixLoop, QuarantinesARuleWhoseFixBreaksTheFileAndKeepsTheOthers) {
  const std::string text = "a = old\nb = fragile\nc = old\n";
  const FileResult result = run_pipeline({broken_rule(), good_rule()}, text);
  EXPECT_EQ(result.fixed_text, "a = new\nb = fragile\nc = new\n");
  ASSERT_EQ(result.findings.size(), 3u);
  const FileFinding& broken = result.findings[1];
  EXPECT_FALSE(broken.applied);
  EXPECT_TRUE(broken.remains);
  EXPECT_FALSE(broken.finding.fix.has_value());
  EXPECT_THAT(broken.edits, IsEmpty());
  EXPECT_THAT(broken.withheld, HasSubstr("broken"));
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].kind, ErrorKind::Internal);
  EXPECT_EQ(result.errors[0].path, "test.py");
  EXPECT_EQ(result.errors[0].line, 2u);
  EXPECT_THAT(result.errors[0].message, HasSubstr("broken"));
}

TEST(FixLoop, FindsTheBreakingFixAmongMany) {
  std::string text;
  std::string expected;
  for (int i = 0; i < 64; ++i) {
    text += i == 41 ? "v = fragile\n" : "v = old\n";
    expected += i == 41 ? "v = fragile\n" : "v = new\n";
  }
  const FileResult result = run_pipeline({good_rule(), broken_rule()}, text);
  EXPECT_EQ(result.fixed_text, expected);
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].line, 42u);
}

TEST(FixLoop, AppliesManyDeletionsInOnePass) {
  std::string text = "def f():\n";
  for (int i = 0; i < 101; ++i) text += "    drop()\n";
  const FileResult result = run_pipeline({deleting_rule()}, text);
  EXPECT_EQ(result.fixed_text, "def f():\n    pass\n");
  EXPECT_EQ(result.findings.size(), 101u);
  for (const FileFinding& f : result.findings) EXPECT_TRUE(f.applied && !f.remains);
  EXPECT_THAT(result.errors, IsEmpty());
}

TEST(FixLoop, AddsAnImportOnceForTwoFixes) {
  const std::string text = "a = slow\nb = slow\n";
  const FileResult result = run_pipeline({importing_rule()}, text);
  EXPECT_EQ(result.fixed_text,
            "import contextlib\n\na = contextlib.suppress\nb = contextlib.suppress\n");
}

TEST(FixLoop, EachFindingHasItsOwnFixAloneAsEdits) {
  const std::string text = "a = slow\nb = slow\n";
  const FileResult result = run_pipeline({importing_rule()}, text);
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_EQ(apply_edits(text, result.findings[1].edits),
            "import contextlib\n\na = slow\nb = contextlib.suppress\n");
  EXPECT_THAT(result.findings[1].finding.fix->intents, IsEmpty());
}

TEST(FixLoop, LeavesOutRulesThatUndoEachOther) {
  const Rule ping = make_test_rule(
      "ping", {Kind::Identifier},
      [](const Context& c, NodeId n, Findings& out) { rename(c, n, out, "ping", "pong"); });
  const Rule pong = make_test_rule(
      "pong", {Kind::Identifier},
      [](const Context& c, NodeId n, Findings& out) { rename(c, n, out, "pong", "ping"); });
  const std::string text = "x = ping\ny = old\n";
  const FileResult result = run_pipeline({ping, pong, good_rule()}, text);
  EXPECT_EQ(result.fixed_text, "x = ping\ny = new\n");
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_THAT(result.errors[0].message, HasSubstr("ping, pong"));
  for (const FileFinding& f : result.findings) EXPECT_EQ(f.applied, f.finding.rule == 2);
}

TEST(FixLoop, LeavesOutARuleThatNeverEnds) {
  const Rule growing =
      make_test_rule("growing", {Kind::Identifier}, [](const Context& c, NodeId n, Findings& out) {
        const std::string name(c.tree.text(n));
        if (name.starts_with("grow")) rename(c, n, out, name, name + "_");
      });
  const std::string text = "x = grow\ny = old\n";
  const FileResult result = run_pipeline({growing, good_rule()}, text);
  EXPECT_EQ(result.fixed_text, "x = grow\ny = new\n");
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_THAT(result.errors[0].message, HasSubstr("growing"));
}

// Its fixes all change the beginning of the file.
Rule rising_rule() {
  return make_test_rule("rising", {Kind::Identifier},
                        [](const Context& c, NodeId n, Findings& out) {
                          if (c.tree.text(n) != "low") return;
                          Intents intents = c.edit.replace(n, "high");
                          append(intents, c.edit.insert(0, "top()\n"));
                          fix_with(out.report(n, "low"), std::move(intents));
                        });
}

TEST(FixLoop, LeavesFixesOfOnePlaceToTheNextRunAndSaysWhereWhenTheyAreTooMany) {
  constexpr int kMore = 7;
  std::string text, expected, wholly;
  for (int i = 0; i < kMaxPasses + kMore; ++i) {
    text += "x = low\n";
    expected += i < kMaxPasses ? "x = high\n" : "x = low\n";
    wholly += "x = high\n";
  }
  for (int i = 0; i < kMaxPasses + kMore; ++i) {
    if (i < kMaxPasses) expected.insert(0, "top()\n");
    wholly.insert(0, "top()\n");
  }
  const FileResult first = run_pipeline({rising_rule()}, text);
  EXPECT_EQ(first.fixed_text, expected);
  EXPECT_EQ(std::ranges::count_if(first.findings, &FileFinding::applied), kMaxPasses);
  ASSERT_EQ(first.errors.size(), 1u);
  EXPECT_EQ(first.errors[0].kind, ErrorKind::Refused);
  EXPECT_EQ(first.errors[0].path, "test.py");
  EXPECT_EQ(first.errors[0].line, kMaxPasses + 1u) << "where the first that is left stands";
  EXPECT_THAT(first.errors[0].message, HasSubstr("7 fixes of rising"));
  EXPECT_THAT(first.errors[0].remedy, HasSubstr("run mlfix again"));
  const FileResult second = run_pipeline({rising_rule()}, first.fixed_text);
  EXPECT_EQ(second.fixed_text, wholly);
  EXPECT_THAT(second.errors, IsEmpty());
}

TEST(FixLoop, AppliesTensOfFixesThatAllChangeOnePlace) {
  std::string text, expected;
  for (int i = 0; i < 30; ++i) {
    text += "x = low\n";
    expected += "x = high\n";
  }
  for (int i = 0; i < 30; ++i) expected.insert(0, "top()\n");
  const FileResult result = run_pipeline({rising_rule()}, text);
  EXPECT_EQ(result.fixed_text, expected);
  EXPECT_THAT(result.errors, IsEmpty());
}

TEST(FixLoop, AppliesFixesThatTouchInLaterPassesAndKnowsThemAgain) {
  const Rule first = make_test_rule(
      "first", {Kind::Identifier},
      [](const Context& c, NodeId n, Findings& out) { rename(c, n, out, "a", "longer_name"); });
  const Rule second = make_test_rule(
      "second", {Kind::BinaryOperator}, [](const Context& c, NodeId n, Findings& out) {
        if (c.tree.text(n).find(" + ") == std::string::npos) return;
        const NodeId left = c.tree.child(n, Field::Left);
        const Offset at = c.tree[left].end;
        fix_with(out.report(n, "plus"), c.edit.replace(TextRange{at, at + 3}, " - "));
      });
  const std::string text = "x = a + b\ny = a + b\n";
  const FileResult result = run_pipeline({first, second}, text);
  EXPECT_EQ(result.fixed_text, "x = longer_name - b\ny = longer_name - b\n");
  EXPECT_EQ(result.findings.size(), 4u);
  for (const FileFinding& f : result.findings) EXPECT_TRUE(f.applied && !f.remains);
}

TEST(FixLoop, ShowsFindingsOfLaterPassesAtTheirOriginalPlace) {
  const Rule follower =
      make_test_rule("follower", {Kind::Identifier}, [](const Context& c, NodeId n, Findings& out) {
        if (c.tree.text(n) == "after" && c.tree.source().find("old") == std::string_view::npos) {
          fix_with(out.report(n, "now"), c.edit.replace(n, "done"));
        }
      });
  const std::string text = "old = 1\nolder = 2\nx = after\n";
  const std::vector<Rule> rules = {make_test_rule("renamer", {Kind::Identifier},
                                                  [](const Context& c, NodeId n, Findings& out) {
                                                    rename(c, n, out, "old", "something_longer");
                                                    rename(c, n, out, "older", "s");
                                                  }),
                                   follower};
  const FileResult result = run_pipeline(rules, text);
  EXPECT_EQ(result.fixed_text, "something_longer = 1\ns = 2\nx = done\n");
  EXPECT_THAT(places(rules, result, text), ElementsAre("renamer:1", "renamer:2", "follower:3"));
  EXPECT_EQ(result.findings[2].finding.range, (TextRange{22, 27}));
  EXPECT_TRUE(result.findings[2].applied);
  EXPECT_THAT(result.findings[2].edits, IsEmpty());
}

TEST(FixLoop, HonoursLevels) {
  const std::vector<Rule> rules = {
      make_test_rule("unsafe", {Kind::Identifier},
                     [](const Context& c, NodeId n, Findings& out) {
                       rename(c, n, out, "risky", "bold", Applicability::Unsafe);
                     }),
      make_test_rule("suggestion", {Kind::Identifier},
                     [](const Context& c, NodeId n, Findings& out) {
                       rename(c, n, out, "maybe", "perhaps", Applicability::Suggestion);
                     }),
      good_rule()};
  const std::string text = "x = risky, maybe, old\n";
  PipelineOptions options;
  EXPECT_EQ(run_pipeline(rules, text, options).fixed_text, "x = risky, maybe, new\n");
  options.apply_unsafe = true;
  EXPECT_EQ(run_pipeline(rules, text, options).fixed_text, "x = bold, maybe, new\n");
  options.apply_safe = options.apply_unsafe = false;
  const FileResult result = run_pipeline(rules, text, options);
  EXPECT_FALSE(result.changed);
  EXPECT_EQ(result.findings.size(), 3u);
  for (const FileFinding& f : result.findings) EXPECT_EQ(f.edits.size(), 1u);
}

TEST(FixLoop, WithholdsAFixThatIsOnlyShownAndWouldBreakTheFile) {
  const Rule breaking =
      make_test_rule("breaking", {Kind::Identifier}, [](const Context& c, NodeId n, Findings& out) {
        rename(c, n, out, "fragile", "(", Applicability::Suggestion);
      });
  const Rule sound =
      make_test_rule("sound", {Kind::Identifier}, [](const Context& c, NodeId n, Findings& out) {
        rename(c, n, out, "risky", "bold", Applicability::Unsafe);
      });
  const FileResult result =
      run_pipeline({breaking, sound, good_rule()}, "a = risky\nb = fragile\nc = old\nd = risky\n");
  EXPECT_EQ(result.fixed_text, "a = risky\nb = fragile\nc = new\nd = risky\n");
  ASSERT_EQ(result.findings.size(), 4u);
  EXPECT_FALSE(result.findings[1].finding.fix.has_value());
  EXPECT_THAT(result.findings[1].edits, IsEmpty());
  EXPECT_THAT(result.findings[1].withheld, HasSubstr("breaking"));
  EXPECT_THAT(result.findings[0].edits, ElementsAre(Edit{4, 9, "bold"}));
  EXPECT_THAT(result.findings[3].edits, ElementsAre(Edit{34, 39, "bold"}));
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].kind, ErrorKind::Internal);
  EXPECT_EQ(result.errors[0].line, 2u);
}

TEST(FixLoop, OfManyFixesThatExcludeEachOtherSomeAreTriedAndShown) {
  const Rule jealous =
      make_test_rule("jealous", {Kind::Identifier}, [](const Context& c, NodeId n, Findings& out) {
        if (c.tree.text(n) != "old") return;
        Finding& finding = out.report(n, "old");
        const auto all = static_cast<Offset>(c.tree.source().size());
        finding.fix = Fix("Change it", c.edit.replace(n, "new"),
                          testing::verdict_at(Applicability::Unsafe), {{0, all}});
      });
  std::string text;
  for (int i = 0; i < 25; ++i) text += "v = old\n";
  const FileResult result = run_pipeline({jealous}, text);
  EXPECT_FALSE(result.changed);
  EXPECT_THAT(result.errors, IsEmpty());
  const auto is_shown = [](const FileFinding& found) { return found.finding.fix.has_value(); };
  EXPECT_EQ(std::ranges::count_if(result.findings, is_shown), 20);
  ASSERT_EQ(result.findings.size(), 25u);
  EXPECT_THAT(result.findings.back().edits, IsEmpty());
  EXPECT_THAT(result.findings.back().withheld, HasSubstr("exclude each other"));
}

TEST(FixLoop, AFixThatDeletesACommentIsNotSafe) {
  const Rule rule =
      make_test_rule("block", {Kind::Assignment}, [](const Context& c, NodeId n, Findings& out) {
        if (c.tree.text(n).starts_with("x")) {
          fix_with(out.report(n, "x"), c.edit.replace(n, "x = 0"));
        }
      });
  const std::string with_comment = "x = (1,  # one\n     2)\n";
  const FileResult result = run_pipeline({rule}, with_comment);
  EXPECT_FALSE(result.changed);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].finding.fix->applicability(), Applicability::Unsafe);
  EXPECT_THAT(result.findings[0].finding.why.back().text, HasSubstr("comment"));
  EXPECT_TRUE(run_pipeline({rule}, "x = (1,\n     2)\n").changed);
}

TEST(FixLoop, AFixAmongUncertainNamesIsNotSafe) {
  EXPECT_FALSE(run_pipeline({good_rule()}, "from m import *\nx = old\n").changed);
  EXPECT_FALSE(run_pipeline({good_rule()}, "def f():\n    exec(s)\n    return old\n").changed);
  EXPECT_FALSE(run_pipeline({good_rule()}, "x = old\nvars()\n").changed);
  EXPECT_TRUE(run_pipeline({good_rule()}, "x = old\nvars(x)\n").changed);
  EXPECT_TRUE(
      run_pipeline({good_rule()}, "def g():\n    exec(s)\ndef f():\n    return old\n").changed);
}

TEST(FixLoop, ReportsOnlyInGeneratedFiles) {
  const FileResult result = run_pipeline({good_rule()}, "# @generated by a tool\nx = old\n");
  EXPECT_FALSE(result.changed);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].withheld, "the file is generated");
  EXPECT_FALSE(result.findings[0].finding.fix.has_value());
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_TRUE(run_pipeline({good_rule()}, "x = old  # not '@' + 'generated'\n").changed);
}

TEST(FixLoop, LeavesFilesThatDoNotParseAlone) {
  const FileResult result = run_pipeline({good_rule()}, "x = old\ndef f(:\n    pass\n");
  EXPECT_FALSE(result.changed);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].kind, ErrorKind::Refused);
}

// tree-sitter's tree has no error for these, but lacks what rules may rely on.
TEST(FixLoop, AsksNoRuleAboutWhatIsNoProgram) {
  const Rule rule = make_test_rule(
      "rule", {Kind::Identifier},
      [](const Context&, NodeId, Findings&) { ADD_FAILURE() << "the rule sees the tree"; });
  for (const std::string text :
       {"x = old\ny = z: int\n", "x = old\na = b = c: int\n", "x = old\nwith torch.no_grad():\n",
        "def f():\n    with torch.no_grad():\n", "x = old\ntry:\n    y\n", "x = old\nreturn y\n",
        "# @generated\nif x:\n"}) {
    const FileResult result = run_pipeline({rule}, text);
    EXPECT_FALSE(result.analysed) << text;
    EXPECT_TRUE(result.findings.empty()) << text;
    ASSERT_EQ(result.errors.size(), 1u) << text;
    EXPECT_EQ(result.errors[0].kind, ErrorKind::Refused);
    EXPECT_EQ(result.errors[0].line, 2u) << text;
    EXPECT_THAT(result.errors[0].to_string(), HasSubstr("it is left alone"));
  }
}

TEST(FixLoop, ReportsOnlyInPython2) {
  const FileResult result = run_pipeline({good_rule()}, "x = old\nprint 'x'\n");
  EXPECT_FALSE(result.changed);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_FALSE(result.findings[0].withheld.empty());
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].kind, ErrorKind::Refused);
}

TEST(FixLoop, ARuleThatThrowsCostsItsOwnFindingsOnly) {
  const Rule throwing =
      make_test_rule("throwing", {Kind::Identifier}, [](const Context& c, NodeId n, Findings& out) {
        out.report(n, "seen");
        if (c.tree.text(n) == "bad") throw std::runtime_error("no");
      });
  const std::string text = "x = old\ny = bad\n";
  const FileResult result = run_pipeline({throwing, good_rule()}, text);
  EXPECT_EQ(fixed(result, text), "x = new\ny = bad\n");
  EXPECT_EQ(result.findings.size(), 1u);
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].kind, ErrorKind::Internal);
  EXPECT_EQ(result.errors[0].line, 2u);
  EXPECT_THAT(result.errors[0].message, HasSubstr("throwing"));
}

TEST(FixLoop, AFixWhoseEditsOverlapIsWithheld) {
  const Rule rule =
      make_test_rule("clumsy", {Kind::Identifier}, [](const Context& c, NodeId n, Findings& out) {
        if (c.tree.text(n) != "twice") return;
        Intents intents = c.edit.replace(n, "a");
        append(intents, c.edit.replace(n, "b"));
        fix_with(out.report(n, "twice"), std::move(intents));
      });
  const FileResult result = run_pipeline({rule, good_rule()}, "x = twice\ny = old\n");
  EXPECT_EQ(result.fixed_text, "x = twice\ny = new\n");
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_FALSE(result.findings[0].finding.fix.has_value());
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].kind, ErrorKind::Internal);
}

}  // namespace
}  // namespace mlfix::fix_loop_test
