#include "semantic/binding/binding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "syntax/parser.h"

namespace mlfix::binding_test {
namespace {

// A bound snippet. Identifiers are addressed by text and occurrence (from 0).
class Snippet {
 public:
  explicit Snippet(std::string text)
      : text_(std::move(text)), tree_(parser_.parse(text_)), bindings_(tree_, work_) {}

  NodeId identifier(std::string_view name, int occurrence) const {
    for (NodeId n = 0; n < tree_.size(); ++n) {
      if (tree_.kind(n) == Kind::Identifier && tree_.text(n) == name && occurrence-- == 0) {
        return n;
      }
    }
    return kNoNode;
  }
  const Definition& reaching(std::string_view name, int occurrence) const {
    return bindings_.definition(bindings_.reaching(identifier(name, occurrence)));
  }
  // The nodes of the definitions that may reach a read, through all phis.
  std::vector<NodeId> sources(std::string_view name, int occurrence) const {
    std::vector<DefId> work{bindings_.reaching(identifier(name, occurrence))}, seen;
    std::vector<NodeId> result;
    while (!work.empty()) {
      const DefId d = work.back();
      work.pop_back();
      if (std::find(seen.begin(), seen.end(), d) != seen.end()) {
        continue;
      }
      seen.push_back(d);
      const Definition& def = bindings_.definition(d);
      if (def.kind == DefKind::Phi || def.kind == DefKind::LoopPhi) {
        work.insert(work.end(), def.operands.begin(), def.operands.end());
      } else {
        result.push_back(def.kind == DefKind::Unbound ? kNoNode : def.node);
      }
    }
    std::sort(result.begin(), result.end());
    return result;
  }
  NodeId loop(int occurrence = 0) const {
    for (NodeId n = 0; n < tree_.size(); ++n) {
      if ((tree_.is(n, Kind::ForStatement) || tree_.is(n, Kind::WhileStatement)) &&
          occurrence-- == 0) {
        return n;
      }
    }
    return kNoNode;
  }
  const Bindings& bindings() const { return bindings_; }
  const SyntaxTree& tree() const { return tree_; }

