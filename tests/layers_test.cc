// The direction of dependencies, checked on the text of the sources: the linker
// sees a forbidden call, but not a forbidden header.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
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

// The free functions that `text` declares or defines at the margin: headers have them in
// namespace mlfix, sources in unnamed ones.
Names free_functions_of(const std::string& text) {
  static const std::regex kFunction(R"(^[A-Za-z][\w:<>,&* \[\]]*[ &*]([a-z_]\w*)\()");
  Names names;
  std::istringstream lines(text);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, kFunction)) names.insert(match[1]);
  }
  return names;
}

std::string text_of(const fs::path& file) {
  std::ifstream input(file);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

// What stands between the braces of unnamed namespaces.
std::string unnamed_parts_of(const std::string& text) {
  static constexpr std::string_view kBegin = "\nnamespace {\n", kEnd = "\n}  // namespace\n";
  std::string parts;
  for (std::size_t at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at)) {
    const std::size_t end = std::min(text.find(kEnd, at), text.size());
    parts += text.substr(at, end - at);
    at = end;
  }
  return parts;
}

// Where a layer is one unit, such a function would be called by the other files of the layer
// in the place of the header's, and silently so if its parameters can be made of the same
// arguments.
TEST(Layers, NoFileHidesAFunctionOfAHeader) {
  std::map<std::string, Names> declared;
  for (const std::string& layer : folders_in(kRoot / "src")) {
    for (const fs::path& file : sources_in(kRoot / "src" / layer)) {
      if (file.extension() == ".h") declared[layer].merge(free_functions_of(text_of(file)));
    }
  }
  std::size_t seen = 0;
  for (const std::string& layer : folders_in(kRoot / "src")) {
    Names visible = declared[layer];
    for (const std::string& below : kMayInclude.at(layer)) {
      visible.insert(declared[below].begin(), declared[below].end());
    }
    for (const fs::path& file : sources_in(kRoot / "src" / layer)) {
      if (file.extension() != ".cc") continue;
      for (const std::string& name : free_functions_of(unnamed_parts_of(text_of(file)))) {
        ++seen;
        EXPECT_FALSE(visible.contains(name))
            << fs::relative(file, kRoot) << ": a header has a function `" << name
            << "`, too; give this one a name of its own";
      }
    }
  }
  EXPECT_GT(seen, 500U) << "the functions were not found";
}

}  // namespace
