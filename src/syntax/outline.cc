// A scanner of logical lines. Strings, comments and brackets decide where a line
// ends; indentation decides what it belongs to; its first words say what it is.
// Bodies of functions are only read for the names they call.

#include "syntax/outline.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include "syntax/assignment_targets.h"
#include "syntax/settings_names.h"
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

constexpr std::size_t kMaxModuleText = 200;
constexpr std::size_t kMaxArgumentText = 300;
constexpr std::size_t kMaxWord = 100;
constexpr std::array<std::string_view, 9> kTransparent{"if",      "elif", "else", "try",  "except",
                                                       "finally", "with", "for",  "while"};

// Functions, classes, names bound, imports and replacements, together. No person's file has a
// twentieth of it, and what comes after so many is in a file that nobody is asked about.
constexpr std::size_t kMaxEntries = 150'000;

// A set of hashes that takes little more memory than what is in it.
class NameHashes {
 public:
  void add(std::uint32_t name) {
    names_.push_back(name);
    if (names_.size() >= tidy_at_) tidy();
  }

  // Sorted.
  std::vector<std::uint32_t> take() {
    tidy();
    names_.shrink_to_fit();
    return std::move(names_);
  }

 private:
  void tidy() {
    std::sort(names_.begin(), names_.end());
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
    tidy_at_ = std::max<std::size_t>(4096, 2 * names_.size());
  }

  std::vector<std::uint32_t> names_;
  std::size_t tidy_at_ = 4096;
};

class OutlineScanner {
 public:
  explicit OutlineScanner(std::string_view text) : text_(text), settings_(settings_names(text)) {
    outline_.differentiates = text.find("backward") != std::string_view::npos ||
                              text.find("autograd") != std::string_view::npos;
  }

