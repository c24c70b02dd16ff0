// Rules that a project writes itself: what patterns match, what their files may say, and how
// their findings go the way of all others.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "config/config_file.h"
#include "config/rule_defaults.h"
#include "config/rule_file.h"
#include "engine/file_pipeline.h"
#include "lsp/uri.h"
#include "patterns/conditions.h"
#include "report/labels.h"
#include "semantic/knowledge/knowledge.h"
#include "support/golden.h"
#include "support/lsp_client.h"
#include "support/process.h"
#include "support/shipped.h"
#include "support/temporary_folder.h"
#include "text/source_file.h"

namespace mlfix::custom_rules_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;

const std::filesystem::path kPage =
    std::filesystem::path(MLFIX_SOURCE_DIR) / "docs/custom-rules.md";

// The text of a file of rules, run on a program as the only rules there are.
FileResult run(std::string_view rules, std::string_view code) {
  auto file = parse_rule_file(rules, "rules.yaml");
  EXPECT_TRUE(file) << file.error().to_string();
  if (!file) return {};
  const Registry registry(std::move(file->rules));
  PipelineOptions options;
  options.rules.resize(registry.rules().size());
  options.apply_safe = true;
  options.apply_unsafe = true;
  FilePipeline pipeline(registry, testing::Shipped::get().knowledge(), options);
  FileResult result = pipeline.run(make_source_file("a.py", std::string(code)).value());
  for (const Error& error : result.errors) ADD_FAILURE() << error.to_string();
  return result;
}

std::string indented(std::string_view text, std::string_view indent) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    result += std::string(indent) + std::string(text.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return result;
}

// How often a pattern is found.
std::size_t found(std::string_view pattern, std::string_view code, std::string_view more = "") {
  const std::string rules =
      "r:\n  message: m\n" + std::string(more) + "  pattern: |\n" + indented(pattern, "    ");
  return run(rules, code).findings.size();
}

// What a fix makes of the code.
std::string fixed(std::string_view pattern, std::string_view fix, std::string_view code,
                  std::string_view more = "") {
  const std::string rules = "r:\n  message: m\n" + std::string(more) + "  pattern: |\n" +
                            indented(pattern, "    ") + "  fix:\n" + indented(fix, "    ");
  const FileResult result = run(rules, code);
  return result.changed ? result.fixed_text : std::string(code);
}

// ---- what patterns match ----

TEST(CustomRulePattern, MatchesNamesByWhatTheyMean) {
  EXPECT_EQ(found("torch.load($F)", "import torch\ntorch.load(a)\n"), 1U);
  EXPECT_EQ(found("torch.load($F)", "import torch as th\nth.load(a)\n"), 1U);
  EXPECT_EQ(found("torch.load($F)", "from torch import load as l\nl(a)\n"), 1U);
  EXPECT_EQ(found("torch.load($F)", "from torch import load\nread = load\nread(a)\n"), 1U);
  EXPECT_EQ(found("torch.load($F)", "torch = Fake()\ntorch.load(a)\n"), 0U);
  EXPECT_EQ(found("torch.load($F)", "import other as torch\ntorch.load(a)\n"), 0U);
  EXPECT_EQ(found("torch.load($F)", "def f(torch):\n    torch.load(a)\n"), 0U);
  EXPECT_EQ(found("print($X)", "print(1)\n"), 1U);
  EXPECT_EQ(found("print($X)", "from rich import print\nprint(1)\n"), 0U);
}

TEST(CustomRulePattern, MatchesNamesOfTheFileAsTheyAreWritten) {
  EXPECT_EQ(found("self.total += $X", "class A:\n  def f(self, x):\n    self.total += x\n"), 1U);
  EXPECT_EQ(found("loss.backward()", "def f(loss):\n    loss.backward()\n"), 1U);
  EXPECT_EQ(found("loss.backward()", "def f(cost):\n    cost.backward()\n"), 0U);
  EXPECT_EQ(found("mine.load($F)", "def f(mine):\n    mine.load(a)\n"), 1U);
  // A name that the rule says is a module's.
  EXPECT_EQ(
      found("mine.load($F)", "import mine\ndef f(mine):\n    mine.load(a)\n", "  imports: mine\n"),
      0U);
  EXPECT_EQ(found("mine.load($F)", "import mine\nmine.load(a)\n", "  imports: mine\n"), 1U);
  EXPECT_EQ(found("mine.load($F)", "mine.load(a)\n", "  imports: mine\n"), 0U);
}

TEST(CustomRulePattern, TakesNoNoticeOfLayout) {
  EXPECT_EQ(found("f($A, b='x')", "f(  # why\n   (1),\n   b = \"x\",\n)\n"), 1U);
  EXPECT_EQ(found("$A + $B", "y = (1  +\n     2)\n"), 1U);
  EXPECT_EQ(found("f('x')", "f('y')\n"), 0U);
  EXPECT_EQ(found("f('x')", "f(b'x')\n"), 0U);
}

TEST(CustomRulePattern, MatchesKeywordArgumentsInAnyOrder) {
  EXPECT_EQ(found("f($A, k=1, m=$M)", "f(x, m=2, k=1)\n"), 1U);
  EXPECT_EQ(found("f($A, k=1)", "f(x, k=1, z=2)\n"), 0U);
  EXPECT_EQ(found("f($A, k=1, ...)", "f(x, z=2, k=1)\n"), 1U);
  EXPECT_EQ(found("f(..., k=1)", "f(k=1)\nf(1, 2, k=1)\nf(1, 2, k=2)\n"), 2U);
  EXPECT_EQ(found("f($A)", "f(*x)\nf(**x)\nf(k=x)\nf()\n"), 0U);
  EXPECT_EQ(found("f(...)", "f(*x, **y)\n"), 1U);
  EXPECT_EQ(found("f(*$X, **$Y)", "f(*x, **y)\n"), 1U);
}

TEST(CustomRulePattern, WantsEqualCodeForOneMetavariable) {
  EXPECT_EQ(found("$X = $X.step($Y)", "a = a.step(b)\nc = a.step(b)\n"), 1U);
  EXPECT_EQ(found("f($X, $X)", "f(a[1], a[ 1 ])\nf((a), a)\nf(a[1], a[2])\n"), 2U);
  EXPECT_EQ(found("f($X, $X)", "f(g([a], b), g([a, b]))\nf(a[1:], a[:1])\n"), 0U);
  EXPECT_EQ(found("f($_, $_)", "f(a, b)\n"), 1U);
}

TEST(CustomRulePattern, GivesManyToAnEllipsis) {
  EXPECT_EQ(found("f(..., 3, ...)", "f(1, 2, 3)\nf(3)\nf(1)\n"), 2U);
  EXPECT_EQ(found("f(..., 3)", "f(3, 1, 3)\nf(3, 1)\n"), 1U);
  EXPECT_EQ(found("[$A, ..., $A]", "x = [1, 2, 1]\ny = [1, 2]\n"), 1U);
  EXPECT_EQ(found("$X[...]", "a[...]\na[1]\n"), 1U) << "Python's own";
  EXPECT_EQ(found("x[1:]", "x[:1]\nx[1:]\n"), 1U);
}

TEST(CustomRulePattern, MatchesStatements) {
  constexpr std::string_view kTwo = "$A = open($F)\n...\n$A.read()";
  EXPECT_EQ(found(kTwo, "f = open(p)\nx = 1\nf.read()\n"), 1U);
  EXPECT_EQ(found(kTwo, "f = open(p)\nf.read()\n"), 1U);
  EXPECT_EQ(found(kTwo, "f = open(p)\ng.read()\n"), 0U);
  EXPECT_EQ(found("a()\nb()", "a()\nc()\nb()\n"), 0U) << "they follow each other";
  EXPECT_EQ(found("if $C:\n    return", "def f():\n    if x:\n        return\n"), 1U);
  EXPECT_EQ(
      found("if $C:\n    return", "def f():\n    if x:\n        return\n    else:\n        pass\n"),
      0U);
}

