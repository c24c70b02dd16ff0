// A scanner of logical lines. Strings, comments and brackets decide where a line
// ends; indentation decides what it belongs to; its first words say what it is.
// Bodies of functions are only read for the names they call.

#include "syntax/outline.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/characters.h"

namespace mlfix {
namespace {

std::string_view without_layout_around(std::string_view text) {
  return trimmed(text, " \t\f\n\r\\");
}

std::string_view first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name_byte(text[end])) ++end;
  return text.substr(0, end);
}

// The words, commas and stars of an import statement; "a.b" is one word.
std::vector<std::string_view> import_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < text.size();) {
    const auto in_word = [&](std::size_t at) {
      return at < text.size() && (is_name_byte(text[at]) || text[at] == '.');
    };
    if (text[i] == '#') {
      while (i < text.size() && text[i] != '\n') ++i;
    } else if (in_word(i)) {
      std::size_t end = i;
      while (in_word(end)) ++end;
      words.push_back(text.substr(i, end - i));
      i = end;
    } else {
      if (text[i] == ',' || text[i] == '*') words.push_back(text.substr(i, 1));
      if (text[i] == ';') break;
      ++i;
    }
  }
  return words;
}

std::string dotted_name(std::string_view text) {
  text = without_layout_around(text.substr(0, text.find('[')));  // Generic[T]
  const bool is_name =
      !text.empty() && is_name_start(text.front()) &&
      std::all_of(text.begin(), text.end(), [](char c) { return is_name_byte(c) || c == '.'; });
  return is_name ? std::string(text) : std::string();
}

constexpr std::array<std::string_view, 9> kTransparent{"if",      "elif", "else", "try",  "except",
                                                       "finally", "with", "for",  "while"};

class OutlineScanner {
 public:
  explicit OutlineScanner(std::string_view text) : text_(text) {
    outline_.differentiates = text.find("backward") != std::string_view::npos ||
                              text.find("autograd") != std::string_view::npos;
  }

  Outline run() {
    while (at_ < text_.size()) line();
    close_blocks(0);
    std::stable_sort(
        outline_.bindings.begin(), outline_.bindings.end(),
        [](const OutlineBinding& a, const OutlineBinding& b) { return a.name < b.name; });
    sort_unique(outline_.called_names);
    sort_unique(outline_.attributes);
    return std::move(outline_);
  }

 private:
  enum class Level : std::uint8_t { Module, Class, Inner };
  struct Block {
    std::size_t indent;  // of its header
    Level level;         // of what is in it
    std::int32_t klass;
    bool opens_class = false;
  };