  Outline run() {
    while (at_ < text_.size()) line();
    close_blocks(0);
    for (std::size_t i = 0; i < before_star_; ++i) outline_.bindings[i].is_before_star = true;
    std::stable_sort(
        outline_.bindings.begin(), outline_.bindings.end(),
        [](const OutlineBinding& a, const OutlineBinding& b) { return a.name < b.name; });
    outline_.is_cut_short = !has_room();
    outline_.called_names = called_names_.take();
    outline_.attributes = attributes_.take();
    outline_.defined_names = defined_names_.take();
    for (const std::string_view name : computed_of_) {
      if (shadowed_.contains(name)) outline_.reads_computed_of_objects = true;
      outline_.computed_of.push_back(modules_.at(name));
    }
    std::ranges::sort(outline_.imported);
    outline_.imported.erase(std::ranges::unique(outline_.imported).begin(),
                            outline_.imported.end());
    outline_.imported.shrink_to_fit();
    for (const std::string_view name : handed_out_) {
      if (!shadowed_.contains(name)) outline_.handed_out.push_back(modules_.at(name));
    }
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
    import_statements_.clear();
    statement_ = begin;
    word_ = first_word(text_.substr(begin, kMaxWord));
    skip_logical_line();
    if (word_ == "for") {
      note_targets(loop_target(text_.substr(begin, std::min(at_ - begin, kMaxArgumentText))));
    }
    for (const std::size_t import : import_statements_) {
      note_imported(text_.substr(import, at_ - import));
    }
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

  // Leaves at_ past the line's end. Notes the names that are called, and where imports begin.
  void skip_logical_line() {
    depth_ = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_name_start(c)) {
        name();
        continue;
      }
      switch (c) {
        case '\n':
          ++at_;
          if (depth_ == 0) return end_statement();
          continue;
        case ';':
          if (depth_ == 0) end_statement();
          break;
        case '=':
          if (depth_ == 0 && is_plain_assignment(at_)) assignments_.push_back(at_);
          break;
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
          ++depth_;
          break;
        case ')':
        case ']':
        case '}':
          depth_ = std::max(0, depth_ - 1);
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
    end_statement();
  }

  void name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_byte(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if ((name == "import" || name == "from") && begins_statement(begin)) {
      import_statements_.push_back(begin);
    } else if (at_ < text_.size() && text_[at_] == '(') {
      if (!reads_settings(name)) called_names_.add(hash_name(name));
      if (name == "import_module" || name == "__import__") note_imported_by_name();
      if (name == "getattr") note_read_by_name();
      if (name == "globals") note_bound_by_text();
      if (name == "setattr" || name == "patch" || text_.substr(0, begin).ends_with("patch.")) {
        note_replaced_by_call();
      }
      if (name == "__setattr__") add_replaced({.name = std::string(path_before(at_))});
    } else if (begin > 0 && text_[begin - 1] == '.') {
      if (!(name == "__dict__" && is_settings(path_before(begin - 1)))) {
        attributes_.add(hash_name(name));
      }
      const bool is_module_set = name == "modules" && sets_attribute_of_item(begin);
      if (is_module_set || ((name == "modules" || name == "__dict__") && !is_looked_up(begin))) {
        add_replaced({.name = std::string(path_before(at_))});
      }
    } else {
      note_handed_out(begin, name);
    }
  }

  bool begins_statement(std::size_t at) const {
    const std::size_t before = text_.substr(0, at).find_last_not_of(" \t\f\r\\");
    return before == std::string_view::npos || text_[before] == '\n' || text_[before] == ':' ||
           text_[before] == ';' || before + 1 == mark_size(text_);
  }

  // `import_module("m")`: the text is one name; any other is computed.
  void note_imported_by_name() {
    const std::string_view rest = text_.substr(at_ + 1, kMaxModuleText);
    const std::string_view name = without_layout_around(rest);
    const bool is_text = !name.empty() && (name.front() == '"' || name.front() == '\'');
    const std::size_t end = is_text ? name.find(name.front(), 1) : std::string_view::npos;
    const bool is_all =
        end != std::string_view::npos &&
        std::string_view(",)").find(first_behind(name, end + 1)) != std::string_view::npos;
    if (!is_all) {
      outline_.imports_computed = true;
      return;
    }
    if (has_room()) outline_.imported.push_back({std::string(name.substr(1, end - 1)), ""});
  }

  // The first character from there on that is no layout; a blank where there is none.
  static char first_behind(std::string_view text, std::size_t from) {
    const std::size_t at = text.find_first_not_of(" \t\f\n\r\\", from);
    return at == std::string_view::npos ? ' ' : text[at];
  }

  // `globals()["f"] = g` binds the name of the module, wherever it stands.
  void note_bound_by_text() {
    constexpr std::string_view kOpen = "()[";
    std::string_view rest = text_.substr(at_, kMaxModuleText);
    if (!rest.starts_with(kOpen)) return;
    rest.remove_prefix(kOpen.size());
    const bool is_text = !rest.empty() && (rest.front() == '"' || rest.front() == '\'');
    const std::size_t end = is_text ? rest.find(rest.front(), 1) : std::string_view::npos;
    if (end == std::string_view::npos || first_behind(rest, end + 1) != ']') return;
    const std::string_view name = rest.substr(1, end - 1);
    const std::string_view behind = without_layout_around(rest.substr(rest.find(']', end) + 1));
    const bool is_set = behind.starts_with('=') && !behind.starts_with("==");
    if (is_set && has_room()) bind(std::string(name), OutlineBinding::Kind::Value, 0);
  }

  // `vars(args)`, where these are the arguments of the program: no object of its code is read.
  bool reads_settings(std::string_view name) const {
    return name == "vars" && is_settings(argument_from(at_ + 1));
  }

  bool is_settings(std::string_view expr) const {
    return std::ranges::binary_search(settings_, expr);
  }

  // The first argument of the list that begins there; nothing where it is not seen to end.
  std::string_view argument_from(std::size_t begin) const {
    const std::string_view rest = text_.substr(begin, kMaxArgumentText);
    const std::size_t end = rest.find_first_of(",()[]{}\"'#");
    const bool is_seen = end != std::string_view::npos && (rest[end] == ',' || rest[end] == ')');
    return is_seen ? without_layout_around(rest.substr(0, end)) : std::string_view();
  }

  // `getattr(callback, name)(step)`: is what the list of arguments that begins there gives called?
  // Then it is no data. No where the list is not seen to end.
  bool is_called_at_once(std::size_t begin) const {
    const std::string_view rest = text_.substr(begin, kMaxArgumentText);
    int open = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const char c = rest[i];
      if (c == '#') return false;
      if (c == '"' || c == '\'') {
        i = rest.find(c, i + 1);
        if (i == std::string_view::npos) return false;
      } else if (c == '(' || c == '[' || c == '{') {
        ++open;
      } else if ((c == ')' || c == ']' || c == '}') && --open < 0) {
        return rest.substr(i + 1).starts_with('(');
      }
    }
    return false;
  }

