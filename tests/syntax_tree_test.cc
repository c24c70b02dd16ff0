#include "syntax/syntax_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/rewrite.h"
#include "syntax/parser.h"

namespace mlfix::syntax_tree_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::make_rewrite;
using testing::Rewrite;

// A tree with the text that it refers to.
struct Parsed {
  explicit Parsed(std::string source) : text(std::move(source)), tree(Parser().parse(text)) {}
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;

  NodeId first(Kind kind) const {
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (tree.is(n, kind)) return n;
    }
    return kNoNode;
  }
  std::vector<std::string_view> texts(std::span<const TextRange> ranges) const {
    std::vector<std::string_view> result;
    for (const TextRange range : ranges) {
      result.push_back(std::string_view(text).substr(range.begin, range.size()));
    }
    return result;
  }

  std::string text;
  SyntaxTree tree;
};

// What every tree must satisfy for the queries to be right.
void expect_well_formed(const SyntaxTree& tree) {
  ASSERT_GT(tree.size(), 0u);
  EXPECT_EQ(tree.parent(0), kNoNode);
  EXPECT_EQ(tree.subtree_end(0), tree.size());
  for (NodeId n = 1; n < tree.size(); ++n) {
    const NodeId parent = tree.parent(n);
    ASSERT_LT(parent, n);
    ASSERT_TRUE(tree.contains(parent, n));
    ASSERT_LE(tree.subtree_end(n), tree.subtree_end(parent));
    ASSERT_LE(tree[n].begin, tree[n].end);
    ASSERT_LE(tree[n - 1].begin, tree[n].begin);
    ASSERT_TRUE(tree.range(parent).contains(tree.range(n)));
    ASSERT_NE(tree.kind(n), Kind::Hidden);
  }
}

void expect_equal(const SyntaxTree& a, const SyntaxTree& b) {
  ASSERT_EQ(a.size(), b.size());
  for (NodeId n = 0; n < a.size(); ++n) {
    ASSERT_EQ(a.kind(n), b.kind(n)) << n;
    ASSERT_EQ(a.field(n), b.field(n)) << n;
    ASSERT_EQ(a.range(n), b.range(n)) << n;
    ASSERT_EQ(a.parent(n), b.parent(n)) << n;
    ASSERT_EQ(a.subtree_end(n), b.subtree_end(n)) << n;
  }
  EXPECT_TRUE(std::ranges::equal(a.comments(), b.comments()));
  EXPECT_TRUE(std::ranges::equal(a.strings(), b.strings()));
  EXPECT_TRUE(std::ranges::equal(a.continuations(), b.continuations()));
  EXPECT_TRUE(std::ranges::equal(a.errors(), b.errors()));
}

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(SyntaxTree, NavigatesByFieldAndKind) {
  const Parsed p("x = f(a, b=1)\n");
  const SyntaxTree& t = p.tree;
  const NodeId assignment = p.first(Kind::Assignment);
  EXPECT_EQ(t.text(t.child(assignment, Field::Left)), "x");
  const NodeId call = t.child(assignment, Field::Right);
  EXPECT_EQ(t.text(t.child(call, Field::Function)), "f");
  const NodeId arguments = t.child(call, Field::Arguments);
  const NodeId a = t.first_child(arguments);
  EXPECT_EQ(t.text(a), "a");
  EXPECT_EQ(t.text(t.next_sibling(a)), "b=1");
  EXPECT_EQ(t.next_sibling(t.next_sibling(a)), kNoNode);
  EXPECT_EQ(t.child_of_kind(arguments, Kind::KeywordArgument), t.next_sibling(a));
  EXPECT_EQ(t.child_of_kind(arguments, Kind::String), kNoNode);
  EXPECT_EQ(t.child(call, Field::Body), kNoNode);
  EXPECT_EQ(t.ancestor(a, Kind::Assignment), assignment);
  EXPECT_EQ(t.ancestor(a, Kind::IfStatement), kNoNode);
  expect_well_formed(t);
}

TEST(SyntaxTree, ListsAllChildrenOfAField) {
  const Parsed p("a[1, 2:3, ...]\n");
  const NodeId subscript = p.first(Kind::Subscript);
  EXPECT_EQ(p.tree.children(subscript, Field::Subscript).size(), 3u);
}

