// The direction of dependencies, checked on the text of the sources: the linker
// sees a forbidden call, but not a forbidden header.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string, std::less<>>;

const fs::path kRoot = MLFIX_SOURCE_DIR;

// What a layer may include besides itself.
const std::map<std::string, Names, std::less<>> kMayInclude = {
    {"text", {}},
    {"process", {"text"}},
    {"syntax", {"text"}},
    {"semantic", {"text", "syntax"}},
    {"torch", {"text", "syntax", "semantic"}},
    {"rewrite", {"text", "syntax", "semantic"}},
    {"engine", {"text", "process", "syntax", "semantic", "rewrite"}},
    {"config", {"text", "syntax", "semantic", "rewrite", "engine"}},
    {"report", {"text", "syntax", "semantic", "rewrite", "engine"}},
    {"notebook", {"text", "syntax", "semantic", "rewrite", "engine"}},
    {"bot", {"text", "process", "syntax", "semantic", "rewrite", "engine", "config", "report"}},
    {"measure", {"text", "process", "syntax", "semantic", "rewrite", "engine", "report"}},
    {"adoption", {"text", "process", "syntax", "semantic", "rewrite", "engine"}},
    {"fleet", {"text", "syntax", "semantic", "rewrite", "engine", "report", "notebook"}},
    {"lsp",
     {"text", "syntax", "semantic", "rewrite", "engine", "config", "report", "notebook",
      "adoption"}},
    {"cli",
     {"adoption", "fleet", "lsp", "text", "syntax", "semantic", "rewrite", "engine", "config",
      "report", "notebook", "measure", "bot", "process"}},
};

// Where a third-party library may be known.
const std::map<std::string, Names, std::less<>> kOnlyIn = {
    {"dtl", {"text"}},        {"tree_sitter", {"syntax"}},
    {"yaml-cpp", {"config"}}, {"toml++", {"config"}},
    {"CLI", {"cli"}},
};

struct Include {
  std::string folder;     // "text" of "text/edit.h"
  std::string subfolder;  // "graph" of "torch/graph/data_value.h", else ""
  bool ours = false;      // in quotes
  std::string place;      // file and line, for the message
};

std::vector<fs::path> sources_in(const fs::path& folder) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path extension = entry.path().extension();
    if (extension == ".h" || extension == ".cc") {
      result.push_back(entry.path());
    }
  }
  return result;
}

std::vector<Include> includes_of(const fs::path& file) {
  static constexpr std::string_view kDirective = "#include ";
  std::vector<Include> result;
  std::ifstream input(file);
  std::string line;
  for (int number = 1; std::getline(input, line); ++number) {
    const std::size_t slash = line.find('/');
    if (line.starts_with(kDirective) && slash != std::string::npos) {
      const std::size_t name = kDirective.size() + 1;
      const std::size_t second = line.find('/', slash + 1);
      const std::string subfolder =
          second == std::string::npos ? "" : line.substr(slash + 1, second - slash - 1);
      result.push_back({line.substr(name, slash - name), subfolder, line[kDirective.size()] == '"',
                        fs::relative(file, kRoot).string() + ":" + std::to_string(number)});
    }
  }
  return result;
}

std::vector<Include> includes_in(const fs::path& folder) {
  std::vector<Include> result;
  for (const fs::path& file : sources_in(folder)) {
    for (Include& include : includes_of(file)) {
      result.push_back(std::move(include));
    }
  }
  return result;
}

std::vector<std::string> folders_in(const fs::path& folder) {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory()) {
      result.push_back(entry.path().filename().string());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(Layers, EveryFolderOfSrcIsALayer) {
  for (const std::string& layer : folders_in(kRoot / "src")) {
    EXPECT_TRUE(kMayInclude.contains(layer)) << "src/" << layer;
  }
}

TEST(Layers, IncludeOnlyWhatIsBelowThem) {
  std::size_t seen = 0;
  for (const std::string& layer : folders_in(kRoot / "src")) {
    for (const Include& include : includes_in(kRoot / "src" / layer)) {
      seen += include.ours ? 1U : 0U;
      const bool allowed = !include.ours || include.folder == layer ||
                           kMayInclude.at(layer).contains(include.folder);
      EXPECT_TRUE(allowed) << include.place << ": " << layer << " must not know " << include.folder;
    }
  }
  EXPECT_GT(seen, 20U) << "the includes were not found";
}

TEST(Layers, KeepThirdPartyLibrariesInTheirOneLayer) {
  std::set<std::string> used;
  for (const std::string& layer : folders_in(kRoot / "src")) {
    for (const Include& include : includes_in(kRoot / "src" / layer)) {
      const auto rule = kOnlyIn.find(include.folder);
      if (!include.ours && rule != kOnlyIn.end()) {
        used.insert(include.folder);
        EXPECT_TRUE(rule->second.contains(layer))
            << include.place << ": " << layer << " must not know " << include.folder;
      }
    }
  }
  EXPECT_TRUE(used.contains("tree_sitter")) << "the includes were not found";
}

TEST(Layers, TransformsIncludeTheirInterfaceOnly) {
  const Names allowed = {"engine", "torch", "semantic", "rewrite", "syntax", "text", "transforms"};
  for (const std::string& group : folders_in(kRoot / "transforms")) {
    for (const Include& include : includes_in(kRoot / "transforms" / group)) {
      EXPECT_TRUE(!include.ours || allowed.contains(include.folder))
          << include.place << ": a transform must not know " << include.folder;
      EXPECT_TRUE(include.ours || !kOnlyIn.contains(include.folder))
          << include.place << ": a transform must not know " << include.folder;
    }
  }
}

// What two groups need is in src/torch, or in transforms/fixes when it edits.
TEST(Layers, GroupsOfTransformsDoNotKnowEachOther) {
  std::size_t seen = 0;
  for (const std::string& group : folders_in(kRoot / "transforms")) {
    for (const Include& include : includes_in(kRoot / "transforms" / group)) {
      if (!include.ours || include.folder != "transforms") continue;
      ++seen;
      EXPECT_TRUE(include.subfolder == group || include.subfolder == "fixes")
          << include.place << ": " << group << " must not know " << include.subfolder;
    }
  }
  EXPECT_GT(seen, 20U) << "the includes were not found";
}

TEST(Layers, SourcesLieInAFolderWithATellingName) {
  for (const std::string& group : folders_in(kRoot / "transforms")) {
    EXPECT_NE(group, "common");
    for (const std::string& folder : folders_in(kRoot / "transforms" / group)) {
      EXPECT_FALSE(folder == "common" || folder == "util" || folder == "misc") << group;
    }
  }
}

}  // namespace
