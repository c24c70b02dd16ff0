// The harness of the golden cases can itself be wrong: expectations, fences and
// mutations on programs whose answer is known.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/golden.h"
#include "support/mutations.h"

namespace mlfix::testing::golden_support_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string mutate(std::string_view name, std::string_view program) {
  for (const Mutation& mutation : mutations()) {
    if (mutation.name == name) {
      return mutation.suits(program) ? mutation.apply(program) : "does not suit";
    }
  }
  return "no such mutation";
}

TEST(GoldenSupport, ReadsExpectations) {
  EXPECT_THAT(expectations_in("x = 1\ny = 2  # expect: a-b, c[unsafe]  # really\n# expect: d\n"),
              ElementsAre(Expectation{2, "a-b", ""}, Expectation{2, "c", "unsafe"},
                          Expectation{3, "d", ""}));
  EXPECT_THAT(expectations_in("# we expect nothing\n"), IsEmpty());
}

TEST(GoldenSupport, ReadsTheFencesBelowAHeading) {
  const std::string page =
      "# x\n\n## Example\n\n```python\na\n```\n\ntext\n\n```python\nb\nc\n```\n"
      "\n## Left alone\n\n```python\nd\n```\n\n```sh\nls\n```\n";
  EXPECT_THAT(fences_below(page, "Example"), ElementsAre("a\n", "b\nc\n"));
  EXPECT_THAT(fences_below(page, "Left alone"), ElementsAre("d\n"));
  EXPECT_THAT(fences_below(page, "Options"), IsEmpty());
}

TEST(GoldenSupport, MutatesTerminatorsAndIndentation) {
  EXPECT_EQ(mutate("crlf", "a\nb\n"), "a\r\nb\r\n");
  EXPECT_EQ(mutate("crlf", "a\r\n"), "does not suit");
  EXPECT_EQ(mutate("bom", "a\n"),
            "\xEF\xBB\xBF"
            "a\n");
  EXPECT_EQ(mutate("tabs", "if a:\n    b\n    if c:\n        d\n"), "if a:\n\tb\n\tif c:\n\t\td\n");
  EXPECT_EQ(mutate("tabs", "f(a,\n  b)\n"), "does not suit");
  EXPECT_EQ(mutate("no-final-newline", "a\n"), "a");
}

TEST(GoldenSupport, NestsButLeavesStringsAlone) {
  EXPECT_EQ(mutate("nesting", "a = '''\n  x\n'''\n\nb\n"),
            "class K:\n    def m(self):\n        a = '''\n  x\n'''\n\n        b\n");
  EXPECT_EQ(mutate("nesting", "from m import *\n"), "does not suit");
  EXPECT_EQ(mutate("nesting", "# only a comment\n"), "does not suit");
}

TEST(GoldenSupport, AddsCommentsWhereALineCanTakeOne) {
  EXPECT_EQ(mutate("trailing-comments", "a = '''\nx'''\nb = 1 + \\\n  2\n\nc  # d\n"),
            "a = '''\nx'''  # added\nb = 1 + \\\n  2  # added\n\nc  # d\n");
  EXPECT_TRUE(same_program("a  # added\nb\n", "a\nb"));
  EXPECT_FALSE(same_program("a\nb\n", "a\n b\n"));
}

TEST(GoldenSupport, RenamesAnImport) {
  EXPECT_EQ(mutate("aliases", "import torch\nimport torch.nn as nn\nx = torch.cat(y)\n"),
            "import torch as th\nimport torch.nn as nn\nx = th.cat(y)\n");
  EXPECT_EQ(mutate("aliases", "import torch\nimport torch.nn\nx = torch.cat(y)\n"),
            "does not suit");
  EXPECT_EQ(mutate("aliases", "import numpy\n"), "does not suit");
}

TEST(GoldenSupport, ReadsOptOuts) {
  EXPECT_TRUE(opts_out("# mutations: no-tabs, no-nesting\nx\n", "nesting"));
  EXPECT_FALSE(opts_out("# mutations: no-tabs\nno-nesting\n", "nesting"));
}

}  // namespace
}  // namespace mlfix::testing::golden_support_test
