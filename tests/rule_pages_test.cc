// docs/rules/ is what scripts/rule-pages makes of the pages now, and says of each
// rule what the program says.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "config/rule_defaults.h"
#include "report/labels.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "transforms/registry.h"

namespace mlfix::rule_pages_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::read_bytes;
using testing::TemporaryFolder;

const fs::path kRoot = MLFIX_SOURCE_DIR;
const fs::path kPages = kRoot / "docs/rules";

std::map<std::string, std::string> files_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files[entry.path().filename().string()] = read_bytes(entry.path());
  }
  return files;
}

std::string best_fix(Applicability level) {
  return level == Applicability::Suggestion ? "report" : std::string(label(level));
}

std::string escaped(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, "\\");
  }
  return text;
}

TEST(RulePages, AreCurrent) {
  TemporaryFolder folder;
  folder.write("gone-rule.md", "a page without a rule");
  const auto result = testing::run_command(
      {"bash", (kRoot / "scripts/rule-pages").string(), folder.path().string()},
      {kRoot, "", {}, false, 0, {}});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto made = files_of(folder.path()), kept = files_of(kPages);
  EXPECT_FALSE(made.contains("gone-rule.md"));
  for (const auto& [name, text] : made) {
    const auto at = kept.find(name);
    const bool same = at != kept.end() && at->second == text;
    EXPECT_TRUE(same) << name << " is missing or old: run scripts/rule-pages";
  }
  EXPECT_EQ(made.size(), kept.size()) << "a page without a rule: run scripts/rule-pages";
}

TEST(RulePages, TheIndexSaysWhatTheProgramSays) {
  const auto defaults = shipped_defaults();
  ASSERT_TRUE(defaults.has_value());
  const std::string index = read_bytes(kPages / "README.md");
  const Registry registry = shipped_registry();
  for (const Rule& rule : registry.rules()) {
    if (rule.by_engine) continue;
    const auto& entry = defaults->at(rule.name);
    EXPECT_THAT(index,
                HasSubstr(fmt::format("| [{}]({}.md) | {} | {} | {} | {} |\n", rule.name, rule.name,
                                      best_fix(entry.level), label(entry.severity),
                                      rule.on_by_default ? "yes" : "no", escaped(rule.summary))));
    EXPECT_THAT(index, HasSubstr(fmt::format("\n## {}\n", rule.group)));
  }
}

TEST(RulePages, ShowTheFactsAndNoMarksOfTheTests) {
  const Registry registry = shipped_registry();
  for (const Rule& rule : registry.rules()) {
    if (rule.by_engine) continue;
    const std::string page = read_bytes(kPages / (rule.name + ".md"));
    EXPECT_THAT(page,
                HasSubstr(fmt::format("# {}\n\nGroup: {}. Best fix: ", rule.name, rule.group)));
    EXPECT_THAT(page, Not(HasSubstr("# expect:"))) << rule.name;
    EXPECT_THAT(page, HasSubstr(rule.off_reason)) << rule.name;
  }
}

}  // namespace
}  // namespace mlfix::rule_pages_test
