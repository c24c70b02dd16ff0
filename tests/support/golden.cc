#include "support/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "support/temporary_folder.h"

namespace mlfix::testing {
namespace {

namespace fs = std::filesystem;

// The ends of the names of one kind of case.
struct Suffixes {
  std::string_view before;
  std::string_view after;
  std::string_view unsafe_after;
  bool is_notebook;
};
constexpr std::array<Suffixes, 2> kSuffixes = {
    {{".before.py", ".after.py", ".unsafe.after.py", false},
     {".before.ipynb", ".after.ipynb", ".unsafe.after.ipynb", true}}};
constexpr std::string_view kCellMark = "# %%\n";

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  if (!fs::is_directory(folder)) return entries;
  for (const auto& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  std::ranges::sort(entries);
  return entries;
}

std::string identifier(std::string_view text) {
  std::string result(text);
  std::ranges::replace_if(
      result, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return result;
}

std::optional<std::string> read_if_there(const fs::path& path) {
  if (!fs::exists(path)) return std::nullopt;
  return read_bytes(path);
}

std::string_view stem_of(std::string_view name, std::string_view suffix) {
  return name.substr(0, name.size() - suffix.size());
}

const Suffixes& suffixes_of(std::string_view file) {
  return kSuffixes[file.ends_with(".ipynb") ? 1 : 0];
}

void add_files(const fs::path& folder, std::vector<GoldenPlace>& places) {
  for (const fs::path& path : entries_of(folder)) {
    const std::string file = path.filename();
    const Suffixes& suffixes = suffixes_of(file);
    if (!file.ends_with(suffixes.before)) continue;
    GoldenPlace& one = places.emplace_back();
    one.group = folder.parent_path().filename();
    one.stem = folder.filename();
    one.slug = identifier(stem_of(file, suffixes.before));
    one.file = path;
    one.is_notebook = suffixes.is_notebook;
  }
}

// The notebook whose cells the program has after lines "# %%".
std::string notebook_of(std::string_view program) {
  nlohmann::ordered_json cells = nlohmann::ordered_json::array();
  while (!program.empty()) {
    program.remove_prefix(kCellMark.size());
    const std::size_t end = std::min(program.find(kCellMark), program.size());
    nlohmann::ordered_json lines = nlohmann::ordered_json::array();
    for (std::string_view rest = program.substr(0, end); !rest.empty();) {
      const std::size_t line = std::min(rest.find('\n'), rest.size() - 1) + 1;
      lines.push_back(rest.substr(0, line));
      rest.remove_prefix(line);
    }
    cells.push_back({{"cell_type", "code"}, {"source", lines}});
    program.remove_prefix(end);
  }
  const nlohmann::ordered_json notebook = {{"cells", cells}, {"nbformat", 4}};
  return notebook.dump(1);
}

GoldenCase as_notebook_if_it_is(GoldenCase one) {
  if (!one.before.starts_with(kCellMark)) return one;
  one.is_notebook = true;
  one.before = notebook_of(one.before);
  if (one.after) one.after = notebook_of(*one.after);
  return one;
}

std::vector<GoldenCase> cases_of_page(const fs::path& page) {
  const std::string text = read_bytes(page);
  std::vector<GoldenCase> cases;
  GoldenCase one;
  one.group = page.parent_path().filename();
  one.stem = page.stem();
  one.file = page;
  one.from_page = true;
  const std::vector<std::string> examples = fences_below(text, "Example");
  for (std::size_t i = 0; i + 1 < examples.size(); i += 2) {
    one.slug = fmt::format("page_example_{}", i / 2 + 1);
    one.before = examples[i];
    one.after = examples[i + 1];
    one.may_be_unsafe = true;
    cases.push_back(as_notebook_if_it_is(one));
  }
  one.after.reset();
  one.may_be_unsafe = false;
  int count = 0;
  for (const std::string& program : fences_below(text, "Left alone")) {
    one.slug = fmt::format("page_left_alone_{}", ++count);
    one.before = program;
    cases.push_back(as_notebook_if_it_is(one));
  }
  return cases;
}

GoldenCase case_on_page(const GoldenPlace& place) {
  const std::vector<GoldenCase> cases = cases_of_page(place.file);
  return *std::ranges::find(cases, place.slug, &GoldenCase::slug);
}

GoldenCase case_of_files(const GoldenPlace& place) {
  const std::string file = place.file.filename();
  const Suffixes& suffixes = suffixes_of(file);
  const std::string base(stem_of(file, suffixes.before));
  const fs::path folder = place.file.parent_path();
  GoldenCase one;
  static_cast<GoldenPlace&>(one) = place;
  one.before = read_bytes(place.file);
  one.after = read_if_there(folder / (base + std::string(suffixes.after)));
  one.unsafe_after = read_if_there(folder / (base + std::string(suffixes.unsafe_after)));
  return one;
}

void add_rule_folders(const fs::path& group, std::vector<fs::path>& folders) {
  for (const fs::path& folder : entries_of(group)) {
    if (fs::is_directory(folder)) folders.push_back(folder);
  }
}

// Folders testdata/<group>/<stem> of rules; testdata has others beside them.
std::vector<fs::path> rule_folders() {
  const fs::path root = MLFIX_SOURCE_DIR;
  std::vector<fs::path> folders;
  for (const fs::path& group : entries_of(root / "transforms")) {
    if (fs::is_directory(group)) add_rule_folders(root / "testdata" / group.filename(), folders);
  }
  add_rule_folders(root / "testdata" / kRecallGroup, folders);
  return folders;
}

// Looked up by every process of the test program, and thousands of files lie there.
std::vector<GoldenPlace> all_places() {
  std::vector<GoldenPlace> places;
  for (const fs::path& folder : rule_folders()) add_files(folder, places);
  for (const fs::path& group : entries_of(fs::path(MLFIX_SOURCE_DIR) / "transforms")) {
    for (const fs::path& page : entries_of(group)) {
      if (page.extension() != ".md") continue;
      std::ranges::copy(cases_of_page(page), std::back_inserter(places));
    }
  }
  std::ranges::sort(places, {}, &GoldenPlace::name);
  return places;
}

std::vector<GoldenCase> read_cases(CaseKind kind) {
  std::vector<GoldenCase> cases;
  std::ranges::transform(golden_places(kind), std::back_inserter(cases), read_case);
  return cases;
}

}  // namespace

std::vector<GoldenPlace> golden_places(CaseKind kind) {
  static const std::vector<GoldenPlace> kAll = all_places();
  std::vector<GoldenPlace> places;
  std::ranges::copy_if(kAll, std::back_inserter(places), [kind](const GoldenPlace& place) {
    return place.is_notebook == (kind == CaseKind::Notebook);
  });
  return places;
}

GoldenCase read_case(const GoldenPlace& place) {
  return place.from_page ? case_on_page(place) : case_of_files(place);
}

std::vector<GoldenCase> golden_cases() {
  return read_cases(CaseKind::Program);
}

std::vector<GoldenCase> golden_notebooks() {
  return read_cases(CaseKind::Notebook);
}

std::vector<fs::path> sources_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::vector<FolderPlace> folder_places() {
  std::vector<FolderPlace> places;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(MLFIX_SOURCE_DIR) / "testdata")) {
    if (!entry.is_directory() || entry.path().extension() != ".before") continue;
    const fs::path folder = entry.path().parent_path();
    places.push_back(
        {folder.parent_path().filename(), folder.filename(), entry.path().stem(), entry.path()});
  }
  std::ranges::sort(places, {}, &FolderPlace::name);
  return places;
}

