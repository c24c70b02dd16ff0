#include "syntax/structure.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "syntax/parser.h"

namespace mlfix::structure_test {
namespace {

class Parsed {
 public:
  explicit Parsed(std::string text) : text_(std::move(text)), tree(parser_.parse(text_)) {}

  // The innermost node that covers the first such text.
  NodeId at(std::string_view text) const {
    const auto begin = static_cast<Offset>(text_.find(text));
    return tree.node_covering({begin, begin + static_cast<Offset>(text.size())});
  }
  std::string said(NodeId n) const { return n == kNoNode ? "" : std::string(tree.text(n)); }

 private:
  Parser parser_;
  std::string text_;

 public:
  const SyntaxTree tree;
};

TEST(Structure, StatementsAndBlocksAroundAPlace) {
  const Parsed p("@mark\ndef f(a):\n    x = g(a, [b])\n    return x\n\n\ny = 1\n");
  EXPECT_EQ(p.said(enclosing_statement(p.tree, p.at("b"))), "x = g(a, [b])");
  EXPECT_EQ(enclosing_statement(p.tree, p.at("return x")), p.at("return x"));
  EXPECT_TRUE(p.tree.is(enclosing_statement(p.tree, p.at("mark")), Kind::DecoratedDefinition));
  EXPECT_EQ(enclosing_statement(p.tree, p.tree.root()), kNoNode);
  EXPECT_EQ(p.said(enclosing_block(p.tree, p.at("return x"))), "x = g(a, [b])\n    return x");
  EXPECT_EQ(enclosing_block(p.tree, p.at("y = 1")), p.tree.root());
}

TEST(Structure, TheLoopThatAJumpIsAbout) {
  const Parsed p(
      "for i in y:\n    while i:\n        if a:\n            break\n    else:\n        continue\n"
      "    def f():\n        z\n");
  EXPECT_TRUE(p.tree.is(enclosing_loop(p.tree, p.at("break")), Kind::WhileStatement));
  EXPECT_TRUE(p.tree.is(enclosing_loop(p.tree, p.at("continue")), Kind::ForStatement));
  EXPECT_EQ(enclosing_loop(p.tree, p.at("y")), kNoNode);
  EXPECT_EQ(enclosing_loop(p.tree, p.at("z")), kNoNode);
}

TEST(Structure, CalledObjectsAndParentheses) {
  const Parsed p("((net)).train()\nf(net)\n");
  EXPECT_EQ(p.said(called_object(p.tree, p.at("((net)).train()"))), "((net))");
  EXPECT_EQ(called_object(p.tree, p.at("f(net)")), kNoNode);
  EXPECT_EQ(called_object(p.tree, p.at("net")), kNoNode);
  EXPECT_EQ(p.said(without_parentheses(p.tree, p.at("((net))"))), "net");
}

}  // namespace
}  // namespace mlfix::structure_test
