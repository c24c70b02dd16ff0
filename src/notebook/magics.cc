// IPython finds its syntax where a logical line begins, so a small scanner splits
// the source into logical lines (strings, brackets and backslashes join lines);
// it never parses. A line that only looks like a magic inside a string or a
// bracket is therefore left as it is.

#include "notebook/magics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <span>

#include "text/characters.h"

namespace mlfix {
namespace {

// Cell magics whose body runs as Python in the namespace of the notebook.
constexpr std::array<std::string_view, 5> kTransparent = {"time", "capture", "prun", "memit",
                                                          "mprun"};
// Cell magics whose body is no Python, or runs elsewhere and reads no names.
constexpr std::array<std::string_view, 22> kForeign = {
    "bash",   "sh",    "script", "html",         "HTML",     "javascript",
    "js",     "latex", "svg",    "SVG",          "markdown", "perl",
    "ruby",   "R",     "cmd",    "writefile",    "file",     "sql",
    "system", "sx",    "pypy",   "writetemplate"};
// Line magics that neither read nor bind names of the notebook.
constexpr std::array<std::string_view, 38> kHarmless = {
    "matplotlib", "load_ext",    "reload_ext",
    "unload_ext", "autoreload",  "config",
    "env",        "set_env",     "cd",
    "pwd",        "ls",          "ll",
    "mkdir",      "cp",          "mv",
    "rm",         "cat",         "pip",
    "conda",      "mamba",       "who",
    "whos",       "who_ls",      "history",
    "precision",  "tensorboard", "alias",
    "aimport",    "lsmagic",     "magic",
    "quickref",   "colors",      "tensorflow_version",
    "watermark",  "debug",       "pdb",
    "xmode",      "notebook"};
// Line magics whose argument is a statement.
constexpr std::array<std::string_view, 2> kRunning = {"time", "prun"};
// Magics that use names and bind none. All others are taken to bind any.
constexpr std::array<std::string_view, 9> kUsing = {"timeit", "time",     "prun", "memit", "mprun",
                                                    "lprun",  "snakeviz", "xdel", "pinfo"};

// Line magics after which the notebook runs in another folder; also without their sign.
constexpr std::array<std::string_view, 3> kMoving = {"cd", "pushd", "popd"};
// Cell magics that write what is in the cell to a file.
constexpr std::array<std::string_view, 3> kWriting = {"writefile", "file", "writetemplate"};

constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

bool is_listed(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::string_view leading_name(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_name_byte(text[size])) ++size;
  return text.substr(0, size);
}

// The different names in `text` that are no keywords, in order; comments skipped.
std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> names;
  std::set<std::string_view> seen;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    const std::string_view name = leading_name(text.substr(at));
    if (name.empty()) {
      ++at;
      continue;
    }
    at += name.size();
    const bool ascii =
        std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    if (is_name_start(name[0]) && ascii && !is_listed(name, kKeywords) &&
        seen.insert(name).second) {
      names.push_back(name);
    }
  }
  return names;
}

// A logical line without its terminator.
struct LogicalLine {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Splits a source into logical lines.
class LineScanner {
 public:
  explicit LineScanner(std::string_view source) : source_(source) {}

  // The next line, or nothing at the end. A magic is no Python, so only
  // backslashes join its lines.
  std::optional<LogicalLine> next() {
    if (at_ >= source_.size()) return std::nullopt;
    LogicalLine line{at_, at_};
    std::size_t first = at_;
    while (first < source_.size() && is_blank(source_[first])) ++first;
    const char c = first < source_.size() ? source_[first] : '\n';
    if (c == '%' || c == '!' || c == '?' || c == '/' || c == ',' || c == ';') {
      skip_raw_line();
    } else {
      skip_python_line();
    }
    line.end = at_;
    if (at_ < source_.size()) ++at_;
    if (line.end > line.begin && source_[line.end - 1] == '\r') --line.end;
    return line;
  }

 private:
  bool is_continued(std::size_t newline) const {
    std::size_t last = newline;
    if (last > 0 && source_[last - 1] == '\r') --last;
    return last > 0 && source_[last - 1] == '\\';
  }

  void skip_raw_line() {
    do {
      at_ = std::min(source_.find('\n', at_), source_.size());
    } while (at_ < source_.size() && is_continued(at_) && ++at_ < source_.size());
  }

