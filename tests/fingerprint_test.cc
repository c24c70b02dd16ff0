// Which edits of a file a finding's fingerprint survives, and which it must not.

#include "engine/fingerprint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/pipeline.h"

namespace mlfix::fingerprint_test {
namespace {

using ::testing::ElementsAre;
using testing::make_test_rule;
using testing::run_pipeline;

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = {
      make_test_rule("a_call", {Kind::Call},
                     [](const Context& c, NodeId n, Findings& out) {
                       if (c.tree.text(n).starts_with("leak(")) out.report(n, "found");
                     }),
      make_test_rule("a_loop", {Kind::ForStatement},
                     [](const Context&, NodeId n, Findings& out) { out.report(n, "found"); }),
      make_test_rule("a_function", {Kind::FunctionDefinition},
                     [](const Context&, NodeId n, Findings& out) { out.report(n, "found"); })};
  return kRules;
}

std::vector<Identity> identities(const std::string& text) {
  std::vector<Identity> result;
  for (const FileFinding& found : run_pipeline(rules(), text).findings) {
    result.push_back(found.identity);
  }
  return result;
}

std::vector<std::string> fingerprints(const std::string& text) {
  std::vector<std::string> result;
  for (const Identity& identity : identities(text)) result.push_back(identity.fingerprint);
  return result;
}

// Of the one finding in `text`.
std::string fingerprint(const std::string& text) {
  const std::vector<std::string> all = fingerprints(text);
  EXPECT_EQ(all.size(), 1u) << text;
  return all.empty() ? "" : all.front();
}

const std::string kPlain = "x = leak(a, 'b  c')\n";

TEST(Fingerprint, IsTheDocumentedHash) {
  const std::vector<Identity> all = identities("class A:\n    x = leak( 1 )\n");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].path, "test.py");
  EXPECT_EQ(all[0].scope, "A");
  EXPECT_EQ(all[0].statement, "x=leak(1)");
  EXPECT_EQ(all[0].ordinal, 1u);
  // FNV-1a over "a-call\0test.py\0A\0x=leak(1)\0" "1\0", computed by hand in another language.
  EXPECT_EQ(all[0].fingerprint, "667b6fc4f91b1a14");
}

TEST(Fingerprint, SurvivesLinesAroundIt) {
  EXPECT_EQ(fingerprint("import os\n\n\n" + kPlain + "print(x)\n"), fingerprint(kPlain));
  EXPECT_EQ(fingerprint("\xEF\xBB\xBF" + kPlain), fingerprint(kPlain));
}

TEST(Fingerprint, SurvivesAnotherIndentation) {
  EXPECT_EQ(fingerprint("if a:\n\tif b:\n\t    " + kPlain), fingerprint(kPlain));
  EXPECT_EQ(fingerprint("with a:\r\n  x = leak(a, 'b  c')\r\n"), fingerprint(kPlain));
}

TEST(Fingerprint, SurvivesAnotherLayoutOfTheStatement) {
  for (const std::string text :
       {"x=leak(a,'b  c')\n", "x = leak(\n    a,\n    'b  c'\n)\n", "x = \\\n    leak(a, 'b  c')\n",
        "x = leak(a, 'b  c')  # mlfix: ignore\n",
        "x = leak(  # first\n    a,  # one\n 'b  c')\n"}) {
    EXPECT_EQ(fingerprint(text), fingerprint(kPlain)) << text;
  }
}

TEST(Fingerprint, TellsStatementsApart) {
  for (const std::string text :
       {"y = leak(a, 'b  c')\n", "x = leak(a, 'b c')\n", "x = leak(a, 'b  c', d)\n",
        "x = leak(not a, 'b  c')\n", "x = leak(nota, 'b  c')\n"}) {
    EXPECT_NE(fingerprint(text), fingerprint(kPlain)) << text;
  }
  EXPECT_NE(fingerprint("x = leak(not a)\n"), fingerprint("x = leak(nota)\n"));
}

TEST(Fingerprint, TellsScopesApart) {
  const std::string in_f = "class A:\n    async def f(self):\n        leak()\n";
  const std::vector<Identity> all = identities(in_f);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].scope, "A");  // the function itself
  EXPECT_EQ(all[1].scope, "A.f");
  EXPECT_NE(fingerprint("class A:\n    leak()\n"), fingerprint("class B:\n    leak()\n"));
}

TEST(Fingerprint, TellsRulesAndFilesApart) {
  Identity identity{"a.py", "f", "leak()", 1, ""};
  const std::string before = fingerprint_of(identity, "a-call");
  EXPECT_NE(fingerprint_of(identity, "a-loop"), before);
  identity.path = "b.py";
  EXPECT_NE(fingerprint_of(identity, "a-call"), before);
}

TEST(Fingerprint, NumbersEqualFindings) {
  const std::vector<std::string> all = fingerprints("leak()\nleak()\nx = leak()\n");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0], fingerprint("leak()\n"));
  EXPECT_NE(all[1], all[0]);
  EXPECT_EQ(all[2], fingerprint("x = leak()\n"));
  EXPECT_EQ(fingerprints("leak()  # mlfix: ignore\nleak()\nx = leak()\n"), all);
}

TEST(Fingerprint, OfACompoundStatementIgnoresItsBody) {
  EXPECT_EQ(fingerprint("for i in  x :\n    a()\n    b()\n"), fingerprint("for i in x: c()\n"));
  const std::vector<Identity> all = identities("@cache\ndef f(a):\n    return a\n");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].statement, "def f(a):");
  EXPECT_EQ(all[0].scope, "");
}

TEST(Fingerprint, NamesFilesBelowTheRoot) {
  EXPECT_EQ(fingerprint_path("/r/a/b.py", "/r"), "a/b.py");
  EXPECT_EQ(fingerprint_path("/r/a/../b.py", "/r"), "b.py");
  EXPECT_EQ(fingerprint_path("/other/b.py", "/r"), "/other/b.py");
  EXPECT_EQ(fingerprint_path("a/b.py", ""), "a/b.py");
}

}  // namespace
}  // namespace mlfix::fingerprint_test
