#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/python_sample.h"

namespace mlfix::testing::rewrite_expression_test {
namespace {

struct Case {
  std::string before, expression, after;
};

// The first place of the expression after the first `=` or `(`.
NodeId value(const PythonSample& s, const Case& c) {
  const auto begin = static_cast<Offset>(c.before.find(c.expression, c.before.find_first_of("=(")));
  const bool found = begin < c.before.size();
  return found ? s.tree().node_covering({begin, begin + static_cast<Offset>(c.expression.size())})
               : s.node(c.expression);
}

TEST(AppendTest, AddsParenthesesWherePrecedenceAsksForThem) {
  const std::vector<Case> cases = {
      {"x = a\n", "a", "x = a.detach()\n"},
      {"x = a.b\n", "a.b", "x = a.b.detach()\n"},
      {"x = a[0]\n", "a[0]", "x = a[0].detach()\n"},
      {"x = f(a)\n", "f(a)", "x = f(a).detach()\n"},
      {"x = [a]\n", "[a]", "x = [a].detach()\n"},
      {"x = 'a'\n", "'a'", "x = 'a'.detach()\n"},
      {"x = a + b\n", "a + b", "x = (a + b).detach()\n"},
      {"x = a + b\n", "a", "x = a.detach() + b\n"},
      {"x = a or b\n", "a or b", "x = (a or b).detach()\n"},
      {"x = a or b\n", "a", "x = a.detach() or b\n"},
      {"x = a < b\n", "a < b", "x = (a < b).detach()\n"},
      {"x = not a\n", "not a", "x = (not a).detach()\n"},
      {"x = -a\n", "-a", "x = (-a).detach()\n"},
      {"x = a if b else c\n", "a if b else c", "x = (a if b else c).detach()\n"},
      {"x = lambda: a\n", "lambda: a", "x = (lambda: a).detach()\n"},
      {"async def f():\n    x = await a\n", "await a",
       "async def f():\n    x = (await a).detach()\n"},
      {"def f():\n    x = yield a\n", "yield a", "def f():\n    x = (yield a).detach()\n"},
      {"f(x := a)\n", "x := a", "f((x := a).detach())\n"},
      {"x = 'a' 'b'\n", "'a' 'b'", "x = ('a' 'b').detach()\n"},
      {"x = 1\n", "1", "x = (1).detach()\n"},
      {"x = 1.5\n", "1.5", "x = (1.5).detach()\n"},
      {"x = (a + b)\n", "(a + b)", "x = (a + b).detach()\n"},
      {"x = (a + b)\n", "a + b", "x = (a + b).detach()\n"},
      {"x = ((a))\n", "a", "x = ((a)).detach()\n"},
      {"f(a + b)\n", "a + b", "f((a + b).detach())\n"},
      {"f(k=a + b)\n", "a + b", "f(k=(a + b).detach())\n"},
      {"x += a * b  # c\n", "a * b", "x += (a * b).detach()  # c\n"},
      {"def f():\n    return-a\n", "-a", "def f():\n    return(-a).detach()\n"},
      {"x = (a\n     + b)\n", "a\n     + b", "x = (a\n     + b).detach()\n"},
      {"f(a +\n  b)\n", "a +\n  b", "f((a +\n  b).detach())\n"},
      {"x = a + \\\n  b\n", "a + \\\n  b", "x = (a + \\\n  b).detach()\n"},
      {"f((a for a in b))\n", "(a for a in b)", "f((a for a in b).detach())\n"},
      {"x = f'{a}'\n", "a", "x = f'{a.detach()}'\n"},
      {"x = f'{a:.3f}'\n", "a", "x = f'{a.detach():.3f}'\n"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_EQ(s.apply(s.rewriter().append_to_expression(value(s, c), ".detach()")), c.after)
        << c.before;
  }
}

TEST(AppendTest, LeavesAloneWhatIsNoValue) {
  const std::vector<Case> cases = {
      {"f(x for x in y)\n", "(x for x in y)", ""},
      {"abc = 1\n", "abc", ""},
      {"abc += 1\n", "abc", ""},
      {"for abc in y:\n    pass\n", "abc", ""},
      {"abc, d = y\n", "abc", ""},
      {"del abc\n", "abc", ""},
      {"del abc, d\n", "abc", ""},
      {"del (abc, d)\n", "abc", ""},
      {"f(abc=1)\n", "abc", ""},
      {"def f(abc):\n    pass\n", "abc", ""},
      {"x.abc\n", "abc", ""},
      {"x = abc, d\n", "abc, d", ""},
      {"f(*abc)\n", "*abc", ""},
      {"x = 'abc' 'd'\n", "'abc'", ""},
      {"import abc\n", "abc", ""},
      {"with x as abc:\n    pass\n", "abc", ""},
      {"def f():\n    global abc\n", "abc", ""},
      {"(abc := 1)\n", "abc", ""},
      {"x: abc = 1\n", "abc", ""},
      {"x = f'{abc=}'\n", "abc", ""},
      {"[abc for abc in y]\n", "abc in", ""},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_FALSE(s.rewriter().append_to_expression(s.node(c.expression), ".detach()")) << c.before;
  }
  const PythonSample s("x = f'{abc}'\n");
  EXPECT_FALSE(s.rewriter().append_to_expression(s.node("abc"), ".to('cpu')"));
}

TEST(CallTest, AddsAKeyword) {
  const std::vector<Case> cases = {
      {"f()\n", "f()", "f(k=1)\n"},
      {"f(a)\n", "f(a)", "f(a, k=1)\n"},
      {"f(a,)\n", "f(a,)", "f(a, k=1,)\n"},
      {"f(*a)\n", "f(*a)", "f(*a, k=1)\n"},
      {"f(j=2)\n", "f(j=2)", "f(j=2, k=1)\n"},
      {"f(  # c\n)\n", "f(  # c\n)", "f(k=1  # c\n)\n"},
      {"f(a,\n  b)\n", "f(a,\n  b)", "f(a,\n  b, k=1)\n"},
      {"f(\n  a,\n  b\n)\n", "f(\n  a,\n  b\n)", "f(\n  a,\n  b,\n  k=1\n)\n"},
      {"f(\n  a,\n  b,  # c\n)\n", "f(\n  a,\n  b,  # c\n)", "f(\n  a,\n  b,  # c\n  k=1,\n)\n"},
      {"f(\n\ta  # c\n)\n", "f(\n\ta  # c\n)", "f(\n\ta,  # c\n\tk=1\n)\n"},
      {"f(\r\n  a,\r\n)\r\n", "f(\r\n  a,\r\n)", "f(\r\n  a,\r\n  k=1,\r\n)\r\n"},
      {"f(\n  a, b,\n)\n", "f(\n  a, b,\n)", "f(\n  a, b, k=1,\n)\n"},
      {"f(k=2)\n", "f(k=2)", kNothing},
      {"f(**a)\n", "f(**a)", kNothing},
      {"f(a for a in b)\n", "f(a for a in b)", kNothing},
      {"f((a for a in b))\n", "f((a for a in b))", "f((a for a in b), k=1)\n"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_EQ(s.apply(s.rewriter().add_keyword(s.node(c.expression), "k", "1")), c.after)
        << c.before;
  }
}

TEST(CallTest, RemovesAnArgument) {
  const std::vector<Case> cases = {
      {"f(zap)\n", "zap", "f()\n"},
      {"f(zap,)\n", "zap", "f()\n"},
      {"f( zap )\n", "zap", "f(  )\n"},
      {"f(zap, b)\n", "zap", "f(b)\n"},
      {"f(a, zap)\n", "zap", "f(a)\n"},
      {"f(a, zap,)\n", "zap", "f(a,)\n"},
      {"f(a, k=zap, j=1)\n", "zap", "f(a, j=1)\n"},
      {"f(a, k=zap)\n", "k=zap", "f(a)\n"},
      {"f(a, (zap))\n", "zap", "f(a)\n"},
      {"f(\n  a,\n  zap,\n  b,\n)\n", "zap", "f(\n  a,\n  b,\n)\n"},
      {"f(\n  a,\n  zap,\n)\n", "zap", "f(\n  a,\n)\n"},
      {"f(a, zap + 1)\n", "zap", kNothing},
      {"f(a)(zap)\n", "a", kNothing},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_EQ(s.apply(s.rewriter().remove_argument(s.of_kind(Kind::Call), s.node(c.expression))),
              c.after)
        << c.before;
  }
}

TEST(FreshNameTest, AvoidsTheNamesOfTheScopeAndThoseInside) {
  const PythonSample s(
      "def f():\n    parts = 1\n    g()\ndef h():\n    g2()\n    x.parts\n    k(parts=1)\n"
      "def i():\n    g3()\n    def j():\n        print(parts, parts_2)\n");
  EXPECT_EQ(s.rewriter().fresh_name(s.node("g()"), "parts"), "parts_2");
  EXPECT_EQ(s.rewriter().fresh_name(s.node("g2()"), "parts"), "parts");
  EXPECT_EQ(s.rewriter().fresh_name(s.node("g3()"), "parts"), "parts_3");
  const PythonSample comprehension("def f():\n    a = 1\n    [b for b in c]\n");
  EXPECT_EQ(comprehension.rewriter().fresh_name(comprehension.node("b for"), "a"), "a_2");
}

}  // namespace
}  // namespace mlfix::testing::rewrite_expression_test
