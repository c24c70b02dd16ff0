// Strings are followed only as far as it takes to tell a comment from a `#` in one. Where a text is
// no Python, a word too many or too few may be found.

#include "semantic/project/mentioned_words.h"

#include <algorithm>

#include "syntax/outline.h"
#include "text/characters.h"

namespace mlfix {
namespace {

// Where code, or the string that the text is in, goes on.
class Words {
 public:
  Words(std::string_view text, TakenNames taken) : text_(text), taken_(taken) {}

  std::vector<std::uint32_t> find() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_name_start(c)) {
        take_word();
      } else if (is_digit(c)) {
        skip([](char d) { return is_name_byte(d); });
      } else if (quote_.empty()) {
        take_code(c);
      } else {
        take_string(c);
      }
    }
    std::ranges::sort(found_);
    found_.erase(std::ranges::unique(found_).begin(), found_.end());
    return std::move(found_);
  }

 private:
  template <typename Test>
  void skip(Test test) {
    while (at_ < text_.size() && test(text_[at_])) ++at_;
  }

  void take_word() {
    const std::size_t begin = at_;
    skip([](char c) { return is_name_byte(c); });
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (!is_defined_ && !is_taken_as_it_is()) found_.push_back(hash_name(word));
    if (!quote_.empty()) return;
    is_defined_ = word == "def" || word == "class";
    if (begins_line_ && word == "from") import_ = Import::Module;
    if (import_ == Import::Module && word == "import") import_ = Import::Names;
    begins_line_ = false;
  }

  // One of the names of a `from` statement, which has no `as` after it?
  bool is_taken_as_it_is() const {
    if (import_ != Import::Names || taken_ == TakenNames::AreMentioned) return false;
    const std::size_t next = text_.find_first_not_of(" \t\\\r\n", at_);
    const std::string_view rest = next == text_.npos ? "" : text_.substr(next);
    return !rest.starts_with("as") || (rest.size() > 2 && is_name_byte(rest[2]));
  }

  void take_code(char c) {
    if (!is_blank(c)) is_defined_ = false;
    if (c == '(') ++depth_;
    if (c == ')' && depth_ > 0) --depth_;
    if (c == ';' || (c == '\n' && depth_ == 0)) import_ = Import::None;
    begins_line_ = c == '\n' || c == ';' || c == ':' || (begins_line_ && is_blank(c));
    if (c == '#') return skip([](char d) { return d != '\n'; });
    if (c == '"' || c == '\'') {
      const std::string_view three = text_.substr(at_, 3);
      quote_ = three == "\"\"\"" || three == "'''" ? three : three.substr(0, 1);
      at_ += quote_.size();
      return;
    }
    ++at_;
  }

  void take_string(char c) {
    if (c == '\\') {
      at_ += 2;
    } else if (text_.substr(at_).starts_with(quote_)) {
      at_ += quote_.size();
      quote_ = {};
    } else {
      if (c == '\n' && quote_.size() == 1) quote_ = {};
      ++at_;
    }
  }

  enum class Import : std::uint8_t { None, Module, Names };

  std::string_view text_;
  TakenNames taken_;
  std::size_t at_ = 0;
  std::string_view quote_;        // of the string that the text is in
  bool is_defined_ = false;       // the next word is the name of a function or a class
  bool begins_line_ = true;       // nothing of a statement has come yet
  Import import_ = Import::None;  // the part of a `from` statement that goes on
  int depth_ = 0;                 // of parentheses
  std::vector<std::uint32_t> found_;
};

}  // namespace

std::vector<std::uint32_t> mentioned_words(std::string_view text, TakenNames taken) {
  return Words(text, taken).find();
}

}  // namespace mlfix