TEST(CustomRulePattern, MatchesDefinitions) {
  EXPECT_EQ(
      found("def $F(self, $$$MORE):\n    ...",
            "class A:\n    def f(self, x, y=1):\n        pass\n    def g(x):\n        pass\n"),
      1U);
  EXPECT_EQ(found("class $C($$$BASES):\n    ...", "@d\nclass A(B, C):\n    x = 1\n"), 1U);
  EXPECT_EQ(found("@functools.lru_cache(...)\ndef $F($$$A):\n    ...",
                  "import functools\n@functools.lru_cache(None)\ndef f(x):\n    pass\n"),
            1U);
  EXPECT_EQ(found("async def $F($$$A):\n    ...", "async def f():\n    pass\ndef g():\n    pass\n"),
            1U);
}

TEST(CustomRulePattern, FindsNoNameInItsImport) {
  EXPECT_EQ(found("torch.load", "from torch import load\nx = load\n"), 1U);
}

// ---- around it, and what is known of it ----

TEST(CustomRuleRelation, LooksAroundAndInside) {
  constexpr std::string_view kInside = "  inside: |\n    with torch.no_grad():\n        ...\n";
  constexpr std::string_view kCode = "import torch\nwith torch.no_grad():\n    f(1)\nf(2)\n";
  EXPECT_EQ(found("f($X)", kCode, kInside), 1U);
  EXPECT_EQ(found("f($X)", kCode, "  not-inside: |\n    with torch.no_grad():\n        ...\n"), 1U);
  EXPECT_EQ(found("f($X)", "f(g(1))\nf(h(1))\n", "  has: g(...)\n"), 1U);
  EXPECT_EQ(found("f($X)", "f(g(1))\nf(h(1))\nf(2)\n", "  not-has: [g(...), h(...)]\n"), 1U);
  EXPECT_EQ(found("f(...)", "f(1)\nf(2)\n", "  not: f(1)\n"), 1U);
  EXPECT_EQ(found("f(...)", "f(1)\nf(1, 2)\n", "  also: f($_)\n"), 1U);
}

TEST(CustomRuleRelation, HasConditionsOfItsOwn) {
  constexpr std::string_view kInside =
      "  not-inside:\n    pattern: |\n      if $C:\n          ...\n"
      "    where: {$C: {text: '*debug*'}}\n";
  EXPECT_EQ(found("f()", "if args.debug:\n    f()\nif args.fast:\n    f()\n", kInside), 1U);
}

TEST(CustomRuleRelation, LooksThroughTheFile) {
  EXPECT_EQ(found("f($X)", "f(1)\ndef g():\n    h(1)\n", "  in-file: h($X)\n"), 1U);
  EXPECT_EQ(found("f($X)", "f(1)\ndef g():\n    h(2)\n", "  in-file: h($X)\n"), 0U);
  EXPECT_EQ(found("f($X)", "f(1)\nf(2)\nh(2)\n", "  not-in-file: h($X)\n"), 1U);
}

TEST(CustomRuleRelation, OrderIsThatOfTheControlFlow) {
  constexpr std::string_view kFollows = "  follows: $M.eval()\n";
  EXPECT_EQ(found("$M($X)", "def f(m, x):\n    m.eval()\n    return m(x)\n", kFollows), 1U);
  EXPECT_EQ(found("$M($X)", "def f(m, n, x):\n    n.eval()\n    return m(x)\n", kFollows), 0U);
  EXPECT_EQ(
      found("$M($X)", "def f(m, x):\n    if x:\n        m.eval()\n    return m(x)\n", kFollows),
      0U);
  constexpr std::string_view kNever = "  not-precedes: $H.remove()\n";
  constexpr std::string_view kHook = "$H = m.hook(...)";
  EXPECT_EQ(found(kHook, "def f(m):\n    h = m.hook(g)\n    h.remove()\n", kNever), 0U);
  EXPECT_EQ(found(kHook, "def f(m):\n    h = m.hook(g)\n    if m:\n        h.remove()\n", kNever),
            1U);
}

TEST(CustomRuleCondition, AsksTheModel) {
  const auto where = [](std::string_view text) { return "  where: " + std::string(text) + "\n"; };
  EXPECT_EQ(found("f()", "f()\nfor x in y:\n    f()\n", where("{here: {in-loop: true}}")), 1U);
  EXPECT_EQ(found("f()", "f()\nfor x in y:\n    f()\n", where("{here: {in-loop: false}}")), 1U);
  EXPECT_EQ(
      found("f()", "def g():\n    f()\nfor x in y:\n    g()\n", where("{here: {repeated: true}}")),
      1U);
  EXPECT_EQ(
      found("f($X)", "import torch\nf(torch.ones(3))\nf(1)\nf(z)\n", where("{$X: {is: Tensor}}")),
      1U);
  EXPECT_EQ(found("f($X)", "import torch\nf(torch.ones(3))\nf(1)\nf(z)\n",
                  where("{$X: {is-not: Tensor}}")),
            1U);
  EXPECT_EQ(found("$F($X)", "import torch\ntorch.save(a)\ntorch.load(b)\ng(c)\n",
                  where("{$F: {named: 'torch.*'}}")),
            2U);
  EXPECT_EQ(found("f($X)", "f(my_loss)\nf(other)\n", where("{$X: {text: '*_loss'}}")), 1U);
  EXPECT_EQ(found("f($X)", "import torch\nwith torch.no_grad():\n    f(1)\nf(2)\n",
                  where("{here: {gradients: off}}")),
            1U);
  EXPECT_EQ(found("f($X)", "f(1)\nf(x)\n", where("{$X: {literal: true}}")), 1U);
  EXPECT_EQ(found("f()", "f()\ny = f()\n", where("{here: {unused: true}}")), 1U);
}

TEST(CustomRuleCondition, KnowsWhatIsNeverReleased) {
  constexpr std::string_view kNever = "  where: {here: {never-calls: [close]}}\n";
  const auto opened = [&](std::string_view code) { return found("open($F)", code, kNever); };
  EXPECT_EQ(opened("def f(p):\n    x = open(p)\n    x.read()\n"), 1U);
  EXPECT_EQ(opened("def f(p):\n    open(p)\n"), 1U);
  EXPECT_EQ(opened("def f(p):\n    x = open(p)\n    x.close()\n"), 0U);
  EXPECT_EQ(opened("def f(p):\n    with open(p) as x:\n        x.read()\n"), 0U);
  EXPECT_EQ(opened("def f(p):\n    x = open(p)\n    return x\n"), 0U);
  EXPECT_EQ(opened("def f(p):\n    x = open(p)\n    g(x)\n"), 0U);
  EXPECT_EQ(opened("def f(p):\n    return open(p)\n"), 0U);
}

TEST(CustomRuleCondition, SeesWhereValuesGet) {
  constexpr std::string_view kMade = "import torch\ndef f(w, x):\n    y = torch.relu(w * x)\n";
  const auto reaching = [&](std::string_view sink, std::string_view rest) {
    return found("torch.relu(...)", std::string(kMade) + std::string(rest),
                 fmt::format("  where: {{here: {{reaches: {}}}}}\n", sink));
  };
  EXPECT_EQ(reaching("backward", "    z = y.sum()\n    z.backward()\n"), 1U);
  EXPECT_EQ(reaching("backward", "    print(y.item())\n"), 0U);
  EXPECT_EQ(reaching("caller", "    both = [y]\n    return both[0]\n"), 1U);
  EXPECT_EQ(reaching("container", "    x.append(y)\n"), 1U);
  EXPECT_EQ(reaching("container", "    return y\n"), 0U);
}

TEST(CustomRuleCondition, TellsWhatDoesNotChangeInALoop) {
  EXPECT_EQ(found("f($X)", "for x in y:\n    f(x)\n    f(3 + 4)\nf(5)\n",
                  "  where: {$X: {invariant: true}}\n"),
            1U);
}

