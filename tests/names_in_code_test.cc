// What names of libraries mean is said in config/knowledge, where a user can add to it. What
// stays in the code says why, in a comment that begins with "In code:", and there is little of
// it. The test reads the sources.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace mlfix::names_in_code_test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = MLFIX_SOURCE_DIR;
constexpr std::size_t kFewNames = 3;  // fewer are no list
constexpr std::size_t kMostLists = 40;
constexpr std::size_t kMostDottedNames = 40;  // the number may fall, not rise

struct List {
  std::size_t begin = 0;
  std::size_t line = 0;
  bool has_reason = false;
};

// The text with comments blanked, so that offsets stay.
std::string without_comments(std::string text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && quoted) {
      ++i;
    } else if (text[i] == '"' && (i == 0 || text[i - 1] != '\'')) {
      quoted = !quoted;
    } else if (!quoted && text.compare(i, 2, "//") == 0) {
      while (i < text.size() && text[i] != '\n') text[i++] = ' ';
    }
  }
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  return begin == std::string::npos ? "" : line.substr(begin);
}

// Is there, above the statement that line `at` belongs to, a comment with the reason?
bool has_reason(const std::vector<std::string>& lines, std::size_t at) {
  const auto ends_statement = [](const std::string& line) {
    return line.empty() || line.ends_with(';') || line.ends_with('{') || line.ends_with('}');
  };
  while (at > 0 && !ends_statement(lines[at - 1]) && !trimmed(lines[at - 1]).starts_with("//")) {
    --at;
  }
  while (at > 0 && trimmed(lines[at - 1]).starts_with("//")) {
    --at;
    if (trimmed(lines[at]).starts_with("// In code: ")) return true;
  }
  return false;
}

// A braced list while it is read: of names, or of rows that begin with a name.
struct Braces {
  std::size_t begin = 0;
  std::size_t names = 0;
  std::size_t rows = 0;
  bool only_names = true;
};

bool is_name(std::string_view text) {
  bool letters = false;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '.') return false;
    letters = letters || std::isalpha(static_cast<unsigned char>(c)) != 0;
  }
  return letters;
}

// Lists of names of at least `kFewNames`. The words that a rule is triggered by are none.
std::vector<List> lists_in(const std::string& text) {
  const std::string code = without_comments(text);
  const std::vector<std::string> lines = lines_of(text);
  std::vector<Braces> open;
  std::vector<List> found;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '{') {
      open.push_back({i});
    } else if (c == '}' && !open.empty()) {
      const Braces done = open.back();
      open.pop_back();
      const bool names = done.only_names && done.names >= kFewNames;
      if (!open.empty()) open.back().rows += done.names + done.rows > 0 ? 1 : 0;
      const bool triggers = code.substr(0, done.begin).ends_with(".triggers = ");
      if ((names || done.rows >= kFewNames) && !triggers) {
        const auto line = static_cast<std::size_t>(
            std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(done.begin), '\n'));
        std::erase_if(found, [&](const List& inner) { return inner.begin > done.begin; });
        found.push_back({done.begin, line + 1, has_reason(lines, line)});
      }
    } else if (c == '"') {
      std::size_t end = i + 1;
      while (end < code.size() && code[end] != '"') end += code[end] == '\\' ? 2 : 1;
      const bool name = is_name(std::string_view(code).substr(i + 1, end - i - 1));
      if (!open.empty() && name) ++open.back().names;
      if (!open.empty() && !name) open.back().only_names = false;
      i = end;
    } else if (c == ';' && !open.empty()) {
      open.back() = {open.back().begin, 0, 0, false};  // a block of statements
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != ',' && !open.empty()) {
      open.back().only_names = false;
    }
  }
  return found;
}

std::vector<fs::path> sources() {
  std::vector<fs::path> result;
  for (const char* folder :
       {"src/semantic", "src/torch", "src/pyplot", "src/keras", "src/rewrite", "transforms"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const fs::path extension = entry.path().extension();
      if (extension == ".h" || extension == ".cc") result.push_back(entry.path());
    }
  }
  return result;
}

std::string read(const fs::path& path) {
  std::ifstream input(path);
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

TEST(NamesInCode, FindsTheListsOfAText) {
  EXPECT_EQ(lists_in("constexpr A k{\"append\", \"add\", \"insert\"};\n").size(), 1u);
  EXPECT_EQ(lists_in("constexpr A k = {{\"a\", E::X}, {\"b\", E::X}, {\"c\", E::Y}};\n").size(),
            1u);
  EXPECT_EQ(
      lists_in(
          "constexpr A k = {{\"+\", {\"a\", \"b\", \"c\"}}, {\"d\", {\"e\", \"f\", \"g\"}}};\n")
          .size(),
      2u);
  EXPECT_TRUE(lists_in("constexpr A k{\"append\", \"add\"};\n").empty());
  EXPECT_TRUE(lists_in("f(a, {.kinds = {K::A}, .triggers = {\"a\", \"b\", \"c\"}});\n").empty());
  EXPECT_TRUE(lists_in("void f() {\n  g(\"a\");\n  g(\"b\");\n  g(\"c\");\n}\n").empty());
  EXPECT_TRUE(lists_in("// {\"a\", \"b\", \"c\"}\n").empty());
}

TEST(NamesInCode, SeesWhetherThereIsAReason) {
  const auto list =
      lists_in("// In code: Python's own.\nconstexpr A k{\n    \"a\", \"b\", \"c\"};\n");
  ASSERT_EQ(list.size(), 1u);
  EXPECT_TRUE(list.front().has_reason);
  EXPECT_FALSE(lists_in("// Names.\nconstexpr A k{\"a\", \"b\", \"c\"};\n").front().has_reason);
}

TEST(NamesInCode, ListsAreFewAndSayWhy) {
  std::size_t count = 0;
  for (const fs::path& path : sources()) {
    for (const List& list : lists_in(read(path))) {
      ++count;
      EXPECT_TRUE(list.has_reason)
          << path.string() << ":" << list.line << ": a list of names. Make it a meaning or a hint "
          << "(config/knowledge), or say above it why it is not: \"// In code: …\"";
    }
  }
  EXPECT_GT(count, 0u);
  EXPECT_LE(count, kMostLists);
}

// "torch.cat" and the like. The language's own names and those of attributes of self are none.
TEST(NamesInCode, DottedNamesOfLibrariesDoNotGrow) {
  const std::regex dotted("\"((?!builtins\\.|self\\.|__)[A-Za-z_]\\w*\\.[\\w.]*)\"");
  std::set<std::string> names;
  for (const fs::path& path : sources()) {
    const std::string code = without_comments(read(path));
    for (std::sregex_iterator at(code.begin(), code.end(), dotted), end; at != end; ++at) {
      names.insert((*at)[1]);
    }
  }
  EXPECT_GT(names.size(), 0u);
  EXPECT_LE(names.size(), kMostDottedNames) << ::testing::PrintToString(names);
}

}  // namespace
}  // namespace mlfix::names_in_code_test
