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

}  // namespace

std::uint32_t TranslatedToml::line_of(std::uint32_t line) const {
  return line == 0 || line > lines.size() ? 0 : lines[line - 1];
}

Result<std::optional<TranslatedToml>> translate_toml(std::string_view text,
                                                     const std::filesystem::path& path,
                                                     std::string_view table) {
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
