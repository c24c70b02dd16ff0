// The direction of dependencies, checked on the text of the sources: the linker
// sees a forbidden call, but not a forbidden header.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

namespace mlfix::layers_test {
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
    {"pyplot", {"text", "syntax", "semantic"}},
    {"keras", {"text", "syntax", "semantic"}},
    {"rewrite", {"text", "syntax", "semantic"}},
    {"engine", {"text", "process", "syntax", "semantic", "rewrite"}},
    {"patterns", {"text", "syntax", "semantic", "torch", "rewrite", "engine"}},
    {"config", {"text", "syntax", "semantic", "rewrite", "engine", "patterns"}},
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
     {"adoption", "fleet", "text", "syntax", "semantic", "rewrite", "engine", "patterns", "config",
      "report", "notebook", "process"}},
    {"commands",
     {"cli", "adoption", "fleet", "lsp", "text", "syntax", "semantic", "rewrite", "engine",
      "config", "report", "notebook", "measure", "bot", "process"}},
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

std::string text_of(const fs::path& file) {
  std::ifstream input(file);
  return {std::istreambuf_iterator<char>(input), {}};
}

// What the first group of the pattern stands for, wherever it matches.
std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> result;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
    result.push_back((*at)[1].str());
  }
  return result;
}

// transforms/<group>/<rule>.cc, and no file of a folder below.
bool is_rule(const fs::path& file) {
  const fs::path folder = file.parent_path();
  return folder.parent_path() == kRoot / "transforms" && folder.filename() != "fixes";
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

// The rooms of layers that have some, the lowest first. A header may include those of its own room
// and of lower ones, so that what a question is asked with rests on nothing above it. How a
// question is answered may ask any other: facts of calls need effects, effects need facts.
const std::map<std::string, std::vector<std::string>, std::less<>> kRooms = {
    {"semantic",
     {"verdict", "knowledge", "binding", "control", "names", "facts", "flow", "effects", "project",
      "obligation"}},
    {"torch", {"tensor", "graph", "module", "hooks", "training", "evaluation"}},
};

std::size_t height(const std::vector<std::string>& rooms, std::string_view room) {
  return static_cast<std::size_t>(std::ranges::find(rooms, room) - rooms.begin());
}

class Rooms : public ::testing::TestWithParam<const char*> {};

TEST_P(Rooms, HeadersIncludeLowerRoomsOnly) {
  const std::string layer = GetParam();
  const std::vector<std::string>& rooms = kRooms.at(layer);
  std::size_t seen = 0;
  for (const std::string& room : folders_in(kRoot / "src" / layer)) {
    ASSERT_LT(height(rooms, room), rooms.size()) << room << " has no place in the order";
    for (const fs::path& file : sources_in(kRoot / "src" / layer / room)) {
      if (file.extension() != ".h") continue;
      for (const Include& include : includes_of(file)) {
        if (!include.ours || include.folder != layer || include.subfolder.empty()) continue;
        ++seen;
        EXPECT_LE(height(rooms, include.subfolder), height(rooms, room))
            << include.place << ": " << room << " must not know " << include.subfolder;
      }
    }
  }
  EXPECT_GT(seen, 20U) << "the includes were not found";
}

INSTANTIATE_TEST_SUITE_P(Layers, Rooms, ::testing::Values("semantic", "torch"));

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
  const Names allowed = {"engine",  "torch",  "pyplot", "keras",     "semantic",
                         "rewrite", "syntax", "text",   "transforms"};
  for (const std::string& group : folders_in(kRoot / "transforms")) {
    for (const Include& include : includes_in(kRoot / "transforms" / group)) {
      EXPECT_TRUE(!include.ours || allowed.contains(include.folder))
          << include.place << ": a transform must not know " << include.folder;
      EXPECT_TRUE(include.ours || !kOnlyIn.contains(include.folder))
          << include.place << ": a transform must not know " << include.folder;
    }
  }
}