  static void sort_unique(std::vector<std::uint32_t>& names) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }

  Level level() const { return blocks_.empty() ? Level::Module : blocks_.back().level; }
  std::int32_t klass() const { return blocks_.empty() ? -1 : blocks_.back().klass; }

  void line() {
    const std::size_t start = at_;
    std::size_t indent = 0;
    for (; at_ < text_.size() && is_blank(text_[at_]); ++at_) {
      indent = text_[at_] == '\t' ? (indent / 8 + 1) * 8 : indent + 1;
    }
    if (start == 0) at_ = mark_size(text_);
    if (at_ >= text_.size()) return;
    if (text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '#') {
      skip_physical_line();
      return;
    }
    close_blocks(indent);
    const std::size_t begin = at_;
    skip_logical_line();
    statement(begin, indent, text_.substr(begin, at_ - begin));
  }

  void close_blocks(std::size_t indent) {
    while (!blocks_.empty() && blocks_.back().indent >= indent) {
      const Block& block = blocks_.back();
      if (block.opens_class) {
        outline_.classes[static_cast<std::size_t>(block.klass)].range.end =
            static_cast<Offset>(at_);
      }
      blocks_.pop_back();
    }
  }

  void skip_physical_line() {
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
  }

  // Leaves at_ behind the line's end. Notes the names that are called.
  void skip_logical_line() {
    int depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_name_start(c)) {
        name();
        continue;
      }
      switch (c) {
        case '\n':
          ++at_;
          if (depth == 0) return;
          continue;
        case '#':
          while (at_ < text_.size() && text_[at_] != '\n') ++at_;
          continue;
        case '"':
        case '\'':
          string();
          continue;
        case '(':
        case '[':
        case '{':
          ++depth;
          break;
        case ')':
        case ']':
        case '}':
          depth = std::max(0, depth - 1);
          break;
        case '\\':
          at_ += at_ + 1 < text_.size() && text_[at_ + 1] == '\r' ? 2 : 1;
          break;
        default:
          break;
      }
      ++at_;
    }
    at_ = text_.size();
  }

  void name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_byte(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (at_ < text_.size() && text_[at_] == '(') {
      outline_.called_names.push_back(hash_name(name));
    } else if (begin > 0 && text_[begin - 1] == '.') {
      outline_.attributes.push_back(hash_name(name));
    }
  }

  void string() {
    const char quote = text_[at_];
    const bool triple = text_.substr(at_, 3) == std::string(3, quote);
    at_ += triple ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (!triple && text_[at_] == '\n') {
        return;  // an error; the line ends here
      } else if (text_[at_] == quote &&
                 (!triple || text_.substr(at_, 3) == std::string(3, quote))) {
        at_ += triple ? 3 : 1;
        return;
      }
    }
    at_ = text_.size();
  }

  void statement(std::size_t begin, std::size_t indent, std::string_view line) {
    std::string_view word = first_word(line);
    if (word == "async") {
      const std::size_t rest = line.find_first_not_of(" \t", word.size());
      if (rest == std::string_view::npos) return;
      word = first_word(line.substr(rest));
      if (word == "def") {
        line.remove_prefix(rest);
        begin += rest;
      }
    }
    if (word == "def" || word == "class") {
      const std::size_t name = line.find_first_not_of(" \t\\\r\n", word.size());
      if (name == std::string_view::npos) return;
      definition(word, begin, begin + name, indent, line);
    } else if (std::find(kTransparent.begin(), kTransparent.end(), word) != kTransparent.end()) {
      blocks_.push_back({indent, level(), klass()});
    } else if (level() == Level::Module) {
      simple_statement(word, line);
    }
  }

  void definition(std::string_view word, std::size_t begin, std::size_t name_at, std::size_t indent,
                  std::string_view line) {
    const std::string name(first_word(text_.substr(name_at)));
    const Level outer = level();
    Block block{indent, Level::Inner, -1};
    if (word == "def" && outer != Level::Inner) {
      const auto index = static_cast<std::uint32_t>(outline_.functions.size());
      outline_.functions.push_back({name, static_cast<Offset>(name_at), klass()});
      if (outer == Level::Module) bind(name, OutlineBinding::Kind::Function, index);
      if (outer == Level::Class) {
        outline_.classes[static_cast<std::size_t>(klass())].methods.push_back(index);
      }
    } else if (word == "class" && outer == Level::Module) {
      const auto index = static_cast<std::uint32_t>(outline_.classes.size());
      const auto from = static_cast<Offset>(begin);
      outline_.classes.push_back({name, bases_in(line), {}, {from, from}});
      bind(name, OutlineBinding::Kind::Class, index);
      block = {indent, Level::Class, static_cast<std::int32_t>(index), true};
    }
    blocks_.push_back(block);
  }

  void bind(std::string name, OutlineBinding::Kind kind, std::uint32_t index) {
    outline_.bindings.push_back({std::move(name), kind, index});
  }

  static std::vector<std::string> bases_in(std::string_view line) {
    std::vector<std::string> bases;
    const std::size_t open = line.find_first_of("(:");
    if (open == std::string_view::npos || line[open] == ':') return bases;
    int depth = 0;
    std::size_t begin = open + 1;
    for (std::size_t i = open; i < line.size(); ++i) {
      const char c = line[i];
      if (c == '(' || c == '[' || c == '{') ++depth;
      const bool closes = c == ')' || c == ']' || c == '}';
      if ((c == ',' && depth == 1) || (closes && depth == 1)) {
        const std::string_view base = without_layout_around(line.substr(begin, i - begin));
        if (!base.empty() && base.find('=') == std::string_view::npos) {
          bases.push_back(dotted_name(base));
        }
        begin = i + 1;
      }
      if (closes && --depth == 0) break;
    }
    return bases;
  }

  void simple_statement(std::string_view word, std::string_view line) {
    if (word == "from") return from_import(line);
    if (word == "import") return plain_import(line);
    if (word.empty()) return;
    // name = value, name: type = value, name, other = values
    const std::size_t assign = line.find('=');
    const bool compares =
        assign != std::string_view::npos && assign + 1 < line.size() && line[assign + 1] == '=';
    if (assign == std::string_view::npos || compares) return;
    const std::string_view targets = line.substr(0, assign);
    if (targets.find_first_of("([{") < targets.find(':')) return;
    for (std::size_t i = 0; i < targets.size();) {
      const std::string_view name = first_word(targets.substr(i));
      if (!name.empty()) bind(std::string(name), OutlineBinding::Kind::Value, 0);
      i = targets.find(',', i);
      if (i == std::string_view::npos) break;
      i = std::min(targets.find_first_not_of(" \t", i + 1), targets.size());
    }
  }

  void add_import(std::string_view module, std::string_view name, std::string_view bound) {
    bind(std::string(bound), OutlineBinding::Kind::Import,
         static_cast<std::uint32_t>(outline_.imports.size()));
    outline_.imports.push_back({std::string(module), std::string(name)});
  }

  void from_import(std::string_view line) {
    const std::vector<std::string_view> words = import_words(line);
    // "from . import x" and "from .m import x" alike: the module is one word
    if (words.size() < 4 || words[2] != "import") return;
    const std::string_view module = words[1];
    for (std::size_t i = 3; i < words.size(); ++i) {
      if (words[i] == ",") continue;
      if (words[i] == "*") {
        outline_.stars.emplace_back(module);
        continue;
      }
      const bool renamed = i + 2 < words.size() && words[i + 1] == "as";
      add_import(module, words[i], renamed ? words[i + 2] : words[i]);
      if (renamed) i += 2;
    }
  }

  void plain_import(std::string_view line) {
    const std::vector<std::string_view> words = import_words(line);
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i] == ",") continue;
      const bool renamed = i + 2 < words.size() && words[i + 1] == "as";
      // `import a.b` binds `a`, which has `b` as an attribute then.
      const std::string_view top = words[i].substr(0, words[i].find('.'));
      add_import(renamed ? words[i] : top, "", renamed ? words[i + 2] : top);
      if (renamed) i += 2;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Block> blocks_;
  Outline outline_;
};

}  // namespace

std::uint32_t hash_name(std::string_view name) {
  std::uint32_t hash = 2166136261u;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  }
  return hash;
}

Outline outline_of(std::string_view text) {
  return OutlineScanner(text).run();
}

}  // namespace mlfix
