// Every case of every transform, and what must hold for each of them:
//
//   * findings are where the program expects them, and nowhere else;
//   * the safe and the unsafe fixes give the expected text, byte for byte;
//   * a second run on the output changes nothing;
//   * bytes that no edit touches are still there, in order;
//   * each fix alone passes the syntax guard;
//   * the printed diff, applied with git, gives the written bytes;
//   * all rules together neither fail nor go on for ever;
//   * a rule says the same alone and together with all others;
//   * all of it in other spellings of the program (mutations);
//   * CPython compiles what it compiled before.
//
// tests/support/golden.h says how a case is written.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "engine/file_pipeline.h"
#include "notebook/notebook.h"
#include "semantic/knowledge/knowledge.h"
#include "support/golden.h"
#include "support/invariants.h"
#include "support/mutations.h"
#include "support/shipped.h"
#include "support/temporary_folder.h"
#include "text/line_table.h"

namespace mlfix::transform_test {
namespace {

namespace fs = std::filesystem;

using testing::check_invariants;
using testing::check_patch;
using testing::difference;
using testing::Expectation;
using testing::GoldenCase;
using testing::Level;
using testing::Mutation;
using testing::Shipped;

std::string output_of(const FileResult& result, const std::string& text) {
  return result.changed ? result.fixed_text : text;
}

std::string_view level_name(const FileFinding& found) {
  if (!found.finding.fix) return "report";
  switch (found.finding.fix->applicability()) {
    case Applicability::Safe:
      return "safe";
    case Applicability::Unsafe:
      return "unsafe";
    case Applicability::Suggestion:
      return "suggestion";
  }
  return "";
}

std::string_view name_of(Level level) {
  return level == Level::Safe ? "safe" : "unsafe";
}

std::string describe(const Expectation& e) {
  return fmt::format("{}{} in line {}", e.rule, e.level.empty() ? "" : "[" + e.level + "]", e.line);
}

std::vector<Expectation> findings_of(const FileResult& result, const std::string& text) {
  const LineTable lines(text);
  std::vector<Expectation> found;
  for (const FileFinding& f : result.findings) {
    if (f.suppressed) continue;
    found.push_back({lines.line_at(f.finding.range.begin),
                     Shipped::get().registry().rules()[f.finding.rule].name,
                     std::string(level_name(f))});
  }
  return found;
}

// Takes the first of `found` that `expected` means.
bool take(std::vector<Expectation>& found, const Expectation& expected) {
  const auto meant = [&](const Expectation& f) {
    return f.line == expected.line && f.rule == expected.rule &&
           (expected.level.empty() || expected.level == f.level);
  };
  const auto at = std::ranges::find_if(found, meant);
  if (at == found.end()) return false;
  found.erase(at);
  return true;
}

// ---- one case ---------------------------------------------------------------

// Programs and what fixes make of them, which CPython compiles at once when the cases are done.
class CompiledPairs {
 public:
  // What all fixes make of a program, and what each fix makes of it alone.
  void add(const std::string& name, const std::string& before, const FileResult& result) {
    if (result.changed) add_pair(name, before, result.fixed_text);
    for (std::size_t i = 0; i < result.findings.size(); ++i) {
      const std::vector<Edit>& edits = result.findings[i].edits;
      if (!edits.empty())
        add_pair(fmt::format("{}__{}", name, i), before, apply_edits(before, edits));
    }
  }

  void compile() const {
    if (seen_.empty()) return;
    const std::string command = fmt::format("python3 '{}/tests/compile_check.py' '{}'",
                                            MLFIX_SOURCE_DIR, folder_.path().string());
    EXPECT_EQ(testing::run_shell(command), 0) << "see the names above";
  }

 private:
  void add_pair(const std::string& name, const std::string& before, const std::string& after) {
    if (!seen_.emplace(before, after).second) return;
    folder_.write(name + ".before", before);
    folder_.write(name + ".after", after);
  }

  testing::TemporaryFolder folder_;
  std::set<std::pair<std::string, std::string>> seen_;
};

class GoldenTest : public ::testing::TestWithParam<testing::GoldenPlace> {
 protected:
  static void SetUpTestSuite() { pairs_ = std::make_unique<CompiledPairs>(); }
  static void TearDownTestSuite() {
    pairs_->compile();
    pairs_.reset();
  }

  GoldenTest() : case_(testing::read_case(GetParam())) {}

  void SetUp() override {
    const auto index = Shipped::get().registry().find(rule_name_of_stem(case_.stem));
    ASSERT_TRUE(index) << "no rule has the stem " << case_.stem;
    rule_ = *index;
  }