// What two groups need is in src/torch, src/pyplot or src/keras, or in transforms/fixes when it
// edits.
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

// Of the engine a rule knows its interface: not how verdicts are made that rest on no analysis.
TEST(Layers, TransformsKnowTheEngineByItsInterface) {
  std::size_t seen = 0;
  for (const std::string& group : folders_in(kRoot / "transforms")) {
    for (const fs::path& file : sources_in(kRoot / "transforms" / group)) {
      const std::string text = text_of(file);
      for (const std::string& header : matches(text, R"(#include "(engine/[a-z_]+\.h)\")")) {
        ++seen;
        EXPECT_TRUE(header == "engine/transform.h" || header == "engine/diagnostic.h")
            << file << " must not know " << header;
      }
    }
  }
  EXPECT_GT(seen, 20U) << "the includes were not found";
}

// A rule says what it found by the builder (engine/diagnostic.h), which gives a fix its level.
TEST(Layers, RulesLeaveLevelsAndAssumptionsToTheBuilder) {
  for (const std::string& group : folders_in(kRoot / "transforms")) {
    for (const fs::path& file : sources_in(kRoot / "transforms" / group)) {
      const std::string text = text_of(file);
      for (const std::string_view word :
           {"Applicability::", "fix assumes", ".report(", ".fix = ", "Finding&"}) {
        EXPECT_EQ(text.find(word), std::string::npos) << file << " has " << word;
      }
    }
  }
}

// A claim has one prover, in the source file of its analysis. A rule that had one could prove
// whatever it likes.
TEST(Layers, EveryClaimIsProvedByOneAnalysis) {
  std::map<std::string, int> provers;
  for (const fs::path& root : {kRoot / "src", kRoot / "transforms"}) {
    for (const fs::path& file : sources_in(root)) {
      for (const std::string& claim :
           matches(text_of(file), R"(class Prover<Claim::([A-Za-z]+)> \{)")) {
        ++provers[claim];
        EXPECT_EQ(file.extension(), ".cc") << file << " shows its prover to others";
        EXPECT_FALSE(is_rule(file)) << file << " is a rule, and proves " << claim;
      }
    }
  }
  const std::string list = text_of(kRoot / "src/semantic/verdict/proof.h");
  const std::string claims =
      list.substr(list.find("enum class Claim"), list.find("};") - list.find("enum class Claim"));
  std::size_t known = 0;
  for (const std::string& claim : matches(claims, R"(\n  ([A-Za-z]+),)")) {
    ++known;
    EXPECT_EQ(provers[claim], 1) << claim;
  }
  EXPECT_GT(known, 20U) << "the claims were not found";
  EXPECT_EQ(provers.size(), known);
}

// A line that stands in no unnamed namespace, and the namespaces around it.
struct VisibleLine {
  std::string scope, text;
};

std::vector<VisibleLine> visible_lines_of(const fs::path& file) {
  static const std::regex opens("namespace ([a-z_:]*) ?\\{.*"), closes("\\}  // namespace.*");
  std::vector<VisibleLine> result;
  std::vector<std::string> around;
  std::ifstream input(file);
  for (std::string line; std::getline(input, line);) {
    std::smatch match;
    if (std::regex_match(line, match, opens)) {
      around.push_back(match[1]);
    } else if (std::regex_match(line, closes) && !around.empty()) {
      around.pop_back();
    } else if (!std::ranges::count(around, "")) {
      std::string scope;
      for (const std::string& part : around) scope += part + "::";
      result.push_back({scope, line});
    }
  }
  return result;
}

// The classes that a file defines for others to see, with the namespace of each.
Names classes_of(const fs::path& file) {
  static const std::regex defines(
      "(?:class|struct|enum class|union) (?:\\[\\[[a-z]+\\]\\] )?([A-Za-z]+)(?: final)?(?: : .*)? "
      "\\{.*");
  Names result;
  for (const VisibleLine& line : visible_lines_of(file)) {
    std::smatch match;
    if (std::regex_match(line.text, match, defines)) result.insert(line.scope + match[1].str());
  }
  return result;
}

