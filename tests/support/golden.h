// The cases that show what a transform does: pairs of files in
//
//     testdata/<group>/<stem>/NN_slug.before.py         the program
//                             NN_slug.after.py          … with the safe fixes; without this
//                                                       file the program stays as it is
//                             NN_slug.unsafe.after.py   … with --unsafe; without, not compared
//
// and the fenced Python programs of the rule's page (before and after under
// "Example", unchanged ones under "Left alone"). A comment
//
//     # expect: rule-name, other-rule[unsafe]
//
// stands on the line where a finding begins; [safe], [unsafe], [suggestion] or
// [report] (no fix) checks its level too. A program whose first lines have a
// comment `# mutations: no-nesting, no-tabs` is left out of those mutations; with
// `# options: strict: true` the rule runs with these options.
//
// A notebook is a case with .ipynb for .py; the comments stand in its cells. On
// a page it is a program whose cells begin with lines "# %%".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace mlfix::testing {

// The group of the cases that were reported in public.
inline constexpr std::string_view kRecallGroup = "recall";

// Where a case stands. A test program of thousands of cases knows them all before it
// runs one, so they are named without being read.
struct GoldenPlace {
  std::string group;
  std::string stem;
  std::string slug;            // unique within the stem, letters, digits and underscores
  std::filesystem::path file;  // the program, or the page that it is on
  bool from_page = false;
  bool is_notebook = false;

  std::string name() const { return group + "_" + stem + "_" + slug; }
};

// For the messages of the tests.
inline void PrintTo(const GoldenPlace& place, std::ostream* out) {
  *out << place.name();
}

struct GoldenCase : GoldenPlace {
  std::string before;
  std::optional<std::string> after;         // nothing: stays as it is
  std::optional<std::string> unsafe_after;  // nothing: not compared
  bool may_be_unsafe = false;               // `after` is what the fix makes, at whatever level
};

enum class CaseKind : std::uint8_t { Program, Notebook };

// Where the cases of testdata/ and transforms/ stand, sorted.
std::vector<GoldenPlace> golden_places(CaseKind kind);

GoldenCase read_case(const GoldenPlace& place);

// Those that are notebooks, sorted.
std::vector<GoldenCase> golden_notebooks();

// All others, sorted.
std::vector<GoldenCase> golden_cases();

// Where a case of several files stands: testdata/<group>/<stem>/NN_slug.before/ is a project, on
// which the rule of that stem finds what the files expect.
struct FolderPlace {
  std::string group;
  std::string stem;
  std::string slug;
  std::filesystem::path before;

  std::string name() const { return stem + "_" + slug; }
};

inline void PrintTo(const FolderPlace& place, std::ostream* out) {
  *out << place.name();
}

// Sorted by name.
std::vector<FolderPlace> folder_places();

// The Python files in a folder and those in it, sorted.
std::vector<std::filesystem::path> sources_below(const std::filesystem::path& folder);

// A file in testdata/<group>/<stem>/ that belongs to no case.
std::vector<std::filesystem::path> stray_golden_files();

struct Expectation {
  std::uint32_t line = 0;  // from 1
  std::string rule;
  std::string level;  // empty when none was written
  friend bool operator==(const Expectation&, const Expectation&) = default;
};

std::vector<Expectation> expectations_in(std::string_view text);

// What the program says after `# options:`, "" without it.
std::string options_in(std::string_view program);

// The fenced Python programs of a page below one heading, in order.
std::vector<std::string> fences_below(std::string_view page, std::string_view heading);

}  // namespace mlfix::testing