  PipelineOptions options(Level level) const { return Shipped::get().options(level, case_); }

  FileResult run(const std::string& text, Level level) const {
    return Shipped::get().run(text, options(level));
  }

  // The findings of the rule alone are the expected ones. A page's example need
  // not say where its finding is.
  void check_findings(const FileResult& result) const { check_findings_in(result, case_.before); }

  void check_findings_in(const FileResult& result, const std::string& program) const {
    const std::string& name = Shipped::get().registry().rules()[rule_].name;
    std::vector<Expectation> found = findings_of(result, program);
    bool expects_any = false;
    for (const Expectation& e : testing::expectations_in(program)) {
      if (e.rule != name) continue;
      expects_any = true;
      EXPECT_TRUE(take(found, e)) << "expected, not found: " << describe(e);
    }
    if (case_.may_be_unsafe && !expects_any) {
      EXPECT_FALSE(found.empty()) << "the example of the page has no finding";
      return;
    }
    for (const Expectation& e : found) ADD_FAILURE() << "found, not expected: " << describe(e);
  }

  // Expectations of other rules hold when all run.
  void check_other_findings(const FileResult& result) const {
    const std::string& name = Shipped::get().registry().rules()[rule_].name;
    std::vector<Expectation> found = findings_of(result, case_.before);
    for (const Expectation& e : testing::expectations_in(case_.before)) {
      if (e.rule == name) continue;
      EXPECT_TRUE(Shipped::get().registry().find(e.rule)) << "no such rule: " << e.rule;
      EXPECT_TRUE(take(found, e)) << "expected, not found: " << describe(e);
    }
  }

  void compile_later(std::string_view variant, const std::string& before,
                     const FileResult& result) const {
    pairs_->add(fmt::format("{}__{}", case_.name(), variant), before, result);
  }

  const GoldenCase case_;
  std::uint32_t rule_ = 0;