// The types of parameters, which are written without their parentheses: `NodeId,std::string_view`
// of `NodeId n, std::string_view name = {}`.
std::string types_of(const std::string& parameters) {
  static const std::regex default_value(" = .*"), name("([ &*])[a-z_]\\w*$"), blanks(" +$");
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : parameters) {
    depth += c == '<' || c == '(' || c == '{' ? 1 : c == '>' || c == ')' || c == '}' ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else if (c != ' ' || !parts.back().empty()) {
      parts.back() += c;
    }
  }
  std::string types;
  for (std::string part : parts) {
    part = std::regex_replace(part, default_value, "");
    part = std::regex_replace(part, name, "$1");
    types += (types.empty() ? "" : ",") + std::regex_replace(part, blanks, "");
  }
  return types;
}

// The free functions that a file defines for others to see, each with its namespace and the types
// of its parameters. Templates are left out: they may differ in what they require.
Names functions_defined_in(const fs::path& file) {
  static const std::regex begins(R"(^[A-Za-z][\w:<>,&* \[\]]*[ &*]([a-z_]\w*)\()");
  Names result;
  const std::vector<VisibleLine> lines = visible_lines_of(file);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    std::smatch match;
    const std::string& first = lines[at].text;
    if (!std::regex_search(first, match, begins) || first.starts_with("static ")) continue;
    if (first.starts_with("template") || (at > 0 && lines[at - 1].text.starts_with("template"))) {
      continue;
    }
    std::string text = match.suffix();
    std::size_t end = 0;
    int depth = 1;
    for (std::size_t next = at; depth > 0; ++end) {
      if (end == text.size() && ++next == lines.size()) break;
      if (end == text.size()) text += " " + lines[next].text;
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    }
    if (depth > 0) continue;
    const std::size_t begin_of_body = text.find_first_of("{;", end);
    const bool is_defined = begin_of_body == text.npos || text[begin_of_body] == '{';
    if (is_defined) {
      result.insert(lines[at].scope + match[1].str() + "(" + types_of(text.substr(0, end - 1)) +
                    ")");
    }
  }
  return result;
}

// Two classes of one name are one to the linker: it keeps one of what the compiler made for
// both, and the other half of the program reads memory that is laid out differently.
TEST(Layers, NoTwoClassesHaveOneName) {
  std::map<std::string, std::string> seen;
  for (const char* folder : {"src", "transforms"}) {
    for (const fs::path& file : sources_in(kRoot / folder)) {
      const std::string path = fs::relative(file, kRoot).string();
      for (const std::string& name : classes_of(file)) {
        const auto [first, is_new] = seen.emplace(name, path);
        EXPECT_TRUE(is_new) << name << " is in " << first->second << " and in " << path;
      }
    }
  }
  EXPECT_GT(seen.size(), 300U);
}

// Two layers in one unit are not compiled when both define it; where each is a library, the linker
// takes the one that it comes to first, for both.
TEST(Layers, NoTwoFunctionsHaveOneSignature) {
  std::map<std::string, std::string> seen;
  for (const char* folder : {"src", "transforms"}) {
    for (const fs::path& file : sources_in(kRoot / folder)) {
      const std::string path = fs::relative(file, kRoot).string();
      for (const std::string& name : functions_defined_in(file)) {
        if (name.starts_with("main(")) continue;  // each program has one
        const auto [first, is_new] = seen.emplace(name, path);
        EXPECT_TRUE(is_new) << name << " is in " << first->second << " and in " << path;
      }
    }
  }
  EXPECT_GT(seen.size(), 500U) << "the functions were not found";
}

}  // namespace
}  // namespace mlfix::layers_test