  void skip_python_line() {
    int depth = 0;
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == '\n') {
        if (depth <= 0 && !is_continued(at_)) return;
        ++at_;
      } else if (c == '#') {
        at_ = std::min(source_.find('\n', at_), source_.size());
        if (depth <= 0) return;
      } else if (c == '"' || c == '\'') {
        skip_string(c);
      } else {
        depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
        depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
        ++at_;
      }
    }
  }

  void skip_string(char quote) {
    const bool triple = source_.substr(at_, 3) == std::string(3, quote);
    at_ += triple ? 3 : 1;
    while (at_ < source_.size()) {
      if (source_[at_] == '\\') {
        at_ = std::min(at_ + 2, source_.size());
      } else if (triple && source_.substr(at_, 3) == std::string(3, quote)) {
        at_ += 3;
        return;
      } else if (!triple && source_[at_] == '\n') {
        return;
      } else if (source_[at_++] == quote && !triple) {
        return;
      }
    }
  }

  std::string_view source_;
  std::size_t at_ = 0;
};

// The first line of a cell when it is a cell magic.
struct CellMagic {
  std::string_view name;
  std::size_t end = 0;  // after the line's terminator
};

std::optional<CellMagic> cell_magic(std::string_view source) {
  const std::size_t begin = source.find_first_not_of(" \t\r\n\f");
  if (begin == std::string_view::npos || source.substr(begin, 2) != "%%") return std::nullopt;
  const std::size_t newline = source.find('\n', begin);
  return CellMagic{leading_name(source.substr(begin + 2)),
                   newline == std::string_view::npos ? source.size() : newline + 1};
}

bool is_shell_cell(std::string_view source) {
  const std::size_t begin = source.find_first_not_of(" \t\r\n\f");
  return begin != std::string_view::npos && source.substr(begin, 2) == "!!";
}

// `_(a,b,c)`, for `_` as the function.
std::string unknown_call(std::string_view function, std::string_view mentioned) {
  std::string arguments;
  for (const std::string_view name : names_in(mentioned)) {
    if (!arguments.empty()) arguments += ',';
    arguments += name;
  }
  return fmt::format("{}({})", function, arguments);
}

// Replaces the magics of one cell.
class Neutraliser {
 public:
  explicit Neutraliser(std::string_view source) : source_(source) { cell_.text = source; }

  // False when something has no room for what would stand for it.
  bool run() {
    LineScanner lines(source_);
    while (const auto line = lines.next()) {
      std::size_t begin = line->begin;
      while (begin < line->end && is_blank(source_[begin])) ++begin;
      if (begin < line->end && !replace_line(begin, line->end)) return false;
    }
    return true;
  }

  ReadableCell take() { return std::move(cell_); }

 private:
  std::string_view between(std::size_t begin, std::size_t end) const {
    return source_.substr(begin, end - begin);
  }

  // Puts `code` in place of the bytes, which are blanked but for line ends.
  bool put(std::size_t begin, std::size_t end, std::string_view code) {
    const std::size_t line_end = std::min(source_.find_first_of("\r\n", begin), end);
    if (code.size() > line_end - begin) return false;
    for (std::size_t i = begin; i < end; ++i) {
      char& c = cell_.text[i];
      if (c != '\r' && c != '\n') c = ' ';
    }
    cell_.text.replace(begin, code.size(), code);
    cell_.opaque.push_back({static_cast<Offset>(begin), static_cast<Offset>(end)});
    return true;
  }

  bool replace_line(std::size_t begin, std::size_t end) {
    const std::string_view line = between(begin, end);
    if (line[0] == '%') return replace_magic(begin, end);
    if (line[0] == '!' || line[0] == '?') return put(begin, end, "0");
    if (line[0] == '/' || line[0] == ',' || line[0] == ';') {
      return put(begin, end, unknown_call("_", line));
    }
    if (asks_for_help(line)) return put(begin, end, "0");
    return replace_assigned(begin, end);
  }

  bool replace_magic(std::size_t begin, std::size_t end) {
    const std::string_view name = leading_name(between(begin + 1, end));
    const std::size_t rest = begin + 1 + name.size();
    if (is_listed(name, kHarmless)) return put(begin, end, "0");
    if (is_listed(name, kRunning)) {
      const std::size_t code = source_.find_first_not_of(" \t", rest);
      if (code >= end) return put(begin, end, "0");
      if (source_[code] != '-' && code - begin >= 5) return put(begin, code, "pass;");
    }
    const std::string_view mentioned = between(rest, end);
    if (is_listed(name, kUsing)) return put(begin, end, unknown_call("_", mentioned));
    return put(begin, end, unknown_call("exec", mentioned)) || put(begin, end, "exec()");
  }