// Both rows are what pattern and condition say at more length.
TEST(CustomRuleRow, SaysWhatIsNotReleased) {
  constexpr std::string_view kRule =
      "r:\n  message: m\n  resource: {acquire: mylab.open($X), release: [close, stop]}\n";
  const auto times = [&](std::string_view body) {
    return run(kRule, "import mylab\ndef f(p):\n" + std::string(body)).findings.size();
  };
  EXPECT_EQ(times("    s = mylab.open(p)\n    s.read()\n"), 1U);
  EXPECT_EQ(times("    s = mylab.open(p)\n    s.stop()\n"), 0U);
  EXPECT_EQ(times("    with mylab.open(p) as s:\n        s.read()\n"), 0U);
  EXPECT_EQ(times("    return mylab.open(p)\n"), 0U);
}

TEST(CustomRuleRow, SaysWhatGetsToASink) {
  constexpr std::string_view kRule =
      "r:\n  message: m\n  sink: {code: 'mylab.send($X, $Y)', takes: {$X: [Tensor, Module]}}\n";
  const auto times = [&](std::string_view value) {
    return run(kRule, fmt::format("import mylab, torch\nx = {}\nmylab.send(x, 1)\n", value))
        .findings.size();
  };
  EXPECT_EQ(times("torch.ones(3)"), 1U);
  EXPECT_EQ(times("torch.nn.Linear(1, 2)"), 1U);
  EXPECT_EQ(times("3"), 0U);
  EXPECT_EQ(times("unknown()"), 0U);
}

// ---- fixes ----

TEST(CustomRuleFix, FillsTemplates) {
  EXPECT_EQ(fixed("f($A, $$$R)", "replace: g($$$R, k=$A)", "f(1, 2, 3)\nf(4)\n"),
            "g(2, 3, k=1)\ng(k=4)\n");
  EXPECT_EQ(fixed("f($A)", "replace: $A.g()", "f(a + b)\nf(c)\n"), "(a + b).g()\nc.g()\n");
  EXPECT_EQ(fixed("f($A)", "replace: $A", "x = f(a + b) * 2\n"), "x = (a + b) * 2\n");
  EXPECT_EQ(fixed("f($A)", "replace: g($A)", "f((x for x in y))\n"), "g((x for x in y))\n");
  EXPECT_EQ(fixed("f($A)", "replace: $A + 1", "x = f(\n    a\n)\n"), "x = a + 1\n");
}

TEST(CustomRuleFix, WritesNamesAsTheFileHasThem) {
  constexpr std::string_view kTorch = "  imports: torch\n";
  EXPECT_EQ(fixed("f($A)", "replace: torch.relu($A)", "import torch as th\nf(1)\n", kTorch),
            "import torch as th\nth.relu(1)\n");
  EXPECT_EQ(
      fixed("torch.old($A)", "replace: torch.relu($A)", "from torch import old\nold(1)\n", kTorch),
      "from torch import old\nimport torch\ntorch.relu(1)\n");
}

TEST(CustomRuleFix, EditsStatementsAndArguments) {
  EXPECT_EQ(fixed("f($A)", "delete: true", "if x:\n    f(1)\ny = f(2)\n"),
            "if x:\n    pass\ny = f(2)\n");
  EXPECT_EQ(
      fixed("f($A)", "insert-before: g($A)", "if x:\n    y = f(1)\n", "  not-follows: g(...)\n"),
      "if x:\n    g(1)\n    y = f(1)\n");
  EXPECT_EQ(fixed("f($A)", "remove-argument: k", "f(1, k=2)\n"), "f(1, k=2)\n");
  EXPECT_EQ(fixed("f($A, k=$K)", "remove-argument: k", "f(1, k=2)\n"), "f(1)\n");
  EXPECT_EQ(fixed("f($A)", "add-argument: {k: $A}", "f(x)\n"), "f(x, k=x)\n");
  EXPECT_EQ(fixed("f($A)", "wrap: 'with $A:'", "if x:\n    f(1)\n",
                  "  not-inside: |\n"
                  "    with $_:\n        ...\n"),
            "if x:\n    with 1:\n        f(1)\n");
}

TEST(CustomRuleFix, DeclinesWhatItsTemplateDoesNotShow) {
  // A named argument would be given twice, and a positional one come after it.
  EXPECT_EQ(fixed("f($$$R)", "replace: g(k=1, $$$R)", "f(2)\n"), "f(2)\n");
  EXPECT_EQ(fixed("f($$$R)", "replace: g($$$R, k=1)", "f(k=2)\n"), "f(k=2)\n");
  EXPECT_EQ(fixed("x = $A", "replace: |\n  y = $A\n  z = 1", "a = 1; x = 2\n"), "a = 1; x = 2\n");
}

// A training loop that does `statement` after its backward pass.
std::string trained(std::string_view statement, std::string_view after = "") {
  return fmt::format(
      "import torch\n"
      "def train(model, loader, criterion, optimizer, log):\n"
      "    for x, y in loader:\n"
      "        loss = criterion(model(x), y)\n"
      "        loss.backward()\n"
      "        optimizer.step()\n"
      "        {}\n{}",
      statement, after);
}

constexpr std::string_view kNotDetached = "  where:\n    $X: {not-text: '*.detach()*'}\n";

// The level of the one fix that the rule offers, if it does.
std::optional<Applicability> level_of(std::string_view pattern, std::string_view fix,
                                      const std::string& code) {
  const FileResult result =
      run(fmt::format("r:\n  message: m\n  pattern: {}\n  not: {}\n{}  fix: {}\n", pattern, fix,
                      kNotDetached, fix),
          code);
  if (result.findings.size() != 1 || !result.findings.front().finding.fix) return std::nullopt;
  return result.findings.front().finding.fix->applicability();
}

TEST(CustomRuleFix, IsSafeWhereDetachingIsProven) {
  constexpr std::string_view kPattern = "$LOG.append($X)";
  constexpr std::string_view kFix = "$LOG.append($X.detach())";
  EXPECT_EQ(level_of(kPattern, kFix, trained("log.append(loss)")), Applicability::Safe);
  EXPECT_EQ(level_of(kPattern, kFix, trained("log.append(loss)", "    sum(log).backward()\n")),
            Applicability::Unsafe)
      << "what is in the log is differentiated";
  EXPECT_EQ(level_of(kPattern, kFix, trained("log.append(y)")), Applicability::Unsafe)
      << "nothing says that it is a tensor";
  EXPECT_EQ(level_of("self.last = $X", "self.last = $X.detach()",
                     "import torch\nclass T:\n  def f(self, model, loader, criterion):\n"
                     "    for x, y in loader:\n      loss = criterion(model(x), y)\n"
                     "      loss.backward()\n      self.last = loss\n"),
            Applicability::Safe);
}

TEST(CustomRuleFix, DetachesWhatTheFileHasAndNoMore) {
  EXPECT_EQ(fixed("$LOG.append($X)", "replace: $LOG.append($X.detach())",
                  trained("log.append(  # why\n          loss)"), kNotDetached),
            trained("log.append(  # why\n          loss.detach())"))
      << "the layout stays, as only detach() is put in";
}

TEST(CustomRuleFix, IsUnsafeWhereMoreThanTheGraphMayChange) {
  // The tensor itself is changed, or asked about.
  EXPECT_EQ(level_of("$X.mul_(2)", "$X.detach().mul_(2)", trained("loss.mul_(2)")),
            Applicability::Unsafe);
  EXPECT_EQ(level_of("$X.grad_fn", "$X.detach().grad_fn", trained("log(loss.grad_fn)")),
            Applicability::Unsafe);
  EXPECT_EQ(level_of("torch.relu_($X)", "torch.relu_($X.detach())", trained("torch.relu_(loss)")),
            Applicability::Unsafe);
  EXPECT_EQ(level_of("kept = $X", "kept = $X.detach()", trained("kept = loss")),
            Applicability::Unsafe)
      << "another name of the tensor, which may be changed by it";
  // The template shows more than detach().
  EXPECT_EQ(level_of("$LOG.append($X)", "$LOG.insert(0, $X.detach())", trained("log.append(loss)")),
            Applicability::Unsafe);
  EXPECT_EQ(
      level_of("$LOG.append($X)", "$LOG.append($X.detach().cpu())", trained("log.append(loss)")),
      Applicability::Unsafe);
  EXPECT_EQ(level_of("$LOG.append([$X, $X])", "$LOG.append([$X, $X.detach()])",
                     trained("log.append([loss, loss])")),
            Applicability::Unsafe);
  // A variable that another pattern has bound to other code.
  EXPECT_EQ(run("r:\n  message: m\n  pattern: $LOG.append(...)\n  precedes: stop($X)\n"
                "  not: $LOG.append($_.detach())\n  fix: $LOG.append($X.detach())\n",
                trained("log.append(x)\n        stop(loss)"))
                .findings.front()
                .finding.fix->applicability(),
            Applicability::Unsafe);
}

