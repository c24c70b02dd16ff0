#include "support/mutations.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <regex>

#include "syntax/parser.h"

namespace mlfix::testing {
namespace {

struct Line {
  std::string_view text;  // without terminator
  bool begins_in_string = false;
  bool ends_in_string = false;
};

// The lines of a program; of a final newline no line remains.
std::vector<Line> lines_of(std::string_view program) {
  Parser parser;
  const SyntaxTree tree = parser.parse(program);
  std::vector<Line> lines;
  std::size_t begin = 0;
  while (begin < program.size()) {
    const std::size_t end = std::min(program.find('\n', begin), program.size());
    lines.push_back({program.substr(begin, end - begin),
                     tree.inside_string(static_cast<Offset>(begin)),
                     tree.inside_string(static_cast<Offset>(end))});
    begin = end + 1;
  }
  return lines;
}

std::string map_lines(std::string_view program,
                      const std::function<std::string(const Line&)>& map) {
  std::string result;
  for (const Line& line : lines_of(program)) result += map(line) + '\n';
  if (!program.ends_with('\n') && !result.empty()) result.pop_back();
  return result;
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool suits_all(std::string_view) {
  return true;
}

std::string to_crlf(std::string_view program) {
  return map_lines(program, [](const Line& line) { return std::string(line.text) + '\r'; });
}

bool has_no_return(std::string_view original) {
  return original.find('\r') == std::string_view::npos && original.ends_with('\n');
}

std::string with_bom(std::string_view program) {
  return "\xEF\xBB\xBF" + std::string(program);
}

std::string with_tabs(std::string_view program) {
  return map_lines(program, [](const Line& line) {
    if (line.begins_in_string) return std::string(line.text);
    const std::size_t spaces = indentation(line.text);
    return std::string(spaces / 4, '\t') + std::string(line.text.substr(spaces));
  });
}

// Only a program indented by fours has one spelling with tabs.
bool is_indented_by_fours(std::string_view original) {
  return original.find('\t') == std::string_view::npos &&
         std::ranges::all_of(lines_of(original), [](const Line& line) {
           return line.begins_in_string || indentation(line.text) % 4 == 0;
         });
}

std::string without_final_newline(std::string_view program) {
  std::string result(program);
  if (result.ends_with('\n')) result.pop_back();
  return result;
}

std::string nested(std::string_view program) {
  return "class K:\n    def m(self):\n" + map_lines(program, [](const Line& line) {
           if (line.begins_in_string || line.text.empty()) return std::string(line.text);
           return std::string(8, ' ') + std::string(line.text);
         });
}

bool can_be_nested(std::string_view original) {
  static const std::regex star(R"(import \*|from __future__|(^|\n)\s*(global|nonlocal) )");
  const std::string text(original);
  return original.find('\t') == std::string_view::npos && !std::regex_search(text, star) &&
         std::ranges::any_of(lines_of(original), [](const Line& line) {
           return !line.text.empty() &&
                  line.text.find_first_not_of(' ') != std::string_view::npos &&
                  line.text[line.text.find_first_not_of(' ')] != '#';
         });
}

bool takes_comment(const Line& line) {
  const std::size_t last = line.text.find_last_not_of(" \t");
  return last != std::string_view::npos && !line.ends_in_string && line.text[last] != '\\' &&
         line.text.find('#') == std::string_view::npos;
}

std::string with_comments(std::string_view program) {
  return map_lines(program, [](const Line& line) {
    return std::string(line.text) + std::string(takes_comment(line) ? kAddedComment : "");
  });
}

std::string with_aliases(std::string_view program) {
  static const std::regex use(R"((^|[^\w.'"])torch\.)");
  static const std::regex import(R"(^(\s*)import torch$)");
  return map_lines(program, [](const Line& line) {
    const std::string text(line.text);
    static const std::regex any_import(R"(^\s*(import|from)\b)");
    if (std::regex_search(text, any_import)) {
      return std::regex_replace(text, import, "$1import torch as th");
    }
    return std::regex_replace(text, use, "$1th.");
  });
}

bool imports_torch(std::string_view original) {
  static const std::regex import(R"((^|\n)\s*import torch\n)");
  static const std::regex dotted(R"(import torch\.[\w.]+(\n|,))");
  static const std::regex bare(R"([^\w.]torch[^\w.:])");
  static const std::regex alias_taken(R"(\bth\b)");
  const std::string text(original);
  std::string body = std::regex_replace(text, std::regex(R"((import|from) torch)"), "");
  return std::regex_search(text, import) && !std::regex_search(text, dotted) &&
         !std::regex_search(body, bare) && !std::regex_search(text, alias_taken);
}

std::string without_added_comments(std::string_view program) {
  std::string text(program);
  for (std::size_t at = text.find(kAddedComment); at != std::string::npos;
       at = text.find(kAddedComment, at)) {
    text.erase(at, kAddedComment.size());
  }
  return text;
}

}  // namespace

bool same_program(std::string_view a, std::string_view b) {
  return without_final_newline(without_added_comments(a)) ==
         without_final_newline(without_added_comments(b));
}

const std::vector<Mutation>& mutations() {
  static const std::vector<Mutation> all = {
      {"crlf", to_crlf, has_no_return},
      {"bom", with_bom, suits_all},
      {"tabs", with_tabs, is_indented_by_fours},
      {"no-final-newline", without_final_newline, suits_all},
      {"nesting", nested, can_be_nested},
      {"trailing-comments", with_comments, suits_all},
      {"aliases", with_aliases, imports_torch},
  };
  return all;
}

bool opts_out(std::string_view program, std::string_view mutation) {
  constexpr std::string_view kMarker = "# mutations:";
  const std::size_t at = program.find(kMarker);
  if (at == std::string_view::npos) return false;
  const std::string_view words = program.substr(at, program.find('\n', at) - at);
  return words.find(fmt::format("no-{}", mutation)) != std::string_view::npos;
}

}  // namespace mlfix::testing
