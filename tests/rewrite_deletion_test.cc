#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/python_sample.h"

namespace mlfix::testing::rewrite_deletion_test {
namespace {

struct Case {
  std::string name, before;
  std::vector<std::string> deleted;
  std::string after;
};

TEST(DeletionTest, LeavesCleanLines) {
  const std::vector<Case> cases = {
      {"a line", "a()\nb()\nc()\n", {"b()"}, "a()\nc()\n"},
      {"several lines", "x = [\n  1,\n]\nb()\n", {"x ="}, "b()\n"},
      {"a loop with else", "for x in y:\n    a()\nelse:\n    b()\nc()\n", {"for x"}, "c()\n"},
      {"comments above stay", "a()\n# c\nb()\nd()\n", {"b()"}, "a()\n# c\nd()\n"},
      {"trailing comment goes", "a()\nb()  # c\nd()\n", {"b()"}, "a()\nd()\n"},
      {"the only one of a block", "def f():\n    a()  # c\n", {"a()"}, "def f():\n    pass  # c\n"},
      {"all of a block",
       "def f():\n    a()\n    b()\n    c()\n",
       {"a()", "b()", "c()"},
       "def f():\n    pass\n"},
      {"all but one",
       "def f():\n    a()\n    b()\n    c()\n",
       {"a()", "c()"},
       "def f():\n    b()\n"},
      {"all of the module", "a()\nb()\n", {"a()", "b()"}, ""},
      {"first of a list", "a(); b(); c()\n", {"a()"}, "b(); c()\n"},
      {"middle of a list", "a(); b(); c()\n", {"b()"}, "a(); c()\n"},
      {"last of a list", "a(); b(); c()\n", {"c()"}, "a(); b()\n"},
      {"two of a list", "a(); b(); c()\n", {"a()", "b()"}, "c()\n"},
      {"outer two of a list", "a(); b(); c()\n", {"a()", "c()"}, "b()\n"},
      {"a whole list", "a(); b()\nc()\n", {"a()", "b()"}, "c()\n"},
      {"a whole list that is the block",
       "if x:\n    a(); b()\nc()\n",
       {"a()", "b()"},
       "if x:\n    pass\nc()\n"},
      {"final semicolon", "a(); b();\nc()\n", {"b()"}, "a();\nc()\n"},
      {"one-line suite", "if x: a()\nb()\n", {"a()"}, "if x: pass\nb()\n"},
      {"one of a one-line suite", "if x: a(); b()\n", {"a()"}, "if x: b()\n"},
      {"all of a one-line suite", "if x: a(); b()  # c\n", {"a()", "b()"}, "if x: pass  # c\n"},
      {"nested in another", "for x in y:\n    a()\nb()\n", {"a()", "for x"}, "b()\n"},
      {"no final newline", "a()\nb()", {"b()"}, "a()"},
      {"no final newline, CRLF, two", "a()\r\nb()\r\nc()", {"b()", "c()"}, "a()"},
      {"no final newline, sole", "if x:\n    a()", {"a()"}, "if x:\n    pass"},
      {"CRLF", "a()\r\nb()\r\nc()\r\n", {"b()"}, "a()\r\nc()\r\n"},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "a()\nb()\n",
       {"a()"},
       "\xEF\xBB\xBF"
       "b()\n"},
      {"backslash", "x = 1 + \\\n  2\nb()\n", {"x ="}, "b()\n"},
      {"decorated", "@d\ndef f():\n    a()\nb()\n", {"def f"}, "b()\n"},
      {"tabs", "def f():\n\ta()\n\tb()\n", {"a()"}, "def f():\n\tb()\n"},
      {"loop after a string", "x = '''\n'''; a()\nb()\n", {"a()"}, "x = '''\n'''\nb()\n"},
  };
  for (const Case& c : cases) {
    const PythonSample s(c.before);
    Intents intents;
    for (const std::string& target : c.deleted) {
      append(intents, s.rewriter().delete_statement(s.node(target)));
    }
    EXPECT_EQ(s.apply(intents), c.after) << c.name;
  }
}

TEST(DeletionTest, OfSeveralFixesAreOnePass) {
  const PythonSample s("def f():\n    a()\n    b(); c()\n");
  std::vector<Fix> fixes(3);
  const std::vector<std::string> targets = {"a()", "b()", "c()"};
  std::vector<PlannedFix> planned;
  for (std::size_t i = 0; i < fixes.size(); ++i) {
    fixes[i].intents = s.rewriter().delete_statement(s.node(targets[i]));
    planned.push_back({&fixes[i], static_cast<std::uint32_t>(i), 0});
  }
  const Plan plan = s.planner().plan(planned);
  EXPECT_EQ(plan.accepted.size(), 3u);
  EXPECT_EQ(apply_edits(s.text(), plan.edits), "def f():\n    pass\n");
}

TEST(DeletionTest, ConflictsWithAnEditOfTheStatement) {
  const PythonSample s("a()\nb(x)\nc()\n");
  Fix deletion, edit;
  deletion.intents = s.rewriter().delete_statement(s.node("b(x)"));
  edit.intents = s.rewriter().replace(s.node("x"), "y");
  const Plan plan = s.planner().plan({{&edit, 0, 0}, {&deletion, 1, 1}});
  EXPECT_EQ(plan.accepted, std::vector<std::size_t>{0});
  EXPECT_EQ(plan.deferred, std::vector<std::size_t>{1});
}

TEST(DeletionTest, TogetherWithAnInsertionReplacesAStatement) {
  const PythonSample s("a()\nb()\n");
  Intents intents = *s.rewriter().insert_before(s.node("a()"), "new()");
  append(intents, s.rewriter().delete_statement(s.node("a()")));
  EXPECT_EQ(s.apply(intents), "new()\nb()\n");
}

TEST(LosesCommentTest, SeesWhatTheEditsRemove) {
  const PythonSample s("# above\na(x,  # inside\n  y)  # behind\nb()\n");
  const auto loses = [&](Intents intents) {
    Fix fix;
    fix.intents = std::move(intents);
    return s.planner().loses_comment(fix);
  };
  EXPECT_TRUE(loses(s.rewriter().delete_statement(s.node("a("))));
  EXPECT_FALSE(loses(s.rewriter().delete_statement(s.node("b()"))));
  EXPECT_TRUE(loses(s.rewriter().replace(s.node("a(x,  # inside\n  y)"), "z")));
  EXPECT_FALSE(loses(s.rewriter().replace(s.node("a(x,  # inside\n  y)"), "z  # inside\n")));
  EXPECT_FALSE(loses(s.rewriter().replace(s.node("x"), "z")));
  EXPECT_FALSE(loses(*s.rewriter().wrap(s.node("a("), s.node("b()"), "with c:")));
}

}  // namespace
}  // namespace mlfix::testing::rewrite_deletion_test
