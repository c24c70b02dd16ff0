// The YAML is written in its flow form with one key or value a line: a table of
// lines then leads every message back to the place in the TOML file, in whatever
// order that has its tables.

#include "config/toml_source.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

namespace mlfix {
namespace {

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == '\x7f') {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + "\"";
}

class Translator {
 public:
  TranslatedToml translate(const toml::table& table) {
    add_table(table, "");
    return std::move(result_);
  }

 private:
  void add(std::string_view text, const toml::source_region& place) {
    result_.yaml += text;
    result_.yaml += '\n';
    result_.lines.push_back(place.begin.line);
  }

  void add_table(const toml::table& table, std::string_view separator) {
    // toml++ keeps keys sorted; messages should name the first mistake of the file.
    std::vector<std::pair<const toml::key*, const toml::node*>> entries;
    for (const auto& [key, value] : table) entries.emplace_back(&key, &value);
    std::ranges::stable_sort(entries, {},
                             [](const auto& e) { return e.first->source().begin.line; });
    add("{", table.source());
    for (const auto& [key, value] : entries) {
      add(in_quotes(key->str()) + ":", key->source());
      add_node(*value, ",");
    }
    add(fmt::format("}}{}", separator), table.source());
  }

  void add_array(const toml::array& array, std::string_view separator) {
    add("[", array.source());
    for (const toml::node& element : array) add_node(element, ",");
    add(fmt::format("]{}", separator), array.source());
  }

  void add_node(const toml::node& node, std::string_view separator) {
    if (const auto* table = node.as_table()) return add_table(*table, separator);
    if (const auto* array = node.as_array()) return add_array(*array, separator);
    std::string text;
    if (const auto* word = node.as_string()) {
      text = in_quotes(word->get());
    } else if (const auto* flag = node.as_boolean()) {
      text = flag->get() ? "true" : "false";
    } else if (const auto* number = node.as_integer()) {
      text = std::to_string(number->get());
    } else if (const auto* real = node.as_floating_point()) {
      text = fmt::format("{:f}", real->get());
    } else {
      text = "a date or time";  // no key wants one: every reader refuses it
    }
    add(text + std::string(separator), node.source());
  }

  TranslatedToml result_;
};

// toml++ builds a table for each part of a dotted key, and takes them apart by
// recursion. Nobody writes a key of so many parts.
constexpr std::size_t kMostParts = 64;

// How a scan of TOML for dotted keys goes on after what is at `at`: a string or a
// comment, which may hold dots that count nothing, or one character.
std::size_t behind_token(std::string_view text, std::size_t at) {
  const auto after = [&](std::string_view end, std::size_t from) {
    const std::size_t found = text.find(end, from);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  const char c = text[at];
  if (c == '#') return std::min(text.find('\n', at), text.size());
  if (c == '\'') {
    return text.substr(at).starts_with("'''") ? after("'''", at + 3) : after("'", at + 1);
  }
  if (c != '"') return at + 1;
  const std::string_view quotes = text.substr(at).starts_with("\"\"\"") ? "\"\"\"" : "\"";
  for (at += quotes.size(); at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text.substr(at).starts_with(quotes)) {
      return at + quotes.size();
    }
  }
  return text.size();
}

// The offset of a dotted key with too many parts.
std::optional<std::size_t> overlong_key(std::string_view text) {
  constexpr std::string_view kEnd = "\n=[]{},";
  std::size_t dots = 0;
  for (std::size_t at = 0; at < text.size(); at = behind_token(text, at)) {
    if (kEnd.find(text[at]) != std::string_view::npos) dots = 0;
    if (text[at] == '.' && ++dots >= kMostParts) return at;
  }
  return std::nullopt;
}

}  // namespace

std::uint32_t TranslatedToml::line_of(std::uint32_t line) const {
  return line == 0 || line > lines.size() ? 0 : lines[line - 1];
}

Result<std::optional<TranslatedToml>> translate_toml(std::string_view text,
                                                     const std::filesystem::path& path,
                                                     std::string_view table) {
  if (const auto at = overlong_key(text)) {
    const auto line = static_cast<std::uint32_t>(1 + std::ranges::count(text.substr(0, *at), '\n'));
    return tl::unexpected(Error{ErrorKind::Configuration,
                                path.string(),
                                line,
                                fmt::format("a key with more than {} parts", kMostParts),
                                {}});
  }
  try {
    const toml::table document = toml::parse(text, path.string());
    const toml::table* found = document.at_path(table).as_table();
    if (found == nullptr) return std::nullopt;
    return Translator().translate(*found);
  } catch (const toml::parse_error& error) {
    return tl::unexpected(Error{ErrorKind::Configuration,
                                path.string(),
                                error.source().begin.line,
                                fmt::format("not valid TOML: {}", error.description()),
                                {}});
  }
}

}  // namespace mlfix
