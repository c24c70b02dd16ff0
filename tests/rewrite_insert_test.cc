#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/python_sample.h"

namespace mlfix::testing::rewrite_insert_test {
namespace {

// `target` is a place in a statement; the helper gets the node there.
struct Case {
  std::string name, before, target, after;
};

class InsertTest : public ::testing::Test {
 protected:
  template <typename Operation>
  static void check(const std::vector<Case>& cases, Operation operation) {
    for (const Case& c : cases) {
      const PythonSample sample(c.before);
      EXPECT_EQ(sample.apply(operation(sample, sample.node(c.target))), c.after) << c.name;
    }
  }
};

TEST_F(InsertTest, BeforeAStatement) {
  const std::vector<Case> cases = {
      {"first line", "a()\n", "a()", "new()\na()\n"},
      {"indented", "def f():\n  a()\n  b()\n", "b()", "def f():\n  a()\n  new()\n  b()\n"},
      {"tabs", "def f():\n\ta()\n", "a()", "def f():\n\tnew()\n\ta()\n"},
      {"below comments", "def f():\n    # c\n    a()\n", "a()",
       "def f():\n    # c\n    new()\n    a()\n"},
      {"CRLF", "def f():\r\n    a()\r\n", "a()", "def f():\r\n    new()\r\n    a()\r\n"},
      {"mixed terminators", "x = 1\ndef f():\r\n    a()\r\nb()\n", "a()",
       "x = 1\ndef f():\r\n    new()\r\n    a()\r\nb()\n"},
      {"no final newline", "x\r\na()", "a()", "x\r\nnew()\r\na()"},
      {"no newline at all", "a()", "a()", "new()\na()"},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "a()\n",
       "a()",
       "\xEF\xBB\xBF"
       "new()\na()\n"},
      {"form feed", "a()\n\fb()\n", "b()", "a()\nnew()\n\fb()\n"},
      {"semicolons", "a(); b()\n", "b()", "a(); new(); b()\n"},
      {"one-line suite", "for x in y: a()\n", "a()", "for x in y: new(); a()\n"},
      {"continued line", "if x: \\\n  a()\n", "a()", "if x: \\\n  new(); a()\n"},
      {"decorated", "@d\n# c\n@e\ndef f(): pass\n", "pass", "@d\n# c\n@e\ndef f(): new(); pass\n"},
      {"decorator line", "@dec\ndef f():\n    pass\n", "dec", "new()\n@dec\ndef f():\n    pass\n"},
      {"inside an expression", "x = [\n  a,\n]\n", "a,", "new()\nx = [\n  a,\n]\n"},
      {"docstring", "def f():\n    '''doc'''\n    a()\n", "'''doc'''", kNothing},
      {"future import", "from __future__ import annotations\n", "annotations", kNothing},
      {"match", "match x:\n    case 1:\n        a()\n", "a()",
       "match x:\n    case 1:\n        new()\n        a()\n"},
      {"case clause", "match x:\n    case 1:\n        a()\n", "case 1", kNothing},
      {"else branch", "if x:\n    a()\nelse:\n    b()\n", "b()",
       "if x:\n    a()\nelse:\n    new()\n    b()\n"},
  };
  check(cases,
        [](const PythonSample& s, NodeId n) { return s.rewriter().insert_before(n, "new()"); });
}

TEST_F(InsertTest, BeforeTheCommentsOfAStatement) {
  const std::vector<Case> cases = {
      {"own comments", "x\n\n# one\n# two\na()\n", "a()", "x\n\nnew()\n# one\n# two\na()\n"},
      {"a blank line separates", "# one\n\n# two\na()\n", "a()", "# one\n\nnew()\n# two\na()\n"},
      {"another depth", "def f():\n# zero\n    # one\n    a()\n", "a()",
       "def f():\n# zero\n    new()\n    # one\n    a()\n"},
      {"shebang and cookie", "#!/usr/bin/python\n# -*- coding: utf-8 -*-\na()\n", "a()",
       "#!/usr/bin/python\n# -*- coding: utf-8 -*-\nnew()\na()\n"},
      {"cell marker", "x\n# %% two\na()\n", "a()", "x\n# %% two\nnew()\na()\n"},
      {"in a string", "x = '''\n# no comment'''\na()\n", "a()",
       "x = '''\n# no comment'''\nnew()\na()\n"},
  };
  check(cases, [](const PythonSample& s, NodeId n) {
    return s.rewriter().insert_before_comments(n, "new()");
  });
}

TEST_F(InsertTest, AfterAStatement) {
  const std::vector<Case> cases = {
      {"simple", "a()\nb()\n", "a()", "a()\nnew()\nb()\n"},
      {"trailing comment", "a()  # c\nb()\n", "a()", "a()  # c\nnew()\nb()\n"},
      {"last of a block", "def f():\n    a()\n\nb()\n", "a()",
       "def f():\n    a()\n    new()\n\nb()\n"},
      {"loop with else", "for x in y:\n    a()\nelse:\n    b()\nc()\n", "for x",
       "for x in y:\n    a()\nelse:\n    b()\nnew()\nc()\n"},
      {"try with finally", "try:\n    a()\nexcept E:\n    b()\nfinally:\n    c()\nd()\n",
       "try:", "try:\n    a()\nexcept E:\n    b()\nfinally:\n    c()\nnew()\nd()\n"},
      {"comments that close the body", "for x in y:\n    a()\n\n    # closing\n# outside\nb()\n",
       "for x", "for x in y:\n    a()\n\n    # closing\nnew()\n# outside\nb()\n"},
      {"a comment of the body is not the statement's", "for x in y:\n    a()\n    # closing\nb()\n",
       "a()", "for x in y:\n    a()\n    new()\n    # closing\nb()\n"},
      {"several lines", "x = f(\n    1,\n)\ny\n", "x =", "x = f(\n    1,\n)\nnew()\ny\n"},
      {"triple quotes", "x = '''\na\n'''\ny\n", "x =", "x = '''\na\n'''\nnew()\ny\n"},
      {"no final newline", "a()\nb()", "b()", "a()\nb()\nnew()"},
      {"no final newline, CRLF", "a()\r\nb()", "b()", "a()\r\nb()\r\nnew()"},
      {"trailing comment at the end", "a()  # c", "a()", "a()  # c\nnew()"},
      {"first of a list", "a(); b()\n", "a()", "a(); new(); b()\n"},
      {"last of a list", "def f():\n    a(); b()\n", "b()", "def f():\n    a(); b()\n    new()\n"},
      {"final semicolon", "a();\n", "a()", "a();\nnew()\n"},
      {"one-line suite", "for x in y: a()\nb()\n", "a()", "for x in y: a(); new()\nb()\n"},
      {"one-line suite with comment", "if x: a()  # c\n", "a()", "if x: a(); new()  # c\n"},
      {"loop that is one line", "for x in y: a(); b()\nc()\n", "for x",
       "for x in y: a(); b()\nnew()\nc()\n"},
      {"list after several lines", "def f():\n    a(\n  1); b()\n", "b()",
       "def f():\n    a(\n  1); b()\n    new()\n"},
      {"between future imports", "from __future__ import a\nfrom __future__ import b\n", "import a",
       kNothing},
      {"function", "def f():\n    a()\n\n\nb()\n", "def f", "def f():\n    a()\nnew()\n\n\nb()\n"},
      {"match", "match x:\n    case 1:\n        a()\nb()\n", "match x",
       "match x:\n    case 1:\n        a()\nnew()\nb()\n"},
      {"backslash", "x = 1 + \\\n    2\ny\n", "x =", "x = 1 + \\\n    2\nnew()\ny\n"},
      {"tabs, nested", "if a:\n\tif b:\n\t\tc()\n\td()\n", "if b",
       "if a:\n\tif b:\n\t\tc()\n\tnew()\n\td()\n"},
  };
  check(cases,
        [](const PythonSample& s, NodeId n) { return s.rewriter().insert_after(n, "new()"); });
}

TEST_F(InsertTest, SeveralLinesTakeTheUnitOfTheBlock) {
  const std::vector<Case> cases = {
      {"two spaces", "def f():\n  a()\n", "a()", "def f():\n  if x:\n    y()\n\n  a()\n"},
      {"tabs", "def f():\n\ta()\n", "a()", "def f():\n\tif x:\n\t\ty()\n\n\ta()\n"},
      {"not on a shared line", "a(); b()\n", "b()", kNothing},
      {"not in a one-line suite", "if z: a()\n", "a()", kNothing},
  };
  check(cases, [](const PythonSample& s, NodeId n) {
    return s.rewriter().insert_before(n, "if x:\n    y()\n");
  });
}

TEST_F(InsertTest, CompoundCodeDoesNotShareALine) {
  for (const char* code :
       {"if x: y()", "with a: b()", "@d", "for x in y: z()", "f()  # c", "try:"}) {
    const PythonSample sample("a(); b()\n");
    EXPECT_FALSE(sample.rewriter().insert_before(sample.node("b()"), code)) << code;
    EXPECT_FALSE(sample.rewriter().insert_after(sample.node("a()"), code)) << code;
  }
  const PythonSample sample("a(); b()\n");
  EXPECT_EQ(sample.apply(sample.rewriter().insert_before(sample.node("b()"), "format = 1")),
            "a(); format = 1; b()\n");
}

TEST_F(InsertTest, AtTheStartOfABody) {
  const std::vector<Case> cases = {
      {"loop", "for x in y:\n    # c\n    a()\n", "", "for x in y:\n    new()\n    # c\n    a()\n"},
      {"docstring", "def f():\n    'doc'\n    a()\n", "",
       "def f():\n    'doc'\n    new()\n    a()\n"},
      {"docstring only", "def f():\n    'doc'\n", "", "def f():\n    'doc'\n    new()\n"},
      {"a string in a loop is no docstring", "for x in y:\n    'text'\n", "",
       "for x in y:\n    new()\n    'text'\n"},
      {"one line", "for x in y: a()\n", "", "for x in y: new(); a()\n"},
      {"comment after the header", "for x in y:  # c\n    a()\n", "",
       "for x in y:  # c\n    new()\n    a()\n"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_EQ(s.apply(s.rewriter().insert_at_body_start(s.of_kind(Kind::Block), "new()")), c.after)
        << c.name;
  }
}

TEST_F(InsertTest, AtTheEndOfABody) {
  const std::vector<Case> cases = {
      {"loop", "for x in y:\n    a()\nelse:\n    b()\n", "",
       "for x in y:\n    a()\n    new()\nelse:\n    b()\n"},
      {"nested", "for x in y:\n  if a:\n    b()\nc()\n", "",
       "for x in y:\n  if a:\n    b()\n  new()\nc()\n"},
      {"one line", "for x in y: a()\n", "", "for x in y: a(); new()\n"},
      {"closing comment of the inner block",
       "for x in y:\n    if a:\n        b()\n        # in if\n    # in for\n", "",
       "for x in y:\n    if a:\n        b()\n        # in if\n    new()\n    # in for\n"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_EQ(s.apply(s.rewriter().insert_at_body_end(s.of_kind(Kind::Block), "new()")), c.after)
        << c.name;
  }
}

TEST_F(InsertTest, ClausesOfAMatchAreNoPlaceForStatements) {
  const PythonSample s("match x:\n    case 1:\n        a()\n");
  EXPECT_FALSE(s.rewriter().insert_at_body_start(s.of_kind(Kind::Block), "new()"));
  EXPECT_FALSE(s.rewriter().insert_at_body_end(s.of_kind(Kind::Block), "new()"));
}

TEST_F(InsertTest, Decorators) {
  const std::vector<Case> cases = {
      {"plain", "def f():\n    pass\n", "", "@torch.no_grad()\ndef f():\n    pass\n"},
      {"below others", "class A:\n  @staticmethod\n  # c\n  def f():\n    pass\n", "",
       "class A:\n  @staticmethod\n  # c\n  @torch.no_grad()\n  def f():\n    pass\n"},
      {"CRLF and tabs", "class A:\r\n\tdef f():\r\n\t\tpass\r\n", "",
       "class A:\r\n\t@torch.no_grad()\r\n\tdef f():\r\n\t\tpass\r\n"},
      {"one line, no final newline", "def f(): pass", "", "@torch.no_grad()\ndef f(): pass"},
      {"async", "async def f():\n    pass\n", "", "@torch.no_grad()\nasync def f():\n    pass\n"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    const NodeId function = s.of_kind(Kind::FunctionDefinition);
    EXPECT_EQ(s.apply(s.rewriter().decorate(function, "@torch.no_grad()")), c.after) << c.name;
    EXPECT_EQ(s.apply(s.rewriter().decorate(function, "torch.no_grad()")), c.after) << c.name;
  }
}

TEST_F(InsertTest, StatementRanges) {
  const PythonSample s("x\n# one\nfor a in b:\n    c()  # two\n    # three\nd(); e()\nif f: g()\n");
  const auto text = [&](Offset begin, Offset end) { return s.text().substr(begin, end - begin); };
  const StatementRange loop = s.rewriter().statement_range(s.of_kind(Kind::ForStatement));
  EXPECT_EQ(text(loop.begin, loop.end), "for a in b:\n    c()");
  EXPECT_EQ(text(loop.full_begin, loop.line_begin), "# one\n");
  EXPECT_EQ(text(loop.end, loop.line_end), "  # two\n");
  EXPECT_TRUE(loop.alone_on_lines);
  EXPECT_TRUE(loop.has_trailing_comment);
  EXPECT_FALSE(s.rewriter().statement_range(s.node("d()")).alone_on_lines);
  EXPECT_FALSE(s.rewriter().statement_range(s.node("e()")).alone_on_lines);
  EXPECT_FALSE(s.rewriter().statement_range(s.node("g()")).alone_on_lines);
  EXPECT_FALSE(s.rewriter().statement_range(s.node("g()")).has_trailing_comment);
}

TEST_F(InsertTest, TheStyleIsTheFiles) {
  EXPECT_EQ(PythonSample("x = 1\n").rewriter().style().indent_unit(), "    ");
  EXPECT_EQ(PythonSample("if a: b\nif a:\n  b\n").rewriter().style().indent_unit(), "  ");
  EXPECT_EQ(PythonSample("if a:\n\tb\n").rewriter().style().indent_unit(), "\t");
  EXPECT_EQ(PythonSample("x = [\n  1]\nif a:\n   b\n").rewriter().style().indent_unit(), "   ");
}

}  // namespace
}  // namespace mlfix::testing::rewrite_insert_test
