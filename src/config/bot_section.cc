// One table of keys with the member each one fills. What would only fail much
// later, in a commit or at the forge, is checked here, where the line is known.

#include "config/bot_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace mlfix {
namespace {

using std::filesystem::path;
using MaybeError = std::optional<Error>;
using Read = std::function<MaybeError(const path&, const YamlEntry&, BotSettings&)>;

template <typename T>
MaybeError store(Result<T> value, T& into) {
  if (!value) return std::move(value.error());
  into = std::move(*value);
  return std::nullopt;
}

Read word(std::string BotSettings::*member) {
  return [member](const path& file, const YamlEntry& entry, BotSettings& settings) {
    return store(read_word(file, entry), settings.*member);
  };
}

Read flag(bool BotSettings::*member) {
  return [member](const path& file, const YamlEntry& entry, BotSettings& settings) {
    return store(read_flag(file, entry), settings.*member);
  };
}

Read words(std::vector<std::string> BotSettings::*member) {
  return [member](const path& file, const YamlEntry& entry, BotSettings& settings) {
    return store(read_words(file, entry), settings.*member);
  };
}

MaybeError read_max_open(const path& file, const YamlEntry& entry, BotSettings& settings) {
  if (auto error = store(read_number(file, entry), settings.max_open)) return error;
  if (settings.max_open >= 0) return std::nullopt;
  return yaml_error(file, entry.value, "\"max-open\" must not be negative");
}

// git's form of a person; what would break the headers of a commit is refused.
bool is_identity(const std::string& text) {
  const std::size_t open = text.find(" <");
  const std::size_t close = text.find('>');
  return open != std::string::npos && open > 0 && close == text.size() - 1 && close > open + 2 &&
         text.find('<') == open + 1 && text.find('\n') == std::string::npos;
}

MaybeError read_author(const path& file, const YamlEntry& entry, BotSettings& settings) {
  if (auto error = store(read_word(file, entry), settings.author)) return error;
  if (is_identity(settings.author)) return std::nullopt;
  return yaml_error(
      file, entry.value,
      fmt::format("\"author\" must be a name and an address, not \"{}\"", settings.author),
      "write it as \"Name <name@example.org>\"");
}

// Nothing but what can begin a branch's name and be no pattern.
MaybeError read_prefix(const path& file, const YamlEntry& entry, BotSettings& settings) {
  if (auto error = store(read_word(file, entry), settings.branch_prefix)) return error;
  const auto is_fine = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '/' || c == '-' || c == '_' || c == '.';
  };
  const std::string& prefix = settings.branch_prefix;
  const bool fine = !prefix.empty() && std::isalnum(static_cast<unsigned char>(prefix[0])) != 0 &&
                    std::ranges::all_of(prefix, is_fine) &&
                    prefix.find("..") == std::string::npos &&
                    prefix.find("//") == std::string::npos;
  if (fine) return std::nullopt;
  return yaml_error(
      file, entry.value,
      fmt::format("\"branch-prefix\" can't begin the name of a branch: \"{}\"", prefix),
      "use letters, digits, -, _ and /, such as \"mlfix/\"");
}

const std::vector<std::pair<std::string, Read>>& readers() {
  static const std::vector<std::pair<std::string, Read>> kReaders = {
      {"base", word(&BotSettings::base)},
      {"remote", word(&BotSettings::remote)},
      {"repository", word(&BotSettings::repository)},
      {"branch-prefix", read_prefix},
      {"max-open", read_max_open},
      {"unsafe", flag(&BotSettings::unsafe)},
      {"labels", words(&BotSettings::labels)},
      {"reviewers", words(&BotSettings::reviewers)},
      {"author", read_author},
      {"sign-off", flag(&BotSettings::sign_off)},
      {"blame-ignore-revs", flag(&BotSettings::blame_ignore_revs)},
      {"measure", words(&BotSettings::measure)},
  };
  return kReaders;
}

MaybeError read_key(const path& file, const YamlEntry& entry, BotSettings& settings) {
  std::vector<std::string> known;
  for (const auto& [name, read] : readers()) {
    if (name == entry.key) return read(file, entry, settings);
    known.push_back(name);
  }
  return unknown_key(file, entry, "\"bot\"", known);
}

}  // namespace

MaybeError read_bot_section(const path& path, const YamlEntry& section, BotSettings& settings) {
  const auto entries = read_mapping(path, section.value, "\"bot\"");
  if (!entries) return entries.error();
  for (const YamlEntry& entry : *entries) {
    if (auto error = read_key(path, entry, settings)) return error;
  }
  return std::nullopt;
}

}  // namespace mlfix