  // `name?`, `name??`, `a.b?` and nothing else on the line.
  static bool asks_for_help(std::string_view line) {
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    if (!line.ends_with('?') || !is_name_start(line[0])) return false;
    while (line.ends_with('?')) line.remove_suffix(1);
    return std::ranges::all_of(
        line, [](char c) { return is_name_byte(c) || c == '.' || c == '*' || c == '%'; });
  }

  // `name = !command` and `name = %magic`.
  bool replace_assigned(std::size_t begin, std::size_t end) {
    const std::size_t equals = source_.find('=', begin);
    if (equals >= end) return true;
    const bool is_target = std::ranges::all_of(between(begin, equals), [](char c) {
      return is_name_byte(c) || is_blank(c) || c == ',' || c == '.' || c == '[' || c == ']';
    });
    const std::size_t value = source_.find_first_not_of(" \t", equals + 1);
    if (!is_target || value >= end) return true;
    if (source_[value] == '!') {
      return put(value, end, end - value < 3 ? "_" : "_()");
    }
    if (source_[value] != '%' || value + 1 >= end || !is_name_start(source_[value + 1]))
      return true;
    const std::size_t name = leading_name(between(value + 1, end)).size();
    return put(value, end, unknown_call("_", between(value + 1 + name, end)));
  }

  std::string_view source_;
  ReadableCell cell_;
};

// After the last `from __future__ import`, which must stay the first
// statement of its cell; 0 when there is none.
std::size_t after_future_imports(std::string_view source) {
  std::size_t after = 0;
  if (source.find("__future__") == std::string_view::npos) return after;
  LineScanner lines(source);
  while (const auto line = lines.next()) {
    const std::string_view text = source.substr(line->begin, line->end - line->begin);
    if (text.starts_with("from __future__ ")) {
      after = std::min(source.find('\n', line->end), source.size() - 1) + 1;
    }
  }
  return after;
}

bool has_only_blanks(std::string_view source) {
  return source.find_first_not_of(" \t\r\n\f") == std::string_view::npos;
}

}  // namespace

std::string opaque_statement(std::string_view source, bool may_bind) {
  return unknown_call(may_bind ? "exec" : "_", source);
}

bool may_move_imports(std::string_view source) {
  if (source.find("git clone") != std::string_view::npos) return true;
  if (const auto magic = cell_magic(source)) {
    const bool writes = is_listed(magic->name, kWriting);
    if (writes && source.substr(0, magic->end).find(".py") != std::string_view::npos) return true;
  }
  LineScanner lines(source);
  while (const auto line = lines.next()) {
    const std::string_view text = source.substr(line->begin, line->end - line->begin);
    const std::size_t begin = std::min(text.find_first_not_of(" \t%"), text.size());
    const std::string_view name = leading_name(text.substr(begin));
    const std::size_t end = begin + name.size();
    const bool is_command = end == text.size() || is_blank(text[end]);
    if (is_listed(name, kMoving) && is_command) return true;
    if (text.find("chdir(") != std::string_view::npos) return true;
  }
  return false;
}

ReadableCell readable_cell(std::string_view source) {
  ReadableCell cell;
  if (has_only_blanks(source)) return cell;
  cell.kind = CellKind::Foreign;
  if (is_shell_cell(source)) return cell;
  std::size_t begin = 0;
  if (const auto magic = cell_magic(source)) {
    if (is_listed(magic->name, kForeign)) return cell;
    cell.kind = is_listed(magic->name, kUsing) ? CellKind::Opaque : CellKind::Binding;
    if (!is_listed(magic->name, kTransparent)) return cell;
    begin = magic->end;
  }
  begin += after_future_imports(source.substr(begin));
  cell.kind = CellKind::Empty;
  if (has_only_blanks(source.substr(begin))) return cell;
  Neutraliser neutraliser(source.substr(begin));
  const bool has_room = neutraliser.run();
  cell = neutraliser.take();
  cell.begin = static_cast<Offset>(begin);
  cell.kind = has_room ? CellKind::Python : CellKind::Opaque;
  return cell;
}

}  // namespace mlfix
