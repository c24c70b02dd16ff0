// The two closed lists of words that configuration files use.

#include "config/words.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "config/suggest.h"

namespace mlfix {
namespace {

template <typename T, std::size_t N>
Result<T> read_one_of(const std::filesystem::path& path, const YamlEntry& entry,
                      const std::array<std::pair<std::string_view, T>, N>& words) {
  const auto word = read_word(path, entry);
  if (!word) return tl::unexpected(word.error());
  std::vector<std::string> known;
  for (const auto& [name, value] : words) {
    if (*word == name) return value;
    known.emplace_back(name);
  }
  return tl::unexpected(yaml_error(
      path, entry.value, fmt::format("\"{}\" must be one of {}", entry.key, fmt::join(known, ", ")),
      did_you_mean(*word, known)));
}

}  // namespace

Result<Applicability> read_level(const std::filesystem::path& path, const YamlEntry& entry) {
  constexpr std::array<std::pair<std::string_view, Applicability>, 3> kLevels = {{
      {"safe", Applicability::Safe},
      {"unsafe", Applicability::Unsafe},
      {"suggestion", Applicability::Suggestion},
  }};
  return read_one_of(path, entry, kLevels);
}

Result<Severity> read_severity(const std::filesystem::path& path, const YamlEntry& entry) {
  constexpr std::array<std::pair<std::string_view, Severity>, 4> kSeverities = {{
      {"info", Severity::Info},
      {"low", Severity::Low},
      {"medium", Severity::Medium},
      {"high", Severity::High},
  }};
  return read_one_of(path, entry, kSeverities);
}

}  // namespace mlfix
