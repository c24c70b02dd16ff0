// One stem, four places: what a contributor has to add for a transform, and
// that nothing else knows its name.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <set>
#include <string_view>

#include "config/rule_defaults.h"
#include "support/temporary_folder.h"
#include "transforms/registry.h"

namespace mlfix::layout_test {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

const fs::path kRoot = MLFIX_SOURCE_DIR;
constexpr std::string_view kSharedFolder = "fixes";  // what groups share, not a group

std::string place_of(const Rule& rule) {
  return fmt::format("{}/{}", rule.group, rule.transform.stem);
}

std::set<std::string> listed_places() {
  std::set<std::string> places;
  const Registry registry = shipped_registry();
  for (const Rule& rule : registry.rules()) {
    if (!rule.by_engine) places.insert(place_of(rule));
  }
  return places;
}

// "<group>/<stem>" of the files with that extension in transforms/<group>/.
std::set<std::string> places_of_files(std::string_view extension) {
  std::set<std::string> places;
  for (const auto& group : fs::directory_iterator(kRoot / "transforms")) {
    if (!group.is_directory() || group.path().filename() == kSharedFolder) continue;
    for (const auto& file : fs::directory_iterator(group)) {
      if (file.path().extension() == extension) {
        places.insert(group.path().filename().string() + '/' + file.path().stem().string());
      }
    }
  }
  return places;
}

TEST(Layout, EveryRuleIsSound) {
  EXPECT_THAT(registry_problems(shipped_registry()), IsEmpty());
}

TEST(Layout, TheListNamesEverySourceAndPage) {
  EXPECT_THAT(places_of_files(".cc"), UnorderedElementsAreArray(listed_places()));
  EXPECT_THAT(places_of_files(".md"), UnorderedElementsAreArray(listed_places()));
}

TEST(Layout, TheListIsSorted) {
  std::vector<std::string> places;
  const Registry registry = shipped_registry();
  for (const Rule& rule : registry.rules()) {
    if (!rule.by_engine) places.push_back(place_of(rule));
  }
  EXPECT_TRUE(std::is_sorted(places.begin(), places.end())) << ::testing::PrintToString(places);
}

TEST(Layout, EveryRuleHasCases) {
  for (const std::string& place : listed_places()) {
    EXPECT_TRUE(fs::is_directory(kRoot / "testdata" / place)) << place;
  }
}

TEST(Layout, EveryFolderOfCasesHasARule) {
  std::set<std::string> groups;
  const Registry registry = shipped_registry();
  for (const Rule& rule : registry.rules()) {
    if (!rule.by_engine) groups.insert(rule.group);
  }
  for (const std::string& group : groups) {
    if (!fs::is_directory(kRoot / "testdata" / group)) continue;
    for (const auto& folder : fs::directory_iterator(kRoot / "testdata" / group)) {
      EXPECT_TRUE(listed_places().contains(group + '/' + folder.path().filename().string()))
          << folder.path();
    }
  }
}

TEST(Layout, EveryRuleHasDefaultsAndEveryDefaultARule) {
  const Result<DefaultTable> defaults = shipped_defaults();
  ASSERT_TRUE(defaults.has_value()) << defaults.error().to_string();
  const Registry registry = shipped_registry();
  for (const Rule& rule : registry.rules()) EXPECT_TRUE(defaults->contains(rule.name)) << rule.name;
  for (const auto& [name, entry] : *defaults) EXPECT_TRUE(registry.find(name)) << name;
}

// Does `word` stand in the text, and not as a part of a longer one?
bool has_word(std::string_view text, std::string_view word) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) {
      return true;
    }
  }
  return false;
}

TEST(Layout, NothingUnderSrcNamesATransform) {
  ASSERT_TRUE(has_word("a no-op, b", "no-op"));
  ASSERT_FALSE(has_word("a no-ops, b", "no-op"));
  const Registry registry = shipped_registry();
  // The interface shows its use with a name of its own choice.
  const fs::path example = kRoot / "src/engine/transform.h";
  for (const auto& file : fs::recursive_directory_iterator(kRoot / "src")) {
    if (!file.is_regular_file() || file.path() == example) continue;
    const std::string text = testing::read_bytes(file.path());
    for (const Rule& rule : registry.rules()) {
      if (rule.by_engine) continue;
      EXPECT_FALSE(has_word(text, rule.name)) << file.path() << " names " << rule.name;
      EXPECT_FALSE(has_word(text, rule.transform.stem)) << file.path() << " names " << rule.name;
    }
  }
}

TEST(Layout, EveryPageIsBuiltIn) {
  const Registry registry = shipped_registry();
  for (const Rule& rule : registry.rules()) {
    if (rule.by_engine) continue;
    EXPECT_EQ(rule.page, testing::read_bytes(kRoot / "transforms" / (place_of(rule) + ".md")))
        << rule.name;
  }
}

}  // namespace
}  // namespace mlfix::layout_test