  void note_computed_read() {
    const std::string_view object = argument_from(at_ + 1);
    if (is_settings(object)) return;
    outline_.reads_computed = true;
    if (is_called_at_once(at_ + 1)) return;
    const auto module = modules_.find(object.substr(0, object.find('.')));
    if (module == modules_.end()) {
      outline_.reads_computed_of_objects = true;
    } else {
      computed_of_.insert(module->first);
    }
  }

  // `getattr(x, "name")` mentions the attribute; any other key is computed.
  void note_read_by_name() {
    const std::string_view key = second_argument(at_ + 1);
    const bool is_text = key.size() > 2 && (key.front() == '"' || key.front() == '\'');
    if (is_text && key.find(key.front(), 1) == key.size() - 1) {
      attributes_.add(hash_name(key.substr(1, key.size() - 2)));
    } else {
      note_computed_read();
    }
  }

  // Of the list of arguments that begins there; nothing where it is not seen to end.
  std::string_view second_argument(std::size_t begin) const {
    const std::string_view rest = text_.substr(begin, kMaxArgumentText);
    std::size_t first = std::string_view::npos;
    int depth = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const char c = rest[i];
      const bool closes = c == ')' || c == ']' || c == '}';
      if (depth == 0 && (closes || c == ',')) {
        if (first != std::string_view::npos) {
          return without_layout_around(rest.substr(first, i - first));
        }
        first = i + 1;
      }
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (closes && --depth < 0) return {};
    }
    return {};
  }

  static bool is_in_path(char c) { return is_name_byte(c) || c == '.'; }

  // The dotted name that ends there, or as much of it as a name of somebody else's can be long.
  std::string_view path_before(std::size_t end) const {
    const std::size_t first = end - std::min(end, kMaxModuleText);
    std::size_t begin = end;
    while (begin > first && is_in_path(text_[begin - 1])) --begin;
    return text_.substr(begin, end - begin);
  }

  bool is_plain_assignment(std::size_t at) const {
    constexpr std::string_view kOperators = "=!<>:+-*/%&|^@";
    return text_.substr(at + 1, 1) != "=" &&
           (at == 0 || kOperators.find(text_[at - 1]) == std::string_view::npos);
  }

  // `a.b = f`, `a.b[key] = m`, `x = a.b = f`, `a.b, c = f, g`
  void end_statement() {
    if (!assignments_.empty() && !sets_literal()) {
      const std::size_t first = assignments_.front();
      note_targets(without_header_and_annotation(
          text_.substr(statement_, first - statement_),
          first_word(without_layout_around(text_.substr(statement_, first - statement_)))));
      for (std::size_t i = 1; i < assignments_.size(); ++i) {
        const std::size_t begin = assignments_[i - 1] + 1;
        note_targets(text_.substr(begin, assignments_[i] - begin));
      }
    }
    assignments_.clear();
    statement_ = at_ + 1;
  }

  // The first name of what is assigned that is not called.
  std::string_view assigned_value() const {
    const std::size_t begin = assignments_.empty() ? at_ : assignments_.back() + 1;
    const std::string_view right =
        text_.substr(begin, std::min(at_ - std::min(begin, at_), kMaxArgumentText));
    for (std::size_t i = 0; i < right.size();) {
      if (!is_name_start(right[i])) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < right.size() && is_in_path(right[end])) ++end;
      if (end == right.size() || right[end] != '(') return right.substr(i, end - i);
      i = end;
    }
    return {};
  }

  void note_targets(std::string_view left) {
    if (without_layout_around(left).starts_with("type(") && left.find(").") != left.npos) {
      add_replaced({.name = ".__class__.*"});
    }
    for (const AssignmentTarget& target : targets_in(left)) {
      if (!target.is_item || target.path.ends_with(".modules")) {
        note_replaced(target.path, assigned_value());
      } else if (target.path.ends_with(".__dict__")) {
        add_replaced({.name = std::string(target.path)});
      }
    }
  }

  // `cudnn.benchmark = True` sets a value, and puts nothing in the place of code.
  bool sets_literal() const {
    if (text_.substr(statement_, assignments_.front() - statement_).find(',') !=
        std::string_view::npos) {
      return false;  // several values
    }
    const std::size_t value = text_.find_first_not_of(" \t", assignments_.back() + 1);
    if (value == std::string_view::npos) return false;
    const std::string_view word = first_word(text_.substr(value, kMaxWord));
    return word == "True" || word == "False" || word == "None" ||
           std::string_view("0123456789\"'-[{").find(text_[value]) != std::string_view::npos;
  }

  // `key in sys.modules`, `sys.modules[key]`, `models.__dict__.get(key)`: read, whatever it is for.
  bool is_looked_up(std::size_t begin) const {
    constexpr std::array<std::string_view, 5> kReaders{"get", "keys", "items", "values", "copy"};
    const char next = at_ < text_.size() ? text_[at_] : '\n';
    if (next == '.') {
      const std::string_view method = first_word(text_.substr(at_ + 1, kMaxWord));
      return std::ranges::find(kReaders, method) != kReaders.end();
    }
    if (text_.substr(std::min(text_.find_first_not_of(" \t", at_), text_.size()), 2) == "|=") {
      return false;
    }
    const std::string_view before =
        without_layout_around(text_.substr(0, begin - (path_before(at_).size() - (at_ - begin))));
    return before.empty() ||
           (before.back() != '=' && before.back() != ',' &&
            (next != ')' || before.back() != '(' || is_reader_behind(before))) ||
           next == '[';
  }

  // `sys.modules[name].f = g`, `setattr(sys.modules[name], "f", g)`, `vars(sys.modules[name])`
  bool sets_attribute_of_item(std::size_t begin) const {
    if (text_.substr(at_, 1) != "[") return false;
    const std::string_view rest = text_.substr(at_, kMaxArgumentText);
    std::size_t end = rest.find(']');
    if (end == std::string_view::npos) return false;
    const std::size_t path = begin - (path_before(at_).size() - (at_ - begin));
    const std::string_view before = trimmed(text_.substr(0, path), " \t\n\r\\");
    if (before.ends_with("setattr(") || before.ends_with("vars(")) return true;
    for (++end; end < rest.size() && is_in_path(rest[end]);) ++end;
    const std::string_view attribute = rest.substr(rest.find(']') + 1, end - rest.find(']') - 1);
    if (attribute.starts_with(".__dict__")) return true;
    const std::size_t next = std::min(rest.find_first_not_of(" \t", end), rest.size());
    return attribute.starts_with('.') && rest.substr(next, 1) == "=" &&
           rest.substr(next + 1, 1) != "=";
  }

  // Does the text end with `getattr(` or another builtin that only looks?
  static bool is_reader_behind(std::string_view text) {
    constexpr std::array<std::string_view, 12> kLookers{
        "getattr", "hasattr", "dir",    "isinstance", "type", "len",
        "sorted",  "list",    "reload", "getmembers", "id",   "str"};
    if (!text.ends_with('(')) return false;
    text.remove_suffix(1);
    std::size_t begin = text.size();
    while (begin > 0 && is_name_byte(text[begin - 1])) --begin;
    return std::ranges::find(kLookers, text.substr(begin)) != kLookers.end();
  }

  // A module is given away where it stands for itself: `put(torch)`, `library = torch`.
  void note_handed_out(std::size_t begin, std::string_view name) {
    if (!may_be_module_[static_cast<unsigned char>(name.front())]) return;
    const auto bound = modules_.find(name);
    if (bound == modules_.end() || word_ == "from" || word_ == "import") return;
    const std::size_t next = std::min(text_.find_first_not_of(" \t", at_), text_.size());
    const bool is_bound = text_.substr(next, 1) == "=" && text_.substr(next + 1, 1) != "=";
    if (is_bound && depth_ == 0 &&
        text_.find("None", next) != text_.find_first_not_of(" =", next)) {
      shadowed_.insert(bound->first);
    }
    if (is_bound || text_.substr(next, 1) == "." || text_.substr(next, 3) == "is ") return;
    const std::string_view before = trimmed(text_.substr(0, begin), " \t\f\n\r\\");
    if (before.empty()) return;
    const bool declares = word_ == "def" || word_ == "async" || word_ == "global" ||
                          word_ == "nonlocal" || word_ == "del";
    const bool is_loop_variable =
        before.ends_with(" for") || (word_ == "for" && text_.substr(next, 3) == "in ");
    if (is_loop_variable || before.ends_with(" as") ||
        (declares && (before.ends_with('(') || before.ends_with(',')))) {
      shadowed_.insert(bound->first);
      return;
    }
    const std::string_view openers = declares ? "=" : "=([{,:";
    const bool is_given = openers.find(before.back()) != std::string_view::npos ||
                          before.ends_with("return") || before.ends_with("yield") ||
                          before.ends_with("else");
    if (!is_given || before.ends_with("==") || before.ends_with("!=") || is_reader_behind(before)) {
      return;
    }
    if (has_room()) handed_out_.insert(bound->first);
  }

  void add_replaced(OutlineReplacement replaced) {
    if (has_room()) outline_.replaced.push_back(std::move(replaced));
  }

  void note_replaced(std::string_view target, std::string_view value) {
    const bool is_own = target.starts_with("self.") || target.starts_with("cls.");
    const std::size_t last = target.rfind('.');
    const bool is_deep = target.find('.') != last;  // of an object that `self` holds
    const bool changes_itself = target.ends_with(".forward") || target.ends_with(".__class__");
    if (is_own && !is_deep && !changes_itself) return;
    const std::string_view name = is_own && is_deep ? target.substr(last) : target;
    add_replaced({.name = std::string(name), .value = std::string(value)});
  }

  // The text between quotes that an argument is, or the dotted name; "" for anything else.
  struct Argument {
    std::string_view text;
    bool is_string = false;
  };

  static Argument take_argument(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    Argument result;
    std::size_t end = 0;
    if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
      end = std::min(rest.find(rest.front(), 1), rest.size());
      result = {rest.substr(1, end - 1), true};
      end = std::min(end + 1, rest.size());
    } else {
      while (end < rest.size() && is_in_path(rest[end])) ++end;
      result = {rest.substr(0, end), false};
    }
    const bool is_whole = end < rest.size() && (rest[end] == ',' || rest[end] == ')');
    rest.remove_prefix(std::min(rest.find(','), rest.size() - 1) + 1);
    return is_whole ? result : Argument{};
  }

  // `setattr(module, "f", g)`, `patch.object(Class, "f")`, `patch("pkg.f")`.
  void note_replaced_by_call() {
    std::string_view rest = text_.substr(at_ + 1, kMaxArgumentText);
    if (rest.empty()) return;
    const Argument owner = take_argument(rest);
    if (owner.is_string) {
      add_replaced({.name = std::string(owner.text), .is_path = true});
      return;
    }
    const Argument name = rest.empty() ? Argument{} : take_argument(rest);
    const Argument value = rest.empty() ? Argument{} : take_argument(rest);
    note_replaced(std::string(owner.text) + "." + std::string(name.is_string ? name.text : "*"),
                  value.is_string ? std::string_view{} : value.text);
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
      if (word == "def") defined_names_.add(hash_name(first_word(line.substr(name))));
      definition(word, begin, begin + name, indent, line);
      is_decorated_ = false;
    } else if (line.starts_with('@')) {
      is_decorated_ = true;
    } else if (std::find(kTransparent.begin(), kTransparent.end(), word) != kTransparent.end()) {
      outline_.handles_errors = outline_.handles_errors || word == "except";
      blocks_.push_back({indent, level(), klass()});
    } else if (level() == Level::Module) {
      simple_statement(word, line);
    } else if (level() == Level::Class && has_room()) {
      statement_of_class(word, line);
    }
  }

  // What binds names in the body of a class, or may: `forward = encode`, `from m import forward`,
  // `del forward`, `exec(text)`.
  void statement_of_class(std::string_view word, std::string_view line) {
    OutlineClass& around = outline_.classes[static_cast<std::size_t>(klass())];
    const auto bind_here = [&](std::string_view name) {
      around.otherwise_bound.push_back(hash_name(name));
    };
    if (word == "from" || word == "import") {
      for (const Imported& one : names_imported(line)) {
        around.is_made_by_code = around.is_made_by_code || one.is_star();
        bind_here(one.bound);
      }
    } else if (word == "del") {
      for (const std::string_view name : import_words(line)) bind_here(name);
    } else if (word == "exec" || word == "locals" || word == "vars") {
      around.is_made_by_code = true;
    } else if (!word.empty()) {
      for (const std::string_view name : names_assigned(line)) bind_here(name);
    }
  }

  // a and b of `a = b = value`, with the words of their annotations.
  static std::vector<std::string_view> names_assigned(std::string_view line) {
    std::vector<std::string_view> names;
    std::size_t begin = 0;
    for (std::size_t end = line.find('='); end != std::string_view::npos;
         end = line.find('=', begin)) {
      const std::string_view target = line.substr(begin, end - begin);
      const bool is_value = begin > 0 && target.find_first_of("([{\"'#<>!") != target.npos;
      if (is_value || line.substr(end + 1, 1) == "=") break;
      for (const std::string_view name : import_words(target)) names.push_back(name);
      begin = end + 1;
    }
    return names;
  }

  void definition(std::string_view word, std::size_t begin, std::size_t name_at, std::size_t indent,
                  std::string_view line) {
    const std::string name(first_word(text_.substr(name_at)));
    const Level outer = has_room() ? level() : Level::Inner;
    Block block{indent, Level::Inner, -1};
    if (word == "def" && outer != Level::Inner) {
      const auto index = static_cast<std::uint32_t>(outline_.functions.size());
      outline_.functions.push_back({name, static_cast<Offset>(name_at), klass(), is_decorated_});
      if (outer == Level::Module) bind(name, OutlineBinding::Kind::Function, index);
      if (outer == Level::Class) {
        outline_.classes[static_cast<std::size_t>(klass())].methods.push_back(index);
      }
    } else if (word == "class" && outer == Level::Module) {
      const auto index = static_cast<std::uint32_t>(outline_.classes.size());
      const auto from = static_cast<Offset>(begin);
      bool has_keywords = false;
      std::vector<std::string> bases = bases_in(line, has_keywords);
      outline_.classes.push_back(
          {name, std::move(bases), {}, {}, is_decorated_ || has_keywords, {from, from}});
      bind(name, OutlineBinding::Kind::Class, index);
      block = {indent, Level::Class, static_cast<std::int32_t>(index), true};
    }
    blocks_.push_back(block);
  }

  bool has_room() const {
    return outline_.functions.size() + outline_.classes.size() + outline_.bindings.size() +
               outline_.stars.size() + outline_.imported.size() + outline_.replaced.size() +
               outline_.handed_out.size() <
           kMaxEntries;
  }

  void bind(std::string name, OutlineBinding::Kind kind, std::uint32_t index) {
    outline_.bindings.push_back({std::move(name), kind, index});
  }

  static std::vector<std::string> bases_in(std::string_view line, bool& has_keywords) {
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
        const bool is_keyword = base.find('=') != std::string_view::npos;
        has_keywords = has_keywords || is_keyword;
        if (!base.empty() && !is_keyword) bases.push_back(dotted_name(base));
        begin = i + 1;
      }
      if (closes && --depth == 0) break;
    }
    return bases;
  }

  void simple_statement(std::string_view word, std::string_view line) {
    if (word == "from" || word == "import") return bind_imported(line);
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
      if (!name.empty() && has_room()) bind(std::string(name), OutlineBinding::Kind::Value, 0);
      i = targets.find(',', i);
      if (i == std::string_view::npos) break;
      i = std::min(targets.find_first_not_of(" \t", i + 1), targets.size());
    }
  }

  // One name of an import statement; a star, and `import m`, have none.
  struct Imported {
    std::string_view module, name, bound;
    bool is_star() const { return bound == "*"; }
  };

  static std::vector<Imported> names_imported(std::string_view line) {
    const std::vector<std::string_view> words = import_words(line);
    std::vector<Imported> result;
    const bool from = !words.empty() && words[0] == "from";
    // "from . import x" and "from .m import x" alike: the module is one word
    if (from && (words.size() < 4 || words[2] != "import")) return result;
    for (std::size_t i = from ? 3 : 1; i < words.size(); ++i) {
      if (words[i] == ",") continue;
      const bool renamed = i + 2 < words.size() && words[i + 1] == "as";
      const std::string_view bound = renamed ? words[i + 2] : from ? words[i] : "";
      const std::string_view name = from && words[i] != "*" ? words[i] : "";
      result.push_back({from ? words[1] : words[i], name, bound});
      if (renamed) i += 2;
    }
    return result;
  }

  void note_imported(std::string_view line) {
    for (const Imported& one : names_imported(line)) {
      if (!has_room()) return;
      outline_.imported.push_back({std::string(one.module), std::string(one.name)});
      note_module(one);
    }
  }

  void note_module(const Imported& one) {
    if (one.is_star()) return;
    const std::string_view top = one.module.substr(0, one.module.find('.'));
    const std::string_view bound = one.bound.empty() ? top : one.bound;
    if (bound.empty()) return;
    const std::string_view module = one.bound.empty() ? top : one.module;
    modules_[bound] = {std::string(module), std::string(one.name)};
    may_be_module_[static_cast<unsigned char>(bound.front())] = true;
  }

  void bind_imported(std::string_view line) {
    for (const Imported& one : names_imported(line)) {
      if (!has_room()) return;
      if (one.is_star()) {
        outline_.stars.emplace_back(one.module);
        before_star_ = outline_.bindings.size();
        continue;
      }
      // `import a.b` binds `a`, which has `b` as an attribute then.
      const bool is_top = one.bound.empty();
      const std::string_view module =
          is_top ? one.module.substr(0, one.module.find('.')) : one.module;
      bind(std::string(is_top ? module : one.bound), OutlineBinding::Kind::Import,
           static_cast<std::uint32_t>(outline_.imports.size()));
      outline_.imports.push_back({std::string(module), std::string(one.name)});
    }
  }

  std::string_view text_;
  std::vector<std::string_view> settings_;
  std::size_t at_ = 0;
  std::size_t before_star_ = 0;                 // how many bindings stand before a star import
  std::size_t statement_ = 0;                   // where it begins that is read
  std::string_view word_;                       // the first one of the logical line
  std::vector<std::size_t> assignments_;        // of the statement: where their `=` stand
  std::vector<std::size_t> import_statements_;  // of the logical line that was read last
  std::unordered_map<std::string_view, OutlineImport> modules_;  // by the name that is bound
  std::set<std::string_view> handed_out_;                        // names of these
  std::set<std::string_view> computed_of_;                       // the same
  std::set<std::string_view> shadowed_;    // those that are bound to other things as well
  std::array<bool, 256> may_be_module_{};  // by the first byte of the name
  std::vector<Block> blocks_;
  NameHashes called_names_;
  NameHashes attributes_;
  NameHashes defined_names_;
  bool is_decorated_ = false;  // what is defined next
  int depth_ = 0;              // of brackets
  Outline outline_;
};

}  // namespace

std::string OutlineImport::dotted() const {
  if (name.empty()) return module;
  return module + (module.ends_with('.') ? "" : ".") + name;
}

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