// detach() gives another tensor: its data, its attributes and what it is as a key are its own.
TEST(CustomRuleFix, IsUnsafeWhereTheVeryTensorIsMeant) {
  const auto kept = [](std::string_view read) {
    return level_of("$KEPT.append($X)", "$KEPT.append($X.detach())",
                    trained("kept = []\n        kept.append(loss)\n        " + std::string(read)));
  };
  EXPECT_EQ(kept("print(kept[0].item())"), Applicability::Safe);
  EXPECT_EQ(kept("kept[0].mul_(2)"), Applicability::Safe) << "of numbers that both share";
  EXPECT_EQ(kept("kept[0].data = y"), Applicability::Unsafe);
  EXPECT_EQ(kept("kept[0].set_(y)"), Applicability::Unsafe);
  EXPECT_EQ(kept("kept[0].resize_(3)"), Applicability::Unsafe);
  EXPECT_EQ(kept("print(kept[0] in {loss: 1})"), Applicability::Unsafe);
  EXPECT_EQ(kept("print(kept[0].requires_grad)"), Applicability::Unsafe);
  EXPECT_EQ(kept("print(kept[0] is loss)"), Applicability::Unsafe);
  for (const char* read :
       {"print(loss in kept)", "print(kept.index(loss))", "kept.remove(loss)",
        "print(kept.count(y))", "print({loss: 1}[kept[0]])", "print({loss: 1}.get(kept[0]))",
        "print(id(kept[0]))", "print(hash(kept[0]))", "w = weakref.ref(kept[0])",
        "print(set(kept))", "kept[0].register_hook(print)", "kept[0].retain_grad()",
        "print(kept[0].retains_grad)", "print(kept[0]._backward_hooks)", "print(kept[0]._version)",
        "copy.deepcopy(kept)", "pickle.dump(kept, y)"}) {
    EXPECT_EQ(kept(std::string("import copy, pickle, weakref\n        ") + read),
              Applicability::Unsafe)
        << read;
  }
  EXPECT_EQ(kept("print(3 in kept)"), Applicability::Safe) << "no tensor is looked for";
}

