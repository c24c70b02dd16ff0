// Outputs are most of a notebook, and none of it is looked at: the keys of sources are searched
// for. Inside a string a key has backslashes before its quotes.

#include "notebook/cell_texts.h"

#include <algorithm>
#include <array>

namespace mlfix {
namespace {

constexpr std::array<std::string_view, 2> kSourceKeys = {"\"source\"",
                                                         "\"input\""};  // format 4, and 3

class SourceReader {
 public:
  explicit SourceReader(std::string_view json) : json_(json) {}

  std::string read() {
    for (const std::string_view key : kSourceKeys) {
      for (std::size_t at = json_.find(key); at != json_.npos; at = json_.find(key, at_)) {
        at_ = at + key.size();
        const bool is_inside = at > 0 && json_[at - 1] == '\\';
        if (!is_inside && takes(':')) take_value();
      }
    }
    return std::move(text_);
  }

 private:
  bool takes(char c) {
    const std::size_t next = json_.find_first_not_of(" \t\r\n", at_);
    if (next == json_.npos || json_[next] != c) return false;
    at_ = next + 1;
    return true;
  }

  void take_value() {
    const bool is_list = takes('[');
    while (takes('"')) {
      take_string();
      if (!is_list || !takes(',')) break;
    }
    text_ += '\n';
  }

  void take_string() {
    while (at_ < json_.size() && json_[at_] != '"') {
      const std::size_t end = std::min(json_.find_first_of("\"\\", at_), json_.size());
      text_ += json_.substr(at_, end - at_);
      at_ = end;
      if (at_ == json_.size() || json_[at_] == '"') break;
      if (at_ + 1 < json_.size()) text_ += meaning_of(json_[at_ + 1]);
      at_ += 2;
    }
    ++at_;
  }

  // Of an escape. No name needs any but a newline and quotes to be told apart.
  static char meaning_of(char escaped) {
    switch (escaped) {
      case 'n':
        return '\n';
      case '"':
      case '\\':
      case '/':
        return escaped;
      default:
        return ' ';
    }
  }

  std::string_view json_;
  std::size_t at_ = 0;
  std::string text_;
};

}  // namespace

std::string text_of_cells(std::string_view json) {
  return SourceReader(json).read();
}

}  // namespace mlfix
