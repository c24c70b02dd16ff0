#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/python_sample.h"

namespace mlfix::testing::rewrite_wrap_test {
namespace {

struct Case {
  std::string name, before, first, last, after;
};

TEST(UnwrapTest, PutsTheBodyInThePlaceOfTheStatement) {
  const std::vector<Case> cases = {
      {"lines", "with c:\n    a()\n    b()\nd()\n", "with", "", "a()\nb()\nd()\n"},
      {"in a function", "def f():\n  with c:  # why\n    a()\n\n    # two\n    b()\n", "with", "",
       "def f():\n  a()\n\n  # two\n  b()\n"},
      {"deeper blocks", "with c:\n    for x in y:\n        a()\n    else:\n        b()\n", "with",
       "", "for x in y:\n    a()\nelse:\n    b()\n"},
      {"tabs and CRLF", "def f():\r\n\twith c:\r\n\t\ta()\r\n", "with", "",
       "def f():\r\n\ta()\r\n"},
      {"one line", "with c: a(); b()\n", "with", "", "a(); b()\n"},
      {"a header over lines", "with (\n    c,\n):\n    a()\n", "with", "", "a()\n"},
      {"comments before the body", "with c:\n    # one\n    a()\n", "with", "", "# one\na()\n"},
      {"text over lines", "if x:\n    with c:\n        a(\"\"\"\n        t\n\"\"\")\n", "with", "",
       "if x:\n    a(\"\"\"\n        t\n\"\"\")\n"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_EQ(s.apply(s.rewriter().unwrap(s.node(c.first))), c.after) << c.name;
  }
}

TEST(RemoveItemTest, LeavesTheOtherItemsOfTheStatement) {
  const std::vector<Case> cases = {
      {"the first", "with a(), b() as c:\n    d()\n", "a()", "", "with b() as c:\n    d()\n"},
      {"one between", "with a(), b(), c():\n    d()\n", "b()", "", "with a(), c():\n    d()\n"},
      {"the last", "with b() as c, a():\n    d()\n", "a()", "", "with b() as c:\n    d()\n"},
      {"the only one", "with a():\n    d()\n", "a()", "", "d()\n"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    const NodeId item = s.tree().ancestor(s.node(c.first), Kind::WithItem);
    EXPECT_EQ(s.apply(s.rewriter().remove_item(item)), c.after) << c.name;
  }
}

TEST(WrapTest, PutsStatementsUnderAHeader) {
  const std::vector<Case> cases = {
      {"one line", "a()\nb()\n", "a()", "a()", "with c:\n    a()\nb()\n"},
      {"two lines", "a()\nb()\n", "a()", "b()", "with c:\n    a()\n    b()\n"},
      {"in a function", "def f():\n  a()\n  b()\n  d()\n", "a()", "b()",
       "def f():\n  with c:\n    a()\n    b()\n  d()\n"},
      {"tabs", "def f():\n\tif x:\n\t\ta()\n", "if x", "if x",
       "def f():\n\twith c:\n\t\tif x:\n\t\t\ta()\n"},
      {"tabs in a file of spaces", "if x:\n    y\ndef f():\n\ta()\n", "a()", "a()",
       "if x:\n    y\ndef f():\n\twith c:\n\t\ta()\n"},
      {"spaces inside tabs", "def f():\n\tfor x in y:\n\t    a()\n", "a()", "a()",
       "def f():\n\tfor x in y:\n\t    with c:\n\t        a()\n"},
      {"tab of spaces", "def f():\n    for x in y:\n    \ta()\n    \tb()\n", "a()", "b()",
       "def f():\n    for x in y:\n    \twith c:\n    \t\ta()\n    \t\tb()\n"},
      {"CRLF", "def f():\r\n    a()\r\n    b()\r\n", "a()", "b()",
       "def f():\r\n    with c:\r\n        a()\r\n        b()\r\n"},
      {"mixed terminators", "a()\r\nb()\n", "a()", "b()", "with c:\r\n    a()\r\n    b()\n"},
      {"no final newline", "a()\nb()", "a()", "b()", "with c:\n    a()\n    b()"},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "a()\n",
       "a()", "a()",
       "\xEF\xBB\xBF"
       "with c:\n    a()\n"},
      {"blank lines stay blank", "a()\n\n   \nb()\n", "a()", "b()",
       "with c:\n    a()\n\n   \n    b()\n"},
      {"leading comments stay above", "# one\na()\n# two\nb()\n# three\nd()\n", "a()", "b()",
       "# one\nwith c:\n    a()\n    # two\n    b()\n# three\nd()\n"},
      {"trailing comment", "a()  # c\n", "a()", "a()", "with c:\n    a()  # c\n"},
      {"comments that close the body", "for x in y:\n    a()\n    # end\n# out\nb()\n", "for x",
       "for x", "with c:\n    for x in y:\n        a()\n        # end\n# out\nb()\n"},
      {"comment at column zero in a block", "def f():\n    a()\n# zero\n    b()\n", "a()", "b()",
       "def f():\n    with c:\n        a()\n# zero\n        b()\n"},
      {"triple quotes", "def f():\n    a('''\n    text\n  ''')\n    b()\n", "a(", "b()",
       "def f():\n    with c:\n        a('''\n    text\n  ''')\n        b()\n"},
      {"f-string over lines", "def f():\n    a(f'''{\n    x}\n    ''')\n", "a(", "a(",
       "def f():\n    with c:\n        a(f'''{\n    x}\n    ''')\n"},
      {"backslash in a string", "a('x\\\n    y')\n", "a(", "a(", "with c:\n    a('x\\\n    y')\n"},
      {"backslash outside a string", "x = 1 + \\\n    2\n",
       "x =", "x =", "with c:\n    x = 1 + \\\n        2\n"},
      {"brackets", "def f():\n    a(\n        1,\n  2,\n    )\n", "a(", "a(",
       "def f():\n    with c:\n        a(\n            1,\n  2,\n        )\n"},
      {"chains move as one",
       "def f():\n  for x in y:\n    a()\n  else:\n    b()\n  try:\n    d()\n  except E:\n    e()\n"
       "  finally:\n    g()\n",
       "for x", "try:",
       "def f():\n  with c:\n    for x in y:\n      a()\n    else:\n      b()\n    try:\n      "
       "d()\n"
       "    except E:\n      e()\n    finally:\n      g()\n"},
      {"elif", "if a:\n    b()\nelif d:\n    e()\nelse:\n    f()\ng()\n", "if a", "if a",
       "with c:\n    if a:\n        b()\n    elif d:\n        e()\n    else:\n        f()\ng()\n"},
      {"match", "match x:\n    case 1:\n        a()\n    case _:\n        b()\nd()\n", "match x",
       "match x",
       "with c:\n    match x:\n        case 1:\n            a()\n        case _:\n            "
       "b()\nd()\n"},
      {"decorated function", "@d\ndef f():\n    a()\n", "def f", "def f",
       "with c:\n    @d\n    def f():\n        a()\n"},
      {"semicolons inside", "a(); b()\nd(); e();\n", "a()", "e()",
       "with c:\n    a(); b()\n    d(); e();\n"},
      {"one-line suite as a whole", "for x in y: a(); b()\n", "for x", "for x",
       "with c:\n    for x in y: a(); b()\n"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_EQ(s.apply(s.rewriter().wrap(s.node(c.first), s.node(c.last), "with c:")), c.after)
        << c.name;
  }
}

TEST(WrapTest, RefusesWhatItCannotDoSafely) {
  const std::vector<Case> cases = {
      {"begins in a list", "a(); b()\nd()\n", "b()", "d()", ""},
      {"ends in a list", "a()\nb(); d()\n", "a()", "b()", ""},
      {"one-line suite", "for x in y: a()\n", "a()", "a()", ""},
      {"two blocks", "a()\nif x:\n    b()\n", "a()", "b()", ""},
      {"wrong order", "a()\nb()\n", "b()", "a()", ""},
      {"docstring", "def f():\n    'doc'\n    a()\n", "'doc'", "a()", ""},
      {"future import", "from __future__ import a\nb()\n", "import a", "b()", ""},
      {"form feed", "a()\n\fb()\n", "a()", "b()", ""},
      {"tabs and spaces", "if x:\n        a()\n\tb()\n", "a()", "b()", ""},
      {"cells", "a()\n# %%\nb()\n", "a()", "b()", ""},
      {"after a backslash", "if x: \\\n    a()\n", "a()", "a()", ""},
      {"case clause", "match x:\n    case 1:\n        a()\n", "case 1", "case 1", ""},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_FALSE(s.rewriter().wrap(s.node(c.first), s.node(c.last), "with c:")) << c.name;
  }
}

TEST(WrapTest, WritesAFooter) {
  const std::vector<Case> cases = {
      {"top", "a()\nb()\n", "a()", "a()", "try:\n    a()\nfinally:\n    h.remove()\nb()\n"},
      {"two spaces, CRLF", "def f():\r\n  a()\r\n", "a()", "a()",
       "def f():\r\n  try:\r\n    a()\r\n  finally:\r\n    h.remove()\r\n"},
      {"no final newline", "a()", "a()", "a()", "try:\n    a()\nfinally:\n    h.remove()"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_EQ(s.apply(s.rewriter().wrap(s.node(c.first), s.node(c.last),
                                        "try:", "finally:\n    h.remove()")),
              c.after)
        << c.name;
  }
}

TEST(WrapTest, ClaimsEveryLineOfTheRegion) {
  const PythonSample s("def f():\n    a()\n\n    b()\n");
  Fix wrap, insertion;
  wrap.intents = *s.rewriter().wrap(s.node("a()"), s.node("b()"), "with c:");
  insertion.intents = *s.rewriter().insert_after(s.node("a()"), "new()");
  const Plan plan = s.planner().plan({{&wrap, 0, 0}, {&insertion, 1, 1}});
  EXPECT_EQ(plan.accepted, std::vector<std::size_t>{0});
  EXPECT_EQ(plan.deferred, std::vector<std::size_t>{1});
}

TEST(WrapTest, ComposesWithEditsInsideItsLines) {
  const PythonSample s("def f():\n    a(x)\n    b()\n");
  Fix wrap, inner;
  wrap.intents = *s.rewriter().wrap(s.node("a(x)"), s.node("b()"), "with c:");
  inner.intents = *s.rewriter().append_to_expression(s.node("x"), ".detach()");
  const Plan plan = s.planner().plan({{&wrap, 0, 0}, {&inner, 1, 1}});
  EXPECT_EQ(plan.deferred.size(), 0u);
  EXPECT_EQ(apply_edits(s.text(), plan.edits),
            "def f():\n    with c:\n        a(x.detach())\n        b()\n");
}

TEST(MoveTest, MovesAStatementWithItsComments) {
  const std::vector<Case> cases = {
      {"out of a loop", "for x in y:\n    # why\n    a()  # c\n    b()\n", "a()", "for x",
       "# why\na()  # c\nfor x in y:\n    b()\n"},
      {"above the comments of the target", "def f():\n  # loop\n  for x in y:\n    a()\n    b()\n",
       "a()", "for x", "def f():\n  a()\n  # loop\n  for x in y:\n    b()\n"},
      {"several lines", "for x in y:\n\tif z:\n\t\tb()\n\ta(\n\t\t1,\n 2)\n", "a(", "for x",
       "a(\n\t1,\n 2)\nfor x in y:\n\tif z:\n\t\tb()\n"},
      {"a string keeps its bytes", "for x in y:\n    a('''\n    t''')\n    b()\n", "a(", "for x",
       "a('''\n    t''')\nfor x in y:\n    b()\n"},
      {"no final newline", "for x in y:\r\n    b()\r\n    a()", "a()", "for x",
       "a()\r\nfor x in y:\r\n    b()"},
      {"on a shared line", "for x in y:\n    a(); b()\n", "a()", "for x", kNothing},
      {"the only one", "for x in y:\n    # why\n    a()  # c\n    # end\n", "a()", "for x",
       "# why\na()  # c\nfor x in y:\n    pass\n    # end\n"},
      {"the only one, several lines", "for x in y:\r\n    a(\r\n    )", "a(", "for x",
       "a(\r\n)\r\nfor x in y:\r\n    pass"},
      {"one-line suite", "for x in y: a(); b()\n", "a()", "for x", kNothing},
      {"leaves the loop", "for x in y:\n    break\n    a()\n", "break", "for x", kNothing},
      {"forwards", "a()\nb()\n", "a()", "b()", kNothing},
      {"before a docstring", "'doc'\na()\nb()\n", "a()", "'doc'", kNothing},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    EXPECT_EQ(s.apply(s.rewriter().move_before(s.node(c.first), s.node(c.last))), c.after)
        << c.name;
  }
}

TEST(MoveTest, ACommentThatMovesIsNotLost) {
  const PythonSample s("for x in y:\n    # why\n    a()  # c\n    b()\n");
  Fix fix;
  fix.intents = *s.rewriter().move_before(s.node("a()"), s.node("for x"));
  EXPECT_FALSE(s.planner().loses_comment(fix));
}

}  // namespace
}  // namespace mlfix::testing::rewrite_wrap_test