 private:
  std::string text_;
  Parser parser_;
  SyntaxTree tree_;
  WorkBudget work_;
  Bindings bindings_;
};

using Nodes = std::vector<NodeId>;

TEST(Binding, ReadSeesTheLastAssignment) {
  Snippet s("x = 1\nx = 2\nprint(x)\n");
  EXPECT_EQ(s.reaching("x", 2).node, s.identifier("x", 1));
}

TEST(Binding, BranchesMergeInAPhiOnlyWhereTheyDiffer) {
  Snippet s("x = 1\ny = 1\nif c:\n    x = 2\nprint(x, y)\n");
  EXPECT_EQ(s.reaching("x", 2).kind, DefKind::Phi);
  EXPECT_EQ(s.sources("x", 2), (Nodes{s.identifier("x", 0), s.identifier("x", 1)}));
  EXPECT_EQ(s.reaching("y", 1).kind, DefKind::Assign);
}

TEST(Binding, AnArmThatReturnsDoesNotReachTheCodeBehind) {
  Snippet s("def f(c):\n    x = 1\n    if c:\n        x = 2\n        return 0\n    return x\n");
  EXPECT_EQ(s.sources("x", 2), Nodes{s.identifier("x", 0)});
}

TEST(Binding, ElifChainsMergeAllArms) {
  Snippet s("if a:\n    x = 1\nelif b:\n    x = 2\nelse:\n    x = 3\nprint(x)\n");
  EXPECT_EQ(s.sources("x", 3),
            (Nodes{s.identifier("x", 0), s.identifier("x", 1), s.identifier("x", 2)}));
}

TEST(Binding, AccumulationIsCarriedByTheLoop) {
  Snippet s("total = 0\nfor b in loader:\n    loss = f(b)\n    total += loss\nprint(total)\n");
  const DefId sum = s.bindings().definition_at(s.identifier("total", 1));
  ASSERT_NE(sum, kNone);
  EXPECT_EQ(s.bindings().definition(sum).kind, DefKind::AugAssign);
  EXPECT_TRUE(s.bindings().carried_by_loop(s.identifier("total", 1), s.loop(), sum));
  EXPECT_EQ(s.sources("total", 2), (Nodes{s.identifier("total", 0), s.identifier("total", 1)}));
}

TEST(Binding, AValueMadeAnewEachIterationIsNotCarried) {
  Snippet s("for b in loader:\n    total = 0\n    total += f(b)\n");
  const DefId sum = s.bindings().definition_at(s.identifier("total", 1));
  EXPECT_FALSE(s.bindings().carried_by_loop(s.identifier("total", 1), s.loop(), sum));
}

TEST(Binding, AccumulationThroughABranchIsCarried) {
  Snippet s("t = 0\nfor b in l:\n    if b:\n        t = t + f(b)\n");
  const DefId sum = s.bindings().definition_at(s.identifier("t", 1));
  EXPECT_TRUE(s.bindings().carried_by_loop(s.identifier("t", 2), s.loop(), sum));
}

TEST(Binding, ResetInTheOuterLoopIsCarriedByTheInnerOnly) {
  Snippet s("for e in r:\n    t = 0\n    for b in l:\n        t += f(b)\n");
  const DefId sum = s.bindings().definition_at(s.identifier("t", 1));
  EXPECT_TRUE(s.bindings().carried_by_loop(s.identifier("t", 1), s.loop(1), sum));
  EXPECT_FALSE(s.bindings().carried_by_loop(s.identifier("t", 1), s.loop(0), sum));
}

TEST(Binding, BreakCarriesItsValuesPastTheLoop) {
  Snippet s("x = 0\nwhile True:\n    x = 1\n    if c:\n        break\n    x = 2\nprint(x)\n");
  EXPECT_EQ(s.sources("x", 3), Nodes{s.identifier("x", 1)});
}

TEST(Binding, ContinueCarriesItsValuesAround) {
  Snippet s(
      "x = 0\nfor i in r:\n    print(x)\n    if i:\n        x = 1\n        continue\n    x = 2\n");
  EXPECT_EQ(s.sources("x", 1),
            (Nodes{s.identifier("x", 0), s.identifier("x", 2), s.identifier("x", 3)}));
}

TEST(Binding, LoopElseRunsAfterTheLoop) {
  Snippet s("for i in r:\n    x = 1\nelse:\n    x = 2\nprint(x)\n");
  EXPECT_EQ(s.sources("x", 2), Nodes{s.identifier("x", 1)});
}

TEST(Binding, AHandlerMaySeeEveryValueOfTheBody) {
  Snippet s("x = 0\ntry:\n    x = 1\n    x = 2\nexcept E:\n    print(x)\n");
  EXPECT_EQ(s.sources("x", 3),
            (Nodes{s.identifier("x", 0), s.identifier("x", 1), s.identifier("x", 2)}));
}

TEST(Binding, AFinallySeesEveryValueOfWhatItEnds) {
  Snippet s(
      "def f():\n    x = 0\n    try:\n        x = 1\n        return x\n    except E:\n"
      "        x = 2\n        raise\n    finally:\n        print(x)\n");
  EXPECT_EQ(s.sources("x", 4),
            (Nodes{s.identifier("x", 0), s.identifier("x", 1), s.identifier("x", 3)}));
}

TEST(Binding, BehindAFinallyTheTryHasEnded) {
  Snippet s("x = 0\ntry:\n    x = 1\nfinally:\n    y = x\nprint(x, y)\n");
  EXPECT_EQ(s.sources("x", 2), (Nodes{s.identifier("x", 0), s.identifier("x", 1)}));
  EXPECT_EQ(s.sources("x", 3), Nodes{s.identifier("x", 1)});
  EXPECT_EQ(s.sources("y", 1), Nodes{s.identifier("y", 0)});
}

TEST(Binding, NothingFollowsATryThatAlwaysReturns) {
  Snippet s(
      "def f():\n    x = 0\n    if a:\n        try:\n            return 1\n"
      "        finally:\n            x = 1\n    print(x)\n");
  EXPECT_EQ(s.sources("x", 2), Nodes{s.identifier("x", 0)});
}

TEST(Binding, ABreakPassesThroughFinally) {
  Snippet s(
      "x = 0\nfor i in r:\n    try:\n        x = 1\n        break\n    finally:\n"
      "        x = 2\nprint(x)\n");
  EXPECT_EQ(s.sources("x", 3), (Nodes{s.identifier("x", 0), s.identifier("x", 2)}));
}

TEST(Binding, ABreakInFrontOfATryHasNothingOfItsFinally) {
  Snippet s(
      "x = 0\nfor i in r:\n    if a:\n        break\n    try:\n        g()\n    finally:\n"
      "        y = 2\n    x = 1\n    continue\nprint(y)\n");
  EXPECT_EQ(s.sources("y", 1), (Nodes{s.identifier("y", 0), kNoNode}));
}

TEST(Binding, AContinuePassesThroughFinally) {
  Snippet s(
      "x = 0\nfor i in r:\n    print(x)\n    try:\n        x = 1\n        continue\n"
      "    finally:\n        if a:\n            x = 2\n");
  EXPECT_EQ(s.sources("x", 1),
            (Nodes{s.identifier("x", 0), s.identifier("x", 2), s.identifier("x", 3)}));
}

TEST(Binding, FunctionsSeeTheirOwnNamesAndCaptureOthers) {
  Snippet s("a = 1\ndef f(p):\n    b = p\n    return a + b\n");
  EXPECT_EQ(s.reaching("b", 1).node, s.identifier("b", 0));
  const UseId captured = s.bindings().use_at(s.identifier("a", 1));
  EXPECT_TRUE(s.bindings().use(captured).captured);
  EXPECT_EQ(s.reaching("a", 1).node, s.identifier("a", 0));
}

TEST(Binding, ACapturedNameWithSeveralDefinitionsIsAPhi) {
  Snippet s("a = 1\ndef f():\n    return a\na = 2\n");
  EXPECT_EQ(s.sources("a", 1), (Nodes{s.identifier("a", 0), s.identifier("a", 2)}));
}

TEST(Binding, ClassScopesAreSkippedByMethods) {
  Snippet s("x = 1\nclass C:\n    x = 2\n    def m(self):\n        return x\n    y = x\n");
  EXPECT_EQ(s.reaching("x", 2).node, s.identifier("x", 0));
  EXPECT_EQ(s.reaching("x", 3).node, s.identifier("x", 1));
}

TEST(Binding, GlobalWritesReachTheModuleVariable) {
  Snippet s("n = 0\ndef f():\n    global n\n    n += 1\nf()\n");
  const Variable& v = s.bindings().variable_of(s.bindings().definition_at(s.identifier("n", 0)));
  EXPECT_TRUE(v.declared_global);
  EXPECT_EQ(v.definitions.size(), 2u);
  EXPECT_EQ(s.sources("n", 2), (Nodes{s.identifier("n", 0), s.identifier("n", 2)}));
}

TEST(Binding, NonlocalWritesReachTheEnclosingVariable) {
  Snippet s(
      "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n = 1\n    g()\n    return "
      "n\n");
  const Variable& v = s.bindings().variable_of(s.bindings().definition_at(s.identifier("n", 0)));
  EXPECT_EQ(v.definitions.size(), 2u);
}

TEST(Binding, ComprehensionsHaveTheirOwnScope) {
  Snippet s("x = 1\ny = [x for x in x]\nprint(x)\n");
  EXPECT_EQ(s.reaching("x", 1).kind, DefKind::For);
  EXPECT_EQ(s.reaching("x", 3).node, s.identifier("x", 0));
  EXPECT_EQ(s.reaching("x", 4).node, s.identifier("x", 0));
}

TEST(Binding, WalrusBindsOutsideTheComprehension) {
  Snippet s("if any((y := f(v)) for v in l):\n    print(y)\n");
  EXPECT_EQ(s.reaching("y", 1).node, s.identifier("y", 0));
}

TEST(Binding, TupleTargetsUnpack) {
  Snippet s("a, (b, *c) = f()\nprint(a, b, c)\n");
  EXPECT_EQ(s.reaching("a", 1).kind, DefKind::Unpack);
  EXPECT_EQ(s.reaching("c", 1).node, s.identifier("c", 0));
  EXPECT_EQ(s.tree().text(s.reaching("b", 1).value), "f()");
}

TEST(Binding, ChainedAssignmentBindsEveryTargetToTheValue) {
  Snippet s("a = b = f()\nprint(a, b)\n");
  EXPECT_EQ(s.tree().text(s.reaching("a", 1).value), "f()");
  EXPECT_EQ(s.tree().text(s.reaching("b", 1).value), "f()");
}

TEST(Binding, ImportsBindTheRightName) {
  Snippet s("import a.b\nimport c.d as e\nfrom f import g, h as i\nprint(a, e, g, i)\n");
  for (const char* name : {"a", "e", "g", "i"}) {
    const int last = name[0] == 'a' || name[0] == 'e' || name[0] == 'g' || name[0] == 'i' ? 1 : 0;
    EXPECT_EQ(s.reaching(name, last).kind, DefKind::Import) << name;
  }
}

TEST(Binding, WithAndExceptBindTheirNames) {
  Snippet s(
      "with open(p) as f, g() as h:\n    print(f, h)\ntry:\n    pass\nexcept E as e:\n    "
      "print(e)\n");
  EXPECT_EQ(s.reaching("f", 1).kind, DefKind::With);
  EXPECT_EQ(s.tree().text(s.reaching("h", 1).value), "g()");
  EXPECT_EQ(s.reaching("e", 1).kind, DefKind::Except);
}

TEST(Binding, MatchCapturesBindAndMerge) {
  Snippet s(
      "x = 0\nmatch v:\n    case [x, 1]:\n        pass\n    case C(y):\n        "
      "print(y)\nprint(x)\n");
  EXPECT_EQ(s.reaching("y", 1).kind, DefKind::Capture);
  EXPECT_EQ(s.sources("x", 2), (Nodes{s.identifier("x", 0), s.identifier("x", 1)}));
}

TEST(Binding, DeleteEndsAName) {
  Snippet s("x = 1\ndel x\nprint(x)\n");
  EXPECT_EQ(s.reaching("x", 2).kind, DefKind::Delete);
}

TEST(Binding, AttributeAndKeywordNamesAreNotVariables) {
  Snippet s("x = 1\nf(x=2).x\n");
  EXPECT_EQ(s.bindings().use_at(s.identifier("x", 1)), kNone);
  EXPECT_EQ(s.bindings().use_at(s.identifier("x", 2)), kNone);
}

TEST(Binding, SubscriptTargetsReadTheirParts) {
  Snippet s("d = {}\ni = 0\nd[i] = 1\nd.k = i\n");
  EXPECT_NE(s.bindings().use_at(s.identifier("d", 1)), kNone);
  EXPECT_NE(s.bindings().use_at(s.identifier("i", 1)), kNone);
}

TEST(Binding, DynamicNamesAndStarImportsAreMarked) {
  Snippet s("from m import *\ndef f():\n    return locals()\n");
  EXPECT_TRUE(s.bindings().scope(0).has_star_import);
  EXPECT_TRUE(s.bindings().scope(1).has_dynamic_names);
}

TEST(Binding, DeepNestingDoesNotOverflow) {
  std::string text = "x = ";
  for (int i = 0; i < 3000; ++i) {
    text += "(lambda: ";
  }
  text += "1" + std::string(3000, ')') + "\n";
  Snippet s(text);
  EXPECT_NE(s.bindings().definition_at(s.identifier("x", 0)), kNone);
}

}  // namespace
}  // namespace mlfix::binding_test
