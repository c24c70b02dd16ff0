// Two tables. Such a word is no slip of the fingers: the nearest word would be a
// wrong guess, and "no such file" for `mlfix check` no help.

#include "cli/elsewhere.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace mlfix {
namespace {

using Entry = std::pair<std::string_view, std::string_view>;

constexpr std::array<Entry, 11> kOptions = {{
    {"--fix", "mlfix calls it --write"},
    {"--in-place", "mlfix calls it --write"},
    {"--unsafe-fixes", "mlfix calls it --unsafe, together with --write or --diff"},
    {"--check", "mlfix without --write changes nothing"},
    {"--output-format", "mlfix calls it --format"},
    {"--output-file", "as in --report json=FILE"},
    {"--output", "as in --report json=FILE"},
    {"--add-noqa", "mlfix calls it --add-ignore"},
    {"--exclude", "per-path-ignores in mlfix.yaml leaves paths out"},
    {"--extend-exclude", "per-path-ignores in mlfix.yaml leaves paths out"},
    {"--isolated", "mlfix calls it --no-config"},
}};

constexpr std::array<Entry, 7> kCommands = {{
    {"check", "mlfix checks without a command, as in `mlfix src`"},
    {"lint", "mlfix checks without a command, as in `mlfix src`"},
    {"fix", "as in `mlfix --write src`"},
    {"format", "as in `mlfix --write src`"},
    {"help", "as in `mlfix --help`"},
    {"version", "as in `mlfix --version`"},
    {"rule", "as in `mlfix explain RULE`"},
}};

std::string_view found(std::span<const Entry> entries, std::string_view word) {
  const auto entry = std::ranges::find(entries, word, &Entry::first);
  return entry == entries.end() ? std::string_view() : entry->second;
}

}  // namespace

std::string_view option_here(std::string_view option) {
  return found(kOptions, option);
}

std::string_view command_here(std::string_view word) {
  return found(kCommands, word);
}

}  // namespace mlfix
