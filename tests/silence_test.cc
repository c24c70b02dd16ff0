// Comments are put where they silence and break nothing, however the code is laid
// out.

#include "adoption/silence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/pipeline.h"

namespace mlfix::silence_test {
namespace {

using testing::make_test_rule;

class SilenceTest : public ::testing::Test {
 protected:
  FileResult analyse(const std::string& text) { return testing::run_pipeline(rules_, text); }

  // The text with comments; fails when one finding is not silent, or is not
  // silent when the text is analysed again.
  std::string silenced(const std::string& text, const SilenceText& words = {}) {
    const FileResult result = analyse(text);
    EXPECT_FALSE(result.findings.empty()) << text;
    const auto file = make_source_file("test.py", text);
    const Silence silence = silence_findings(*file, result.findings, registry_, parser_, words);
    const std::string after = apply_edits(text, silence.edits);
    for (const bool silent : silence.silent) EXPECT_TRUE(silent) << after;
    for (const FileFinding& found : analyse(after).findings) EXPECT_TRUE(found.suppressed) << after;
    return after;
  }

  const std::vector<Rule> rules_ = {
      make_test_rule("leak", {Kind::Call},
                     [](const Context& c, NodeId n, Findings& out) {
                       if (c.tree.text(n).starts_with("leak(")) out.report(n, "found");
                     }),
      make_test_rule("drip", {Kind::Call}, [](const Context& c, NodeId n, Findings& out) {
        if (c.tree.text(n).starts_with("leak(drip")) out.report(n, "found");
      })};
  const Registry registry_{rules_};
  Parser parser_;
};

TEST_F(SilenceTest, BehindAShortStatement) {
  EXPECT_EQ(silenced("if a:\n    x = leak()\n"), "if a:\n    x = leak()  # mlfix: ignore[leak]\n");
  EXPECT_EQ(silenced("leak()", {"2030-01-31", "see #7"}),
            "leak()  # mlfix: ignore[leak] until 2030-01-31 -- see #7");
  EXPECT_EQ(silenced("leak(drip)\r\nx\r\n"), "leak(drip)  # mlfix: ignore[drip, leak]\r\nx\r\n");
}

TEST_F(SilenceTest, AboveALongStatement) {
  const std::string call = "leak(" + std::string(90, 'x') + ")\n";
  EXPECT_EQ(silenced("if a:\n\t" + call), "if a:\n\t# mlfix: ignore[leak]\n\t" + call);
  EXPECT_EQ(silenced("x = (\n    leak())\n"), "# mlfix: ignore[leak]\nx = (\n    leak())\n");
  EXPECT_EQ(silenced("x = 1 + \\\n    leak()\n"),
            "# mlfix: ignore[leak]\nx = 1 + \\\n    leak()\n");
  EXPECT_EQ(silenced("leak('''\n''')\n"), "# mlfix: ignore[leak]\nleak('''\n''')\n");
}

TEST_F(SilenceTest, AboveWhereACommentStands) {
  EXPECT_EQ(silenced("# why\nleak()  # type: ignore\n"),
            "# why\n# mlfix: ignore[leak]\nleak()  # type: ignore\n");
}

TEST_F(SilenceTest, InHeadersOfCompoundStatements) {
  EXPECT_EQ(silenced("for i in leak():\n    pass\n"),
            "# mlfix: ignore[leak]\nfor i in leak():\n    pass\n");
  EXPECT_EQ(silenced("@a\n@b(leak())\ndef f():\n    pass\n"),
            "# mlfix: ignore[leak]\n@a\n@b(leak())\ndef f():\n    pass\n");
  silenced("if a:\n    pass\nelif leak():\n    pass\n");
  silenced("class A(leak()): pass\n");
}

TEST_F(SilenceTest, WhereAboveIsInsideAnotherStatement) {
  EXPECT_EQ(silenced("x = '''\n'''; leak()\n"), "x = '''\n'''; leak()  # mlfix: ignore[leak]\n");
  silenced("x = '''\n'''; leak('''\n''')\n");
  silenced("x = [\n]; y = leak(\n)\n");
  silenced("a = 1; leak(); b = 2  # c\n");
}

TEST_F(SilenceTest, BehindAByteOrderMarkAndInOneLiners) {
  silenced(
      "\xEF\xBB\xBF"
      "leak(\n)\n");
  silenced("if a: leak()\n");
  silenced("f = lambda: leak()\n");
  silenced("while leak(): x = 1  # c\n");
}

TEST_F(SilenceTest, LeavesFilesThatAreNotEdited) {
  const std::string text = "leak()\nprint x\n";
  const FileResult result = analyse(text);
  const auto file = make_source_file("test.py", text);
  const Silence silence = silence_findings(*file, result.findings, registry_, parser_, {});
  EXPECT_TRUE(silence.edits.empty());
}

}  // namespace
}  // namespace mlfix::silence_test
