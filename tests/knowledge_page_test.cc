// docs/knowledge.md: its example works, and its tables list what there is.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::knowledge_page_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string page() {
  return testing::read_bytes(MLFIX_SOURCE_DIR "/docs/knowledge.md");
}

// The first text between "```<language>\n" and "```".
std::string fence(std::string_view text, const std::string& language) {
  const std::string open = "```" + language + "\n";
  const std::size_t begin = text.find(open) + open.size();
  return std::string(text.substr(begin, text.find("```", begin) - begin));
}

TEST(KnowledgePage, TheExampleMakesTheFixSafe) {
  const testing::TemporaryFolder folder;
  folder.write("train.py", fence(page(), "python"));
  const auto found = [&] {
    testing::ProcessOptions options;
    options.folder = folder.path();
    return testing::run_mlfix({"--format", "concise"}, options).out;
  };
  EXPECT_THAT(found(), HasSubstr("train.py:13:9: detach-accumulated-loss"));
  EXPECT_THAT(found(), HasSubstr("[unsafe fix]"));
  const std::string rows = fence(page(), "yaml");
  EXPECT_LE(std::count(rows.begin(), rows.end(), '\n'), 10);
  folder.write("mlfix.yaml", rows);
  EXPECT_THAT(found(), HasSubstr("train.py:13:9: detach-accumulated-loss"));
  EXPECT_THAT(found(), Not(HasSubstr("[unsafe fix]")));
}

TEST(KnowledgePage, ThreeLinesMakeARuleForAResource) {
  const std::string text = page();
  const std::string rows = fence(text.substr(text.find("## Resources")), "yaml");
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 3);
  const testing::TemporaryFolder folder;
  folder.write("run.py",
               "from mylab import Recorder\n\n\ndef run(name):\n"
               "    recorder = Recorder(name)\n    recorder.start()\n    print(name)\n");
  testing::ProcessOptions options;
  options.folder = folder.path();
  const auto found = [&] { return testing::run_mlfix({"--unsafe", "--diff"}, options).out; };
  EXPECT_THAT(found(), Not(HasSubstr("recorder.close()")));
  folder.write("mlfix.yaml", rows);
  EXPECT_THAT(found(), HasSubstr("recorder.start()\n+    recorder.close()"));
}

TEST(KnowledgePage, TheRowIsForItsReceiverOnly) {
  const testing::TemporaryFolder folder;
  std::string program = fence(page(), "python");
  const std::string made = "Board(\"losses\")";
  program.replace(program.find(made), made.size(), "stop.board()");
  folder.write("train.py", program);
  folder.write("mlfix.yaml", fence(page(), "yaml"));
  testing::ProcessOptions options;
  options.folder = folder.path();
  EXPECT_THAT(testing::run_mlfix({"--format", "concise"}, options).out, HasSubstr("[unsafe fix]"));
}

TEST(KnowledgePage, ListsAllMeaningsAndHints) {
  const std::string text = page();
  for (std::size_t i = 0; i < kMeanings; ++i) {
    const MeaningInfo& info = info_of(static_cast<Meaning>(i));
    EXPECT_THAT(text, HasSubstr("\n| `" + std::string(info.name) + "` | "));
    EXPECT_THAT(text, HasSubstr(" | " + std::string(info.sentence) + " |\n")) << info.name;
  }
  for (std::size_t i = 0; i < kHints; ++i) {
    const HintInfo& info = info_of(static_cast<Hint>(i));
    EXPECT_THAT(text, HasSubstr("\n| `" + std::string(info.name) + "` | "));
    EXPECT_THAT(text, HasSubstr(" | " + std::string(info.sentence) + " |\n")) << info.name;
  }
}

}  // namespace
}  // namespace mlfix::knowledge_page_test