std::vector<fs::path> stray_golden_files() {
  std::vector<fs::path> strays;
  for (const fs::path& folder : rule_folders()) {
    for (const fs::path& path : entries_of(folder)) {
      const std::string file = path.filename();
      const Suffixes& suffixes = suffixes_of(file);
      const bool is_project = fs::is_directory(path) && file.ends_with(".before");
      if (file.ends_with(suffixes.before) || is_project) continue;
      const std::string_view suffix =
          file.ends_with(suffixes.unsafe_after) ? suffixes.unsafe_after : suffixes.after;
      if (!file.ends_with(suffix) || !fs::exists(folder / (std::string(stem_of(file, suffix)) +
                                                           std::string(suffixes.before)))) {
        strays.push_back(path);
      }
    }
  }
  return strays;
}

std::vector<Expectation> expectations_in(std::string_view text) {
  constexpr std::string_view kMarker = "# expect:";
  std::vector<Expectation> expected;
  std::uint32_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view rest = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t at = rest.find(kMarker);
    if (at == std::string_view::npos) continue;
    rest.remove_prefix(at + kMarker.size());
    rest = rest.substr(0, rest.find('#'));
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      std::string word(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      std::erase_if(word, [](unsigned char c) { return std::isspace(c) != 0; });
      const std::size_t bracket = word.find('[');
      Expectation& one = expected.emplace_back();
      one.line = line;
      one.rule = word.substr(0, bracket);
      if (bracket != std::string::npos)
        one.level = word.substr(bracket + 1, word.find(']') - bracket - 1);
    }
  }
  return expected;
}

std::string options_in(std::string_view program) {
  constexpr std::string_view kMarker = "# options: ";
  const std::size_t at = program.find(kMarker);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + kMarker.size();
  const std::size_t end = std::min(program.find_first_of("\r\n", begin), program.size());
  return std::string(program.substr(begin, end - begin));
}

std::vector<std::string> fences_below(std::string_view page, std::string_view heading) {
  const std::size_t begin = page.find(fmt::format("\n## {}\n", heading));
  if (begin == std::string_view::npos) return {};
  std::string_view text = page.substr(begin + 1);
  text = text.substr(0, text.find("\n## "));
  constexpr std::string_view kOpen = "\n```python\n";
  std::vector<std::string> programs;
  for (std::size_t at = text.find(kOpen); at != std::string_view::npos; at = text.find(kOpen)) {
    text.remove_prefix(at + kOpen.size());
    const std::size_t end = text.find("```");
    programs.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end, text.size()));
  }
  return programs;
}

}  // namespace mlfix::testing