TEST(SyntaxTree, KeepsOperatorsButNoPunctuation) {
  const Parsed p("a < b is not c not in d\n[x for x in 1, 2]\n");
  const SyntaxTree& t = p.tree;
  const NodeId comparison = p.first(Kind::ComparisonOperator);
  std::vector<std::string_view> operators;
  for (const NodeId n : t.children(comparison, Field::Operators)) operators.push_back(t.text(n));
  EXPECT_THAT(operators, ElementsAre("<", "is not", "not in"));
  EXPECT_EQ(t.children(p.first(Kind::ForInClause), Field::Right).size(), 2u);
}

TEST(SyntaxTree, CommentsAndContinuationsAreNotNodes) {
  const Parsed p("f(a,  # one\n  b + \\\n  c)\n# two");
  EXPECT_THAT(p.texts(p.tree.comments()), ElementsAre("# one", "# two"));
  EXPECT_EQ(p.tree.continuations().size(), 1u);
  EXPECT_EQ(p.first(Kind::Comment), kNoNode);
  EXPECT_EQ(p.first(Kind::LineContinuation), kNoNode);
  const NodeId arguments = p.first(Kind::ArgumentList);
  EXPECT_EQ(p.tree.text(p.tree.next_sibling(p.tree.first_child(arguments))), "b + \\\n  c");
}

TEST(SyntaxTree, CommentsEndBeforeTheCarriageReturn) {
  const Parsed p("a  # one\r\nb\r\n");
  EXPECT_THAT(p.texts(p.tree.comments()), ElementsAre("# one"));
}

TEST(SyntaxTree, FindsComments) {
  const Parsed p("a  # one\nb\n");
  EXPECT_TRUE(p.tree.has_comment_in({0, 9}));
  EXPECT_TRUE(p.tree.has_comment_in({5, 6}));
  EXPECT_FALSE(p.tree.has_comment_in({0, 3}));
  EXPECT_FALSE(p.tree.has_comment_in({8, 10}));
}

TEST(SyntaxTree, StringsAreOutermostLiterals) {
  const Parsed p("x = 'a' \"b\" + f'{c[\"d\"]}' + '''\ne'''\n");
  EXPECT_THAT(p.texts(p.tree.strings()), ElementsAre("'a'", "\"b\"", "f'{c[\"d\"]}'", "'''\ne'''"));
  EXPECT_FALSE(p.tree.inside_string(4));
  EXPECT_TRUE(p.tree.inside_string(5));
  EXPECT_TRUE(p.tree.inside_string(6));
  EXPECT_FALSE(p.tree.inside_string(7));
  EXPECT_TRUE(p.tree.inside_string(static_cast<Offset>(p.text.find("\ne") + 1)));
}

TEST(SyntaxTree, KnowsWhatIsAsync) {
  const Parsed p("async def f():\n  async with a: pass\n  with b: pass\n  [c async for c in d]\n");
  const SyntaxTree& t = p.tree;
  const NodeId with = p.first(Kind::WithStatement);
  EXPECT_TRUE(t.is_async(p.first(Kind::FunctionDefinition)));
  EXPECT_TRUE(t.is_async(with));
  EXPECT_FALSE(t.is_async(t.next_sibling(with)));
  EXPECT_TRUE(t.is_async(p.first(Kind::ForInClause)));
}

TEST(SyntaxTree, FindsTheSmallestCoveringNode) {
  const Parsed p("if a:\n    b = c + d\n");
  const SyntaxTree& t = p.tree;
  const auto covering = [&](std::string_view part) {
    const auto begin = static_cast<Offset>(p.text.find(part));
    return t.kind(t.node_covering({begin, begin + static_cast<Offset>(part.size())}));
  };
  EXPECT_EQ(covering("c"), Kind::Identifier);
  EXPECT_EQ(covering("c +"), Kind::BinaryOperator);
  EXPECT_EQ(covering("= c"), Kind::Assignment);
  EXPECT_EQ(covering("a:\n    b"), Kind::IfStatement);
  EXPECT_EQ(t.node_covering({0, static_cast<Offset>(p.text.size())}), t.root());
}

TEST(SyntaxTree, NodeCoveringAgreesWithASearchOverAllNodes) {
  const Parsed p(
      "@d\nasync def f(a, *b):\n    match a:\n        case [1, x] if x: return x\n\n# c\n");
  const SyntaxTree& t = p.tree;
  for (Offset begin = 0; begin < p.text.size(); ++begin) {
    for (Offset end = begin + 1; end <= p.text.size(); ++end) {
      NodeId expected = t.root();
      for (NodeId n = 0; n < t.size(); ++n) {
        if (t.range(n).contains(TextRange{begin, end})) expected = n;
      }
      ASSERT_EQ(t.node_covering({begin, end}), expected) << begin << " " << end;
    }
  }
}