// Whoever set it, and by whichever name of the tensor: the other one has it not.
TEST(CustomRuleFix, IsUnsafeWhereAttributesAreGivenToTheTensor) {
  const auto kept = [](std::string_view before, std::string_view after) {
    return level_of("$KEPT.append($X)", "$KEPT.append($X.detach())",
                    trained(fmt::format("kept = []\n        {}\n        kept.append(loss)\n"
                                        "        {}",
                                        before, after)));
  };
  EXPECT_EQ(kept("pass", "kept[0].tag = 1; print(loss.tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept("pass", "kept[0].tag, z = 1, 2; print(loss.tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept("pass", "setattr(kept[0], 'tag', 1); print(loss.tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept("loss.tag = 1", "print(kept[0].tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept("loss.tag = 1", "for k in kept: print(getattr(k, 'tag'))"), Applicability::Unsafe);
  EXPECT_EQ(kept("setattr(loss, 'tag', 1)", "print(kept[0].tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept("loss.__dict__['tag'] = 1", "print(kept[0].tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept("t = loss; t.tag = 1", "print(kept[0].tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept("t = loss", "kept[-1].tag = 1; print(t.tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept("pass", "loss.data = y; print(kept[0])"), Applicability::Unsafe);
  EXPECT_EQ(kept("pass", "loss.set_(y); print(kept[0].item())"), Applicability::Unsafe);
  EXPECT_EQ(kept("y.tag = 1", "print(kept[0].item(), loss.shape)"), Applicability::Safe);
  EXPECT_EQ(kept("model.tag = 1", "print(model.tag, kept[0].item())"), Applicability::Safe);
}

// A function that is given the tensor, or its detached self, sees which one it is.
TEST(CustomRuleFix, IsUnsafeWhereAFunctionGivesTheTensorAttributesOrMemory) {
  const auto kept = [](std::string_view function, std::string_view after) {
    return level_of(
        "$KEPT.append($X)", "$KEPT.append($X.detach())",
        std::string(function) +
            trained(fmt::format("kept = []\n        kept.append(loss)\n        {}", after)));
  };
  constexpr std::string_view kTag = "def mark(t):\n    t.tag = 1\n";
  constexpr std::string_view kData = "def mark(t):\n    t.data = 0 * t.data\n";
  EXPECT_EQ(kept(kTag, "mark(kept[0]); print(loss.tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept(kTag, "mark(loss); print(kept[0].tag)"), Applicability::Unsafe);
  EXPECT_EQ(kept(kData, "mark(loss); print(kept[0].item())"), Applicability::Unsafe);
  EXPECT_EQ(kept("def mark(t):\n    t.unsqueeze_(0)\n", "mark(loss); print(kept[0].item())"),
            Applicability::Unsafe);
  EXPECT_EQ(kept("def mark(t):\n    return t.grad_fn\n", "mark(kept[0])"), Applicability::Unsafe);
  EXPECT_EQ(kept("def show(t):\n    return t.item()\n", "print(show(kept[0]))"),
            Applicability::Safe);
  EXPECT_EQ(kept(kTag, "mark(y); print(kept[0].item())"), Applicability::Safe);
}

// By which name ever the tensor was stored.
TEST(CustomRuleFix, IsUnsafeWhereTheTensorGetsAnotherShapeByAnotherName) {
  const auto kept = [](std::string_view before, std::string_view after) {
    return level_of("$KEPT.append($X)", "$KEPT.append($X.detach())",
                    trained(fmt::format("kept = []\n        {}\n        kept.append(t)\n"
                                        "        {}\n        print(kept[0].item())",
                                        before, after)));
  };
  for (const char* before : {"t = loss", "t, u = loss, y", "t = loss.cpu()"}) {
    EXPECT_EQ(kept(before, "pass"), Applicability::Safe) << before;
    EXPECT_EQ(kept(before, "loss.unsqueeze_(0)"), Applicability::Unsafe) << before;
  }
}

// Whatever is not known to look at numbers alone.
TEST(CustomRuleFix, IsUnsafeWhereAUseIsNotKnownToReadNumbersAlone) {
  const auto kept = [](std::string_view read) {
    return level_of(
        "$KEPT.append($X)", "$KEPT.append($X.detach())",
        "import collections, copy, math, pickle\n"
        "class Keys(dict):\n    pass\n" +
            trained("kept = []\n        kept.append(loss)\n        " + std::string(read)));
  };
  for (const char* read : {"cache[kept[0]] = 1",
                           "print(log.cache[kept[0]])",
                           "d = Keys(); d[kept[0]] = 1",
                           "s = set(); s.add(kept[0])",
                           "print({kept[0]})",
                           "print({kept[0]: 1})",
                           "print(len(collections.Counter(kept)))",
                           "c = collections.Counter(); c.update(kept)",
                           "d = dict(zip(kept, y))",
                           "c = copy.copy(kept[0])",
                           "torch.utils.swap_tensors(kept[0], y)",
                           "torch.utils.swap_tensors(loss, y)",
                           "torch.save(kept, 'f')",
                           "pickle.dumps(kept)",
                           "print(kept)",
                           "print(str(kept[0]))",
                           "print(sorted(kept, key=id))",
                           "print(list(map(id, kept)))",
                           "print(kept == [loss])",
                           "print((kept[0], 1) == y)",
                           "log.unseen(kept[0])",
                           "unseen(kept)",
                           "print(kept[0].tag)",
                           "print(vars(kept[0]))",
                           "log.weight.grad = kept[0]",
                           "loss.squeeze_()",
                           "import weakref; r = weakref.ref(loss)"}) {
    EXPECT_EQ(kept(read), Applicability::Unsafe) << read;
  }
  for (const char* read :
       {"print(sum(kept).item() / len(kept))", "print(torch.stack(kept).mean().item())",
        "print(f'{kept[-1]:.4f}')", "print(float(min(kept)))", "print(math.exp(kept[0]))",
        "d = {'loss': kept[0]}; print(d['loss'].item())", "print([k.item() for k in kept])",
        "print(kept[0].shape, kept[0].dtype)", "print(bool(kept[0] < 1))",
        "print(isinstance(kept[0], torch.Tensor))", "kept.clear()"}) {
    EXPECT_EQ(kept(read), Applicability::Safe) << read;
  }
}

TEST(CustomRuleFix, IsUnsafeWhereTheStoreHashesOrRefersWeakly) {
  const auto put = [](std::string_view made) {
    return level_of(
        "$D[$I] = $X", "$D[$I] = $X.detach()",
        fmt::format("import wandb\n{}",
                    trained(fmt::format(
                        "kept = {}\n        kept[1] = loss\n        print(len(kept))", made))));
  };
  EXPECT_EQ(put("{}"), Applicability::Safe);
  EXPECT_EQ(put("dict()"), Applicability::Safe);
  EXPECT_EQ(put("wandb.Cache()"), Applicability::Unsafe);
}

// Written to before the backward pass, the one tensor changes the gradients and the other not.
TEST(CustomRuleFix, IsUnsafeWhereItIsWrittenToBeforeTheBackwardPass) {
  const auto kept = [](std::string_view write) {
    return level_of("$KEPT.append($X)", "$KEPT.append($X.detach())",
                    fmt::format("import torch\n"
                                "def train(model, loader, criterion):\n"
                                "    for x, y in loader:\n"
                                "        loss = criterion(model(x), y)\n"
                                "        kept = []\n        kept.append(loss)\n        {}\n"
                                "        loss.backward()\n",
                                write));
  };
  EXPECT_EQ(kept("pass"), Applicability::Safe);
  EXPECT_EQ(kept("kept[0].mul_(2)"), Applicability::Unsafe);
  EXPECT_EQ(kept("kept[0] *= 2"), Applicability::Unsafe);
}

TEST(CustomRuleFix, IsUnsafeWhereASetterLooksAtTheGraph) {
  const auto set = [](std::string_view decorator) {
    return level_of("self.last = $X", "self.last = $X.detach()",
                    fmt::format("import torch\nclass T:\n"
                                "  @{}\n  def last(self, value):\n"
                                "    if value.requires_grad:\n      self.count = 1\n"
                                "  def f(self, model, loader, criterion):\n"
                                "    for x, y in loader:\n      loss = criterion(model(x), y)\n"
                                "      loss.backward()\n      self.last = loss\n",
                                decorator));
  };
  EXPECT_EQ(set("last.setter"), Applicability::Unsafe);
  EXPECT_EQ(set("last.deleter"), Applicability::Safe) << "which is given nothing";
}

TEST(CustomRuleFix, IsNeverSafeByDeclaration) {
  const FileResult result =
      run("r:\n  message: m\n  pattern: f($A)\n  fix: {replace: g($A), assumes: $A is right}\n",
          "f(1)\n");
  ASSERT_EQ(result.findings.size(), 1U);
  const Finding& finding = result.findings.front().finding;
  ASSERT_TRUE(finding.fix);
  EXPECT_EQ(finding.fix->applicability(), Applicability::Unsafe);
  EXPECT_EQ(finding.message, "m; the fix assumes that 1 is right");
}

// ---- mistakes in files ----

struct Mistake {
  std::string rules;
  std::uint32_t line;
  std::string_view message;
  std::string_view remedy;
};

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(CustomRuleFile, MistakesHaveALineAndARemedy) {
  const std::vector<Mistake> mistakes = {
      {"r:\n  message: m\n", 1, "has no pattern", "pattern:"},
      {"r:\n  pattern: f()\n", 1, "has no message", "message:"},
      {"r:\n  message: m\n  patern: f()\n", 3, "unknown key \"patern\"", "pattern"},
      {"r:\n  message: m\n  pattern: f(\n", 3, "not Python", "$NAME"},
      {"r:\n  message: m\n  pattern: $X\n", 3, "metavariable alone", "begin with code"},
      {"r:\n  message: m $Y\n  pattern: f($X)\n", 2, "no pattern of the rule has $Y", "$X"},
      {"r:\n  message: m\n  pattern: f($X)\n  fix: g($Y)\n", 4, "no pattern", "$X"},
      {"r:\n  message: m\n  pattern: f($X)\n  fix: g(...)\n", 4, "anything", "template"},
      {"r:\n  message: m\n  pattern: f($X)\n  fix: {replace: g($X), level: safe}\n", 4,
       "can't declare its fix safe", "assumes"},
      {"r:\n  message: m\n  pattern: f($X)\n  fix: {title: t}\n", 4, "no edit", "replace"},
      {"r:\n  message: m\n  pattern: f($X)\n  fix: {delete: true, replace: g()}\n", 4, "one edit",
       ""},
      {"r:\n  message: m\n  pattern: f($X)\n  where:\n    $Y: {is: Tensor}\n", 5,
       "none of the rule's", "$NAME"},
      {"r:\n  message: m\n  pattern: f($X)\n  where:\n    $X: {iss: Tensor}\n", 5,
       "unknown condition", "known:"},
      {"r:\n  message: m\n  pattern: f($X)\n  where:\n    $X: {reaches: nowhere}\n", 5, "is wrong",
       "container"},
      {"r:\n  message: m\n  resource: {acquire: f()}\n", 3, "has no \"release\"",
       "acquire, release"},
      {"r:\n  message: m\n  sink: {code: f($X), takes: {}}\n", 3, "names no metavariable", ""},
      {"r:\n  message: m\n  sink: {code: f($X), takes: {$Y: Tensor}}\n", 3, "none of the rule's",
       "$NAME"},
      {"r:\n  message: m\n  pattern: f()\n  resource:\n    acquire: f()\n    release: g\n", 5,
       "says twice", "keep one"},
      {"r:\n  message: m\n  pattern: 'f(\"$X\")'\n", 3, "part of a string", "whole string"},
      {"r:\n  message: m\n  pattern: f($X=1)\n", 3, "can't be a metavariable", "..."},
      {"r:\n  message: m\n  pattern: f()\n  cases:\n    - {fixed: x}\n", 5, "either", ""},
      {"r:\n  message: m\n  pattern: f()\n  severity: bad\n", 4, "severity", ""},
      {"Rule One:\n  message: m\n", 1, "can't name a rule", "hyphens"},
      {"r:\n  message: \"\\e[31m\"\n  pattern: f()\n", 2, "nobody sees", "control"},
      {"r:\n  message: m\n  pattern: f()\n  at: $X\n", 4, "none of the rule's", ""},
      {"r:\n  message: " + std::string(1025, 'm') + "\n  pattern: f()\n", 2, "longer than 1024",
       ""},
      {"r:\n  message: m\n  pattern: [" + repeated("f(), ", 101) + "f()]\n", 3,
       "more than 100 entries", "split"},
      {"r:\n  message: m\n  pattern: f($X)\n  fix: {replace: g($X), assumes: " +
           std::string(1025, 'a') + "}\n",
       4, "longer than 1024", ""},
  };
  for (const Mistake& mistake : mistakes) {
    const auto file = parse_rule_file(mistake.rules, "rules.yaml");
    ASSERT_FALSE(file) << mistake.rules;
    EXPECT_EQ(file.error().kind, ErrorKind::Configuration);
    EXPECT_EQ(file.error().path, "rules.yaml");
    EXPECT_EQ(file.error().line, mistake.line) << mistake.rules << file.error().to_string();
    EXPECT_THAT(file.error().message, HasSubstr(mistake.message));
    EXPECT_THAT(file.error().remedy, HasSubstr(mistake.remedy)) << file.error().to_string();
  }
}

TEST(CustomRuleFile, TakesNoNameTwice) {
  const Registry& shipped = testing::Shipped::get().registry();
  for (const std::string& name : {shipped.rules().front().name, shipped.rules().front().group,
                                  std::string("custom"), std::string("all")}) {
    auto file = parse_rule_file(name + ":\n  message: m\n  pattern: f()\n", "rules.yaml");
    ASSERT_TRUE(file);
    const auto registry = with_rules(shipped, std::move(file->rules));
    ASSERT_FALSE(registry) << name;
    EXPECT_THAT(registry.error().to_string(), HasSubstr("rules.yaml:1: there is a rule"));
  }
}

TEST(CustomRuleFile, DeepPatternsAreRefused) {
  const std::string deep = "f(" + std::string(500, '(') + "x" + std::string(500, ')') + ")";
  const auto file = parse_rule_file("r:\n  message: m\n  pattern: " + deep + "\n", "rules.yaml");
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, HasSubstr("too deep"));
}

// Each `...` could take any number: together they could fit in more ways than there are atoms.
TEST(CustomRuleFile, ManyEllipsesAreLinear) {
  std::string pattern = "f(";
  for (int i = 0; i < 30; ++i) pattern += "..., 1, ";
  std::string code = "f(";
  for (int i = 0; i < 3000; ++i) code += "1, ";
  EXPECT_EQ(found(pattern + "2)", code + "3)\n"), 0U);
  EXPECT_EQ(found(pattern + "2)", code + "2)\n"), 1U);
}

// What a rule costs is counted: many patterns, long texts of many findings, long code in a fix.
TEST(CustomRuleFile, WhatTakesMoreThanItsSizeIsRefused) {
  const auto errors_of = [](const std::string& rules, const std::string& code) {
    const auto file = parse_rule_file(rules, "rules.yaml");
    if (!file) throw std::runtime_error(file.error().to_string());
    const Registry registry(file->rules);
    PipelineOptions options;
    options.rules.resize(registry.rules().size());
    FilePipeline pipeline(registry, testing::Shipped::get().knowledge(), options);
    return pipeline.run(make_source_file("a.py", code).value()).errors.size();
  };
  const std::string text(1000, 'm');
  std::string long_rule = "r:\n  message: " + text + "\n  pattern: f($X)\n";
  EXPECT_EQ(errors_of(long_rule, repeated("f(1)\n", 1000)), 0U);
  EXPECT_EQ(errors_of(long_rule, repeated("f(1)\n", 200'000)), 1U);
  std::string rules;
  for (int i = 0; i < 400; ++i) {
    rules += fmt::format("r{}:\n  message: m\n  pattern: [{}]\n", i, repeated("f(2), ", 99));
  }
  EXPECT_EQ(errors_of(rules, repeated("f(1)\n", 10)), 0U);
  EXPECT_EQ(errors_of(rules, repeated("f(1)\n", 20'000)), 1U);
  const std::string copies =
      "r:\n  message: m\n  pattern: g($X)\n  fix: h(" + repeated("$X, ", 900) + ")\n";
  const auto file = parse_rule_file(copies, "rules.yaml");
  ASSERT_TRUE(file) << file.error().to_string();
  const Registry registry(file->rules);
  PipelineOptions options;
  options.rules.resize(1);
  FilePipeline pipeline(registry, testing::Shipped::get().knowledge(), options);
  const FileResult result =
      pipeline.run(make_source_file("a.py", "g('" + std::string(1000, 'x') + "')\n").value());
  ASSERT_THAT(result.findings, ::testing::SizeIs(1));
  EXPECT_FALSE(result.findings[0].finding.fix.has_value()) << "900 KB are no fix";
}

// ---- as a user meets them ----

class CustomRulesCli : public ::testing::Test {
 protected:
  CustomRulesCli() {
    folder_.write(".mlfix/rules/load.yaml",
                  "load-runs-code:\n"
                  "  message: torch.load() of `$F` may run code\n"
                  "  why: A checkpoint is a pickle.\n"
                  "  pattern: torch.load($F)\n"
                  "  severity: high\n"
                  "  fix: {add-argument: {weights_only: 'True'}, assumes: it holds tensors}\n");
    folder_.write("a.py", "import torch\n\ntorch.load(p)\n");
  }

  ProcessResult mlfix(std::vector<std::string> arguments) const {
    ProcessOptions options;
    options.folder = folder_.path();
    return testing::run_mlfix(std::move(arguments), options);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(CustomRulesCli, AreRulesLikeAllOthers) {
  const ProcessResult report = mlfix({"--format", "concise"});
  EXPECT_EQ(report.status, 1);
  EXPECT_THAT(report.out, HasSubstr("a.py:3:1: load-runs-code: torch.load() of `p` may run code; "
                                    "the fix assumes that it holds tensors [unsafe fix]"));
  EXPECT_THAT(mlfix({"--select", "custom"}).out, HasSubstr("load-runs-code (high)"));
  EXPECT_EQ(mlfix({"--ignore", "load-runs-code"}).status, 0);
  EXPECT_EQ(mlfix({"--no-config"}).status, 0);
  EXPECT_THAT(mlfix({"rules"}).out, HasSubstr("load-runs-code"));
  EXPECT_THAT(mlfix({"explain", "load-runs-code"}).out, HasSubstr("A checkpoint is a pickle."));
  for (const char* format : {"json", "sarif", "html", "markdown", "gitlab", "junit"}) {
    EXPECT_THAT(mlfix({"--format", format}).out, HasSubstr("load-runs-code")) << format;
  }
}

TEST_F(CustomRulesCli, FollowConfigurationAndComments) {
  folder_.write("mlfix.yaml", "rules:\n  load-runs-code:\n    severity: low\n");
  EXPECT_THAT(mlfix({}).out, HasSubstr("load-runs-code (low)"));
  folder_.write("mlfix.yaml", "ignore: load-runs-code\n");
  EXPECT_EQ(mlfix({}).status, 0);
  folder_.write("mlfix.yaml", "");
  folder_.write("a.py", "import torch\n\ntorch.load(p)  # mlfix: ignore[load-runs-code]\n");
  EXPECT_EQ(mlfix({}).status, 0);
}

TEST_F(CustomRulesCli, WriteOnlyWithUnsafe) {
  EXPECT_EQ(mlfix({"--write"}).status, 1);
  EXPECT_EQ(testing::read_bytes(folder_.path() / "a.py"), "import torch\n\ntorch.load(p)\n");
  EXPECT_EQ(mlfix({"--write", "--unsafe"}).status, 0);
  EXPECT_EQ(testing::read_bytes(folder_.path() / "a.py"),
            "import torch\n\ntorch.load(p, weights_only=True)\n");
}

TEST_F(CustomRulesCli, AskForFactsOfTheConfiguration) {
  folder_.write(".mlfix/rules/f.yaml",
                "board-kept:\n  message: a board\n  pattern: keep($X)\n"
                "  where:\n    $X: {is: Board}\n");
  folder_.write("b.py", "import mylab\nb = mylab.Board()\nkeep(b)\nkeep(1)\n");
  ProcessResult result = mlfix({"--select", "board-kept", "b.py"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr(".mlfix/rules/f.yaml:5:"),
                                HasSubstr("there is no fact \"Board\""), HasSubstr("mlfix.yaml")));
  folder_.write("mlfix.yaml",
                "knowledge:\n  facts: {Board: Container}\n  classes:\n"
                "    - {names: mylab.Board, result: Board}\n");
  result = mlfix({"--select", "board-kept", "--format", "concise", "b.py"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("b.py:3:1: board-kept"), Not(HasSubstr("b.py:4"))));
}

TEST_F(CustomRulesCli, AMistakeEndsTheRun) {
  folder_.write(".mlfix/rules/load.yaml", "r:\n  message: m\n  pattern: f(\n");
  const ProcessResult result = mlfix({});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("mlfix: .mlfix/rules/load.yaml:3: the pattern is not Python"));
}

TEST_F(CustomRulesCli, LinksDoNotLeadOut) {
  const testing::TemporaryFolder outside;
  outside.write("r.yaml", "secret:\n  message: m\n  pattern: f()\n");
  std::filesystem::create_directory(folder_.path() / ".git");
  std::filesystem::create_symlink(outside.path() / "r.yaml",
                                  folder_.path() / ".mlfix/rules/other.yaml");
  const ProcessResult result = mlfix({});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("leads out of the repository"), Not(HasSubstr("secret"))));
  std::filesystem::remove_all(folder_.path() / ".mlfix");
  std::filesystem::create_directory(folder_.path() / ".mlfix");
  std::filesystem::create_directory_symlink(outside.path(), folder_.path() / ".mlfix/rules");
  EXPECT_EQ(mlfix({"--format", "concise"}).out, "") << "as if there were none";
}

// As in /tmp, where anybody may leave some.
TEST_F(CustomRulesCli, ThoseOfAnotherUserCountWithinARepositoryOnly) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to make files of another user";
  constexpr uid_t kNobody = 65534;
  folder_.write("mine/a.py", "import torch\nw = torch.load('w.pt')\n");
  const auto found = [&] { return mlfix({"--format", "concise", "mine"}).out; };
  EXPECT_THAT(found(), HasSubstr("load-runs-code"));
  for (const char* name : {".mlfix/rules/load.yaml", ".mlfix/rules", ".mlfix"}) {
    ASSERT_EQ(::chown((folder_.path() / name).c_str(), kNobody, kNobody), 0);
  }
  EXPECT_THAT(found(), Not(HasSubstr("load-runs-code")));
  std::filesystem::create_directory(folder_.path() / ".git");
  EXPECT_THAT(found(), HasSubstr("load-runs-code"))
      << "who wrote to a repository is another matter";
}

TEST_F(CustomRulesCli, TestRulesTellsWhatFails) {
  EXPECT_THAT(mlfix({"test-rules"}).out, HasSubstr("load-runs-code: has no cases"));
  folder_.write(".mlfix/rules/load.yaml",
                "r:\n  message: found $F\n  pattern: f($F)\n  fix: g($F)\n  cases:\n"
                "    - found: f(1)\n      fixed: g(2)\n"
                "    - silent: f(2)\n"
                "    - found: f(3)\n");
  const ProcessResult result = mlfix({"test-rules"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("load.yaml:6: r: the fix makes other code"), HasSubstr("+g(1)"),
                    HasSubstr("load.yaml:8: r: 0 findings are wanted, and there is 1"),
                    HasSubstr("line 1: found 2"), HasSubstr("1 of 3 cases hold, of 1 rules")));
}

TEST_F(CustomRulesCli, LearnDraftsARuleThatHolds) {
  struct Example {
    std::string before;
    std::string after;
    std::string pattern;
  };
  const std::vector<Example> examples = {
      {"from torch import load\n\ndef f(path):\n    return load(path)\n",
       "from torch import load\n\ndef f(path):\n    return load(path, weights_only=True)\n",
       "torch.load($PATH)"},
      {"def f(losses, loss):\n    losses.append(loss)\n",
       "def f(losses, loss):\n    losses.append(loss.item())\n", "$LOSSES.append($LOSS)"},
      {"import gc\n\ndef f(x):\n    gc.collect()\n    return x\n",
       "import gc\n\ndef f(x):\n    return x\n", "gc.collect()"},
      {"def f(m, x):\n    total = m(x) + 1\n    return total\n",
       "def f(m, x):\n    total = m(x) * 2\n    return total\n", "$TOTAL = "},
  };
  for (const Example& example : examples) {
    folder_.write("before.txt", example.before);
    folder_.write("after.txt", example.after);
    const ProcessResult learned = mlfix({"learn", "before.txt", "after.txt"});
    EXPECT_EQ(learned.status, 0) << learned.err;
    EXPECT_THAT(learned.out, HasSubstr(example.pattern));
    folder_.write(".mlfix/rules/load.yaml", learned.out);
    const ProcessResult tested = mlfix({"test-rules"});
    EXPECT_EQ(tested.status, 0) << learned.out << tested.out << tested.err;
  }
  // Names of the second program that the first has not.
  folder_.write("after.txt", "import gc\n\ndef g(y, z):\n    return gc.collect(z)\n");
  const ProcessResult other = mlfix({"learn", "before.txt", "after.txt"});
  EXPECT_EQ(other.status, 2) << other.out;
  EXPECT_THAT(other.err, HasSubstr("differ in more than a rule can say"));
  // Comments are no part of a pattern, so nothing brings them.
  folder_.write("after.txt", "def f(m, x):\n    total = m(x) * 2  # twice\n    return total\n");
  const ProcessResult failing = mlfix({"learn", "before.txt", "after.txt"});
  EXPECT_EQ(failing.status, 1) << failing.out;
  EXPECT_THAT(failing.out, HasSubstr("pattern: |"));
  EXPECT_THAT(failing.err, HasSubstr("+    total = m(x) * 2"));
  folder_.write("after.txt", examples.back().before);
  EXPECT_THAT(mlfix({"learn", "before.txt", "after.txt"}).err, HasSubstr("the same code"));
}

// ---- in an editor ----

Result<lsp::Surroundings> with_rules_of(const std::filesystem::path& folder) {
  auto file = read_rule_folder(*find_rule_folder(folder));
  if (!file) return tl::unexpected(file.error());
  auto registry = with_rules(testing::Shipped::get().registry(), std::move(file->rules));
  if (!registry) return tl::unexpected(registry.error());
  auto around = testing::shipped_surroundings(folder);
  around->registry = std::make_shared<const Registry>(std::move(*registry));
  const Registry& rules = *around->registry;
  around->settings =
      make_settings(rules, all_defaults(rules).value(), empty_config_file(rules), {}).value();
  return around;
}

TEST_F(CustomRulesCli, AreThereInAnEditor) {
  const std::string uri = lsp::uri_of_path(folder_.path() / "a.py");
  testing::LspClient client(
      {{"rootUri", lsp::uri_of_path(folder_.path())}, {"capabilities", nlohmann::json::object()}},
      with_rules_of);
  client.tell("textDocument/didOpen", {{"textDocument",
                                        {{"uri", uri},
                                         {"languageId", "python"},
                                         {"version", 1},
                                         {"text", "import torch\n\ntorch.load(p)\n"}}}});
  client.settle();
  EXPECT_THAT(client.diagnostics(uri).dump(), HasSubstr("load-runs-code"));
  folder_.write(".mlfix/rules/load.yaml", "other-rule:\n  message: m\n  pattern: torch.load($F)\n");
  client.tell(
      "workspace/didChangeWatchedFiles",
      {{"changes",
        {{{"uri", lsp::uri_of_path(folder_.path() / ".mlfix/rules/load.yaml")}, {"type", 2}}}}});
  client.settle();
  EXPECT_THAT(client.diagnostics(uri).dump(),
              AllOf(HasSubstr("other-rule"), Not(HasSubstr("load-runs-code"))));
}

// ---- shipped rules in the language of patterns ----

struct Seen {
  std::string begin;  // 4:5
  std::string end;
  std::optional<Applicability> level;  // of the fix
  auto operator<=>(const Seen&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  const std::string_view level = seen.level ? label(*seen.level) : "without a fix";
  return out << seen.begin << "-" << seen.end << " " << level;
}

std::string place_in(const SourceFile& file, Offset at) {
  const Position position = file.lines.position(file.text, at);
  return fmt::format("{}:{}", position.line, position.column);
}

Seen seen_of(const FileFinding& found, const SourceFile& file) {
  const TextRange range = found.finding.range;
  Seen seen{place_in(file, range.begin), place_in(file, range.end), std::nullopt};
  if (found.finding.fix) seen.level = found.finding.fix->applicability();
  return seen;
}

// What several rules of a project find at one place is one finding of the built-in rule: the one
// with a fix, where there is one.
std::vector<Seen> found_together(const FileResult& result, const SourceFile& file) {
  std::map<std::pair<std::string, std::string>, Seen> by_place;
  for (const FileFinding& found : result.findings) {
    if (found.later) continue;
    const Seen seen = seen_of(found, file);
    Seen& known = by_place.try_emplace({seen.begin, seen.end}, seen).first->second;
    if (!known.level) known = seen;
  }
  std::vector<Seen> all;
  for (const auto& [place, seen] : by_place) all.push_back(seen);
  return all;
}

// What the rewritten rules are to give in place of the built-in ones' findings. They differ in:
// - No rule of a project can prove that a deletion is safe.
// - A `with` that looks for anomalies: the pattern is the manager, and the finding is that, without
//   the `with` before it. No template takes a block away and keeps its body: there is no fix.
std::vector<Seen> as_rewritten(const FileResult& result, const SourceFile& file) {
  std::vector<Seen> all;
  for (const FileFinding& found : result.findings) {
    if (found.later) continue;
    Seen seen = seen_of(found, file);
    if (seen.level == Applicability::Safe) seen.level = Applicability::Unsafe;
    const TextRange range = found.finding.range;
    const std::string text = file.text.substr(range.begin, range.end - range.begin);
    if (text.starts_with("with ")) {
      const std::size_t manager = text.rfind(' ', text.find("detect_anomaly")) + 1;
      seen.begin = place_in(file, range.begin + static_cast<Offset>(manager));
      seen.level = std::nullopt;
    }
    all.push_back(std::move(seen));
  }
  std::ranges::sort(all);
  return all;
}

class RewrittenRule : public ::testing::TestWithParam<const char*> {};

// The rules of testdata/custom_rules find what the built-in rule of that name finds, from the same
// column to the same column, with fixes of the same level. What hardly matters counts, as a
// pattern has no notion of it.
TEST_P(RewrittenRule, FindsTheSameInAllCases) {
  const std::string stem = GetParam();
  const std::string yaml = testing::read_bytes(std::filesystem::path(MLFIX_SOURCE_DIR) /
                                               "testdata/custom_rules" / (stem + ".yaml"));
  const testing::Shipped& shipped = testing::Shipped::get();
  const auto rule = shipped.registry().find(rule_name_of_stem(stem));
  ASSERT_TRUE(rule);
  const bool has_minor = stem != "anomaly_mode";
  const std::string rule_options = has_minor ? "minor: true" : "";
  PipelineOptions options = shipped.options(testing::Level::Unsafe, *rule, rule_options);
  options.apply_safe = false;
  options.apply_unsafe = false;
  std::size_t cases = 0;
  std::size_t findings = 0;
  for (const testing::GoldenPlace& place : testing::golden_places(testing::CaseKind::Program)) {
    if (place.stem != stem) continue;
    const testing::GoldenCase golden = testing::read_case(place);
    if (!testing::options_in(golden.before).empty()) continue;
    const SourceFile file = make_source_file("case.py", golden.before).value();
    const auto of_rule = as_rewritten(shipped.run(golden.before, options), file);
    EXPECT_EQ(found_together(run(yaml, golden.before), file), of_rule) << place.name();
    findings += of_rule.size();
    ++cases;
  }
  EXPECT_GT(cases, 10U);
  EXPECT_GT(findings, 10U);
}

INSTANTIATE_TEST_SUITE_P(CustomRules, RewrittenRule,
                         ::testing::Values("anomaly_mode", "noop_detach", "unneeded_retain_graph"));

// ---- what they cost ----

// The least work that the program can be analysed with, in steps. Matching is counted pattern by
// pattern and much of the built-in rules is not, so the bound is not that of instructions, of which
// the fifty rules add a tenth to a fifth (see docs/performance.md).
std::uint64_t work_of(const Registry& registry, const std::string& code) {
  std::uint64_t least = 0;
  std::uint64_t most = 1u << 24;
  while (least + 1 < most) {
    PipelineOptions options;
    options.rules.resize(registry.rules().size());
    options.apply_safe = false;
    options.work_limit = (least + most) / 2;
    FilePipeline pipeline(registry, testing::Shipped::get().knowledge(), options);
    const bool enough = pipeline.run(make_source_file("a.py", code).value()).errors.empty();
    (enough ? most : least) = *options.work_limit;
  }
  return most;
}

// Fifty rules, of which some have their words in the program.
std::string fifty_rules() {
  const char* const patterns[] = {"torch.load($F, ...)", "$X.item()", "$L.append($X)",
                                  "$O.zero_grad()", "torch.zeros($X)"};
  std::string rules;
  for (int i = 0; i < 50; ++i) {
    const std::string pattern =
        i % 5 == 0 ? patterns[i / 10] : fmt::format("library{}.function{}($X, ...)", i, i);
    rules += fmt::format("r{}:\n  message: m\n  pattern: {}\n  not: $_(1, 2, 3)\n", i, pattern);
  }
  return rules;
}

TEST(CustomRuleCost, FiftyRulesAddLittleWork) {
  const Registry& shipped = testing::Shipped::get().registry();
  const std::string code = testing::read_bytes(std::filesystem::path(MLFIX_SOURCE_DIR) /
                                               "testdata/demo/signals/training.py");
  auto file = parse_rule_file(fifty_rules(), "rules.yaml");
  ASSERT_TRUE(file) << file.error().to_string();
  const auto with = with_rules(shipped, std::move(file->rules));
  ASSERT_TRUE(with);
  EXPECT_LT(static_cast<double>(work_of(*with, code)),
            4.0 * static_cast<double>(work_of(shipped, code)));
}

TEST(CustomRuleCost, RulesWhoseWordsAreNotThereAreNotRun) {
  const auto file = parse_rule_file(fifty_rules(), "rules.yaml");
  ASSERT_TRUE(file);
  const Registry registry(file->rules);
  const Dispatcher dispatcher(registry, {});
  EXPECT_THAT(dispatcher.triggered("x = library.function(3)\n", false), IsEmpty());
  EXPECT_THAT(dispatcher.triggered("library1.function1(3)\n", false), ::testing::SizeIs(1));
}

// ---- the page ----

std::vector<std::string> yaml_blocks(const std::string& page) {
  std::vector<std::string> blocks;
  constexpr std::string_view kFence = "```yaml\n";
  for (std::size_t at = page.find(kFence); at != page.npos; at = page.find(kFence, at)) {
    at += kFence.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

TEST(CustomRulesPage, ItsExamplesHold) {
  const testing::TemporaryFolder folder;
  const std::vector<std::string> blocks = yaml_blocks(testing::read_bytes(kPage));
  EXPECT_GE(blocks.size(), 8U);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    folder.write(fmt::format(".mlfix/rules/{}.yaml", i), blocks[i]);
  }
  ProcessOptions options;
  options.folder = folder.path();
  const ProcessResult result = testing::run_mlfix({"test-rules"}, options);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(Not(HasSubstr("has no cases")), HasSubstr("of 11 rules")));
}

TEST(CustomRulesPage, ListsAllConditions) {
  std::string table = "| condition | takes | holds when |\n|---|---|---|\n";
  for (const patterns::ConditionWord& word : patterns::condition_words()) {
    table += fmt::format("| `{}` | {} | {} |\n", word.name, word.values, word.meaning);
  }
  EXPECT_THAT(testing::read_bytes(kPage), HasSubstr(table)) << table;
}

}  // namespace
}  // namespace mlfix::custom_rules_test