 private:
  static inline std::unique_ptr<CompiledPairs> pairs_;
};

TEST_P(GoldenTest, Holds) {
  const GoldenCase& c = case_;
  const FileResult safe = run(c.before, Level::Safe);
  const FileResult unsafe = run(c.before, Level::Unsafe);
  compile_later("safe", c.before, safe);
  compile_later("unsafe", c.before, unsafe);
  check_findings(safe);
  check_invariants(safe, c.before, options(Level::Safe));
  check_invariants(unsafe, c.before, options(Level::Unsafe));

  const std::string expected = c.after.value_or(c.before);
  const std::string actual = output_of(c.may_be_unsafe && !safe.changed ? unsafe : safe, c.before);
  EXPECT_EQ(actual, expected) << difference(expected, actual);
  if (c.unsafe_after) {
    EXPECT_EQ(output_of(unsafe, c.before), *c.unsafe_after)
        << difference(*c.unsafe_after, output_of(unsafe, c.before));
  }
  if (unsafe.changed) check_patch(c.before, unsafe.fixed_text);
  if (safe.changed) check_patch(c.before, safe.fixed_text);
}

TEST_P(GoldenTest, HoldsWithAllRules) {
  for (const Level level : {Level::Safe, Level::Unsafe}) {
    const PipelineOptions options = Shipped::get().options(level, std::nullopt);
    const FileResult result = Shipped::get().run(case_.before, options);
    compile_later(fmt::format("{}_all", name_of(level)), case_.before, result);
    check_invariants(result, case_.before, options);
    check_other_findings(result);
  }
}

// What a rule says of the program when nothing is applied: place, level and words.
std::vector<std::string> said_by(std::uint32_t rule, const std::string& program,
                                 PipelineOptions options) {
  options.apply_safe = false;
  options.apply_unsafe = false;
  std::vector<std::string> said;
  for (const FileFinding& f : Shipped::get().run(program, options).findings) {
    if (f.finding.rule != rule) continue;
    said.push_back(fmt::format("{}..{} {}: {}", f.finding.range.begin, f.finding.range.end,
                               level_name(f), f.finding.message));
  }
  return said;
}

TEST_P(GoldenTest, LevelsDoNotDependOnOtherRules) {
  const PipelineOptions alone = options(Level::Safe);
  PipelineOptions all = Shipped::get().options(Level::Safe, std::nullopt);
  all.rules[rule_] = alone.rules[rule_];
  EXPECT_EQ(said_by(rule_, case_.before, alone), said_by(rule_, case_.before, all));
}

// Did the mutation bring a comment into the way of a fix? Then the fix is
// rightly no longer safe.
bool is_demoted_for_a_comment(const FileResult& result) {
  return std::ranges::any_of(result.findings, [](const FileFinding& f) {
    return std::ranges::any_of(f.finding.why, [](const Reason& reason) {
      return reason.text.find("delete this comment") != std::string::npos;
    });
  });
}

// A nested program keeps its imports where they were, and a fix adds its own at
// the top: the two texts then differ.
bool adds_import(std::string_view before, std::string_view after) {
  const auto count = [](std::string_view text) {
    std::size_t n = 0;
    for (std::size_t at = text.find("import "); at != std::string_view::npos;
         at = text.find("import ", at + 1)) {
      ++n;
    }
    return n;
  };
  return count(after) != count(before);
}

TEST_P(GoldenTest, HoldsInOtherSpellings) {
  const GoldenCase& c = case_;
  for (const Level level : {Level::Safe, Level::Unsafe}) {
    SCOPED_TRACE(name_of(level));
    const FileResult plain = run(c.before, level);
    for (const Mutation& mutation : testing::mutations()) {
      if (!mutation.suits(c.before)) continue;
      SCOPED_TRACE(mutation.name);
      const std::string before = mutation.apply(c.before);
      const FileResult result = run(before, level);
      compile_later(fmt::format("{}_{}", name_of(level), mutation.name), before, result);
      if (testing::opts_out(c.before, mutation.name)) continue;
      check_invariants(result, before, options(level));
      EXPECT_EQ(result.findings.size(), plain.findings.size()) << before;
      if (is_demoted_for_a_comment(result)) continue;
      if (mutation.name == "nesting" && adds_import(c.before, output_of(plain, c.before))) {
        EXPECT_TRUE(result.changed);
        continue;
      }
      const std::string expected = mutation.apply(output_of(plain, c.before));
      const std::string actual = output_of(result, before);
      EXPECT_TRUE(testing::same_program(actual, expected)) << difference(expected, actual);
    }
  }
}

std::string test_name(const ::testing::TestParamInfo<testing::GoldenPlace>& info) {
  return info.param.name();
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenTest);
INSTANTIATE_TEST_SUITE_P(Cases, GoldenTest,
                         ::testing::ValuesIn(testing::golden_places(testing::CaseKind::Program)),
                         test_name);

// ---- notebooks ----

struct NotebookRun {
  FileResult result;
  std::string analysed;  // the module
  std::string module;    // as its author wrote it
  std::string after;     // the bytes of the notebook with all fixes
};

NotebookRun run_notebook(const std::string& bytes, PipelineOptions options) {
  const Result<SourceFile> file = make_source_file("case.ipynb", bytes);
  Parser parser;
  const Result<Notebook> notebook = Notebook::read(file.value(), parser);
  FilePipeline pipeline(Shipped::get().registry(), Shipped::get().knowledge(), std::move(options));
  FileResult result = pipeline.run(notebook.value().module());
  for (const Error& error : result.errors) ADD_FAILURE() << error.to_string();
  std::string after = apply_edits(bytes, notebook->edits_of_file(result.fixed_edits));
  return {std::move(result), notebook->module().text, notebook->shown().text, std::move(after)};
}

class NotebookGoldenTest : public GoldenTest {
 protected:
  void check_level(Level level, const std::optional<std::string>& expected) const {
    const std::string& before = case_.before;
    const PipelineOptions options = this->options(level);
    const NotebookRun first = run_notebook(before, options);
    compile_later(name_of(level), first.analysed, first.result);
    check_findings_in(first.result, first.module);
    if (expected) {
      EXPECT_EQ(first.after, *expected) << difference(*expected, first.after);
    }
    EXPECT_FALSE(run_notebook(first.after, options).result.changed) << "a second run changes it";
    if (first.after != before) check_patch(before, first.after);
  }
};

TEST_P(NotebookGoldenTest, Holds) {
  const GoldenCase& c = case_;
  const bool from_page = c.may_be_unsafe;
  check_level(Level::Safe, from_page ? std::nullopt : std::optional(c.after.value_or(c.before)));
  check_level(Level::Unsafe, from_page ? c.after : c.unsafe_after);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(NotebookGoldenTest);
INSTANTIATE_TEST_SUITE_P(Cases, NotebookGoldenTest,
                         ::testing::ValuesIn(testing::golden_places(testing::CaseKind::Notebook)),
                         test_name);

// ---- all cases ---------------------------------------------------------------

TEST(GoldenPrograms, EveryFileBelongsToACase) {
  for (const auto& path : testing::stray_golden_files()) ADD_FAILURE() << path;
}

// The table of docs/accuracy.md names where each leak was reported.
TEST(GoldenPrograms, EveryReportedLeakIsInTheTable) {
  const std::string table = testing::read_bytes(fs::path(MLFIX_SOURCE_DIR) / "docs/accuracy.md");
  constexpr std::string_view kReported = "# Reported at ";
  for (const GoldenCase& c : testing::golden_cases()) {
    if (c.group != testing::kRecallGroup) continue;
    SCOPED_TRACE(c.name());
    const std::size_t begin = c.before.find(kReported);
    ASSERT_NE(begin, std::string::npos);
    const std::size_t end = c.before.find_first_of("\n\\\"", begin);  // also in a notebook
    const std::string address =
        c.before.substr(begin + kReported.size(), end - begin - kReported.size());
    EXPECT_NE(table.find("(" + address + ")"), std::string::npos) << address;
    const std::string expected = "# expect: " + rule_name_of_stem(c.stem) + "[";
    const std::string missed = "# missed: " + rule_name_of_stem(c.stem) + "[";
    EXPECT_TRUE(c.before.find(expected) != std::string::npos ||
                c.before.find(missed) != std::string::npos);
  }
}

// Whoever reads a finding that has no fix wants to know what the tool does not.
TEST(GoldenPrograms, EveryFindingWithoutAFixSaysWhy) {
  std::size_t reports = 0;
  const auto check = [&](const GoldenCase& c, const FileResult& result) {
    for (const FileFinding& f : result.findings) {
      if (f.finding.fix) continue;
      ++reports;
      EXPECT_NE(f.finding.message.find("; there is no fix: "), std::string::npos)
          << c.name() << ": " << f.finding.message;
    }
  };
  for (const GoldenCase& c : testing::golden_cases()) {
    check(c, Shipped::get().run(c.before, Shipped::get().options(Level::Safe, c)));
  }
  for (const GoldenCase& c : testing::golden_notebooks()) {
    check(c, run_notebook(c.before, Shipped::get().options(Level::Safe, c)).result);
  }
  EXPECT_GT(reports, 0u);
}

// --show-abstained is how wrong silences are found: a rule that is silent without
// a word can't be asked.
TEST(GoldenPrograms, EveryRuleSaysWhyItLeavesCodeAlone) {
  std::map<std::uint32_t, std::pair<int, int>> count;  // cases left alone, those with a fact
  const auto add = [&count](const GoldenCase& c, bool is_notebook) {
    const auto rule = Shipped::get().registry().find(rule_name_of_stem(c.stem));
    if (!rule || c.group == testing::kRecallGroup || c.from_page) return;
    PipelineOptions options = Shipped::get().options(Level::Unsafe, *rule);
    options.show_abstained = true;
    const FileResult result = is_notebook ? run_notebook(c.before, options).result
                                          : Shipped::get().run(c.before, options);
    for (const Abstention& a : result.abstentions) {
      EXPECT_FALSE(a.fact.empty() || a.fact.ends_with('.')) << c.name() << ": " << a.fact;
      EXPECT_LE(a.range.end, c.before.size()) << c.name();
      EXPECT_LE(a.because.value_or(a.range).end, c.before.size()) << c.name();
    }
    if (!result.findings.empty()) return;
    auto& [left_alone, said] = count[*rule];
    ++left_alone;
    said += result.abstentions.empty() ? 0 : 1;
  };
  for (const GoldenCase& c : testing::golden_cases()) add(c, false);
  for (const GoldenCase& c : testing::golden_notebooks()) add(c, true);
  for (const auto& [rule, counted] : count) {
    EXPECT_GE(3 * counted.second, counted.first)
        << Shipped::get().registry().rules()[rule].name << " says why in " << counted.second
        << " of " << counted.first << " cases that it leaves alone";
  }
}

TEST(GoldenPrograms, EveryRuleHasEnoughCases) {
  std::map<std::string, std::pair<int, int>> count;  // cases, those left alone
  const auto add = [&count](const GoldenCase& c) {
    auto& [all, left_alone] = count[c.stem];
    ++all;
    left_alone += c.after ? 0 : 1;
  };
  for (const GoldenCase& c : testing::golden_cases()) {
    if (c.group != testing::kRecallGroup) add(c);
  }
  std::ranges::for_each(testing::golden_notebooks(), add);
  for (const Rule& rule : Shipped::get().registry().rules()) {
    if (rule.by_engine) continue;
    const auto& [all, left_alone] = count[std::string(rule.transform.stem)];
    EXPECT_GE(all, 12) << rule.name;
    EXPECT_GE(2 * left_alone, all) << rule.name << ": half of the cases are to be left alone";
  }
}

}  // namespace
}  // namespace mlfix::transform_test