TEST(SyntaxTree, RootBeginsAfterAByteOrderMark) {
  const Parsed p("\xEF\xBB\xBFx = 1\n");
  EXPECT_FALSE(p.tree.has_errors());
  EXPECT_EQ(p.tree[0].begin, 3u);
}

TEST(SyntaxTree, ReportsErrorsAndMissingTokens) {
  EXPECT_TRUE(Parsed("x = = 1\n").tree.has_errors());
  EXPECT_TRUE(Parsed("f(a\n").tree.has_errors());
  EXPECT_TRUE(Parsed("%magic\n").tree.has_errors());
  EXPECT_FALSE(Parsed("x = 1\n").tree.has_errors());
  const Parsed p("x = 1\n%magic\n");
  ASSERT_TRUE(p.tree.has_errors());
  EXPECT_GE(p.tree.errors()[0].begin, 6u);
}

TEST(SyntaxTree, SmallestFiles) {
  for (const char* source : {"", "\n", "# c", "# c\n", "x", "   ", "\xEF\xBB\xBF", "\\\n"}) {
    const Parsed p(source);
    expect_well_formed(p.tree);
    EXPECT_FALSE(p.tree.has_comment_in({0, 0}));
    EXPECT_FALSE(p.tree.inside_string(0));
    EXPECT_LT(p.tree.node_covering({0, 0}), p.tree.size());
  }
}

TEST(SyntaxTree, DeepNestingDoesNotOverflow) {
  expect_well_formed(Parsed("x = " + repeated("(", 5000) + "1" + repeated(")", 5000)).tree);
  expect_well_formed(Parsed("x = " + repeated("[", 5000) + repeated("]", 5000)).tree);
  expect_well_formed(Parsed("x = " + repeated("[", 5000)).tree);
  expect_well_formed(Parsed("x = " + repeated("-", 20000) + "1").tree);
  expect_well_formed(Parsed("x = 1" + repeated(" + 1", 20000)).tree);
  std::string blocks;
  for (int depth = 0; depth < 3000; ++depth) blocks += std::string(depth, ' ') + "if a:\n";
  expect_well_formed(Parsed(blocks + std::string(3000, ' ') + "b\n").tree);
}

TEST(Parser, ReparseEqualsParse) {
  for (const char* notation : {
           "a\n{{=>with g:\n    }}b\nc\n",
           "def f():\n    x{{ = 1=>}}\n{{    y\n=>}}    z\n",
           "\xEF\xBB\xBF# \xC3\xA9\nx = '\xC3\xA9' {{=>+ '\xC3\xA9\n\n'}}\ny = {{1=>2}}\nz\n",
           "{{=>x = '''}}\na = 1\nb = 2\n",
           "{{=>if a:\n}}    b\r\n    {{c=>d\r\n    e}}\r\nf\r\n",
           "a{{=>(}}\nb\n",
           "{{a\nb\n=>}}",
           "{{=>a\nb\n}}",
       }) {
    const Rewrite rewrite = make_rewrite(notation);
    Parser parser;
    SyntaxTree before = parser.parse(rewrite.before);
    expect_equal(parser.reparse(before, rewrite.edits, rewrite.after), parser.parse(rewrite.after));
    expect_equal(before, parser.parse(rewrite.before));
    before.drop_parser_tree();
    expect_equal(parser.reparse(before, rewrite.edits, rewrite.after), parser.parse(rewrite.after));
  }
}

TEST(Parser, ReparseEqualsParseForValidRandomEdits) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += "def f(a):\n    for i in a:  # c\n        x = '''\n''' + g(i, k=1)\n    return x\n\n";
  }
  std::mt19937 random(7);
  Parser parser;
  std::vector<Offset> lines;
  for (Offset at = 0; (at = static_cast<Offset>(text.find("    return", at))) < text.size(); ++at) {
    lines.push_back(at);
  }
  for (int round = 0; round < 50; ++round) {
    std::vector<Edit> edits;
    for (const Offset line : lines) {
      if (random() % 4 != 0) continue;
      edits.push_back({line, line, "    with torch.no_grad():\n        y = h(x)\n"});
    }
    const std::string changed = apply_edits(text, edits);
    const SyntaxTree before = parser.parse(text);
    expect_equal(parser.reparse(before, edits, changed), parser.parse(changed));
  }
}

TEST(Parser, CanBeMoved) {
  Parser first;
  Parser second = std::move(first);
  const std::string text = "x = 1\n";
  EXPECT_EQ(second.parse(text).kind(0), Kind::Module);
}

}  // namespace
}  // namespace mlfix::syntax_tree_test
