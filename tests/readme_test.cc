// The README shows what the program prints now, and names what there is.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "config/rule_defaults.h"
#include "report/labels.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "transforms/registry.h"

namespace mlfix::readme_test {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;
using testing::ProcessOptions;
using ::testing::SizeIs;

const fs::path kRoot = MLFIX_SOURCE_DIR;

ProcessOptions in(const fs::path& folder) {
  ProcessOptions options;
  options.folder = folder;
  return options;
}

std::string readme() {
  return testing::read_bytes(kRoot / "README.md");
}

// The texts between "```<language>\n" and "```".
std::vector<std::string> fences(std::string_view text, const std::string& language) {
  const std::string open = "```" + language + "\n";
  std::vector<std::string> found;
  for (std::size_t at = text.find(open); at != std::string_view::npos; at = text.find(open, at)) {
    at += open.size();
    const std::size_t end = text.find("\n```", at);
    found.emplace_back(text.substr(at, end + 1 - at));
    at = end;
  }
  return found;
}

TEST(Readme, ShowsDiffsAsTheyArePrinted) {
  const auto shown = fences(readme(), "diff");
  EXPECT_THAT(shown, SizeIs(3));
  const auto printed = testing::run_mlfix({"--no-config", "--diff", "testdata/demo"}, in(kRoot));
  for (const std::string& diff : shown) EXPECT_THAT(printed.out, HasSubstr(diff));
}

TEST(Readme, TheTableHasEveryRule) {
  const std::string text = readme();
  const Registry registry = shipped_registry();
  const auto defaults = shipped_defaults();
  ASSERT_TRUE(defaults.has_value());
  const std::regex row(R"(\n\| `([a-z-]+)` \| ([a-z]+) \| ([a-z]+) \|)");
  std::size_t rows = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at, ++rows) {
    const auto rule = registry.find((*at)[1].str());
    ASSERT_TRUE(rule) << (*at)[1];
    EXPECT_EQ(registry.rules()[*rule].group, (*at)[2].str()) << (*at)[1];
    const Applicability level = defaults->at((*at)[1].str()).level;
    const bool fixes = level != Applicability::Suggestion;
    EXPECT_EQ(fixes ? std::string(label(level)) : "report", (*at)[3].str()) << (*at)[1];
  }
  const auto of_transforms = std::ranges::count(registry.rules(), false, &Rule::by_engine);
  EXPECT_EQ(rows, static_cast<std::size_t>(of_transforms));
}

TEST(Readme, LinksToWhatIsThere) {
  const std::string text = readme();
  const std::regex link(R"(\]\(([^)#:]+)\))");
  for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
    EXPECT_TRUE(fs::exists(kRoot / (*at)[1].str())) << (*at)[1];
  }
}

}  // namespace
}  // namespace mlfix::readme_test
