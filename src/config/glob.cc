// A glob comes from a file that anybody may have written, and backtracking takes
// exponential time on one such as "*a*a*a*b". So all ways to match are followed at
// once, character by character: a set of places in the glob stands for them. That
// takes the length of the text times the length of the glob.

#include "config/glob.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace mlfix {
namespace {

constexpr char kNoSeparator = '\0';

enum class Is : std::uint8_t { Character, AnyOne, Set, Run };

// One thing that a glob asks for.
struct Piece {
  Is kind = Is::Character;
  std::string_view text;        // the character, or what stands in the brackets
  bool crosses = false;         // a run that takes separators, too
  bool may_be_nothing = false;  // a run before a slash, which may be missing with it
};

// What stands in the brackets that `glob` starts with; nothing when they are not
// closed, and the bracket stands for itself.
std::optional<std::string_view> set_at(std::string_view glob) {
  const bool negated = glob.size() > 1 && (glob[1] == '!' || glob[1] == '^');
  const std::size_t first = negated ? 2 : 1;
  const std::size_t close = glob.find(']', first + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return glob.substr(1, close - 1);
}

bool is_in_set(std::string_view set, char c) {
  const bool negated = set.front() == '!' || set.front() == '^';
  if (negated) set.remove_prefix(1);
  bool found = false;
  while (!set.empty()) {
    const bool range = set.size() > 2 && set[1] == '-';
    const char low = set[0];
    const char high = range ? set[2] : low;
    found = found || (low <= c && c <= high);
    set.remove_prefix(range ? 3 : 1);
  }
  return found != negated;
}

std::vector<Piece> pieces_of(std::string_view glob, char separator) {
  std::vector<Piece> pieces;
  bool brackets_close = true;  // once one does not, none after it does
  while (!glob.empty()) {
    std::size_t size = 1;
    Piece piece{Is::Character, glob.substr(0, 1)};
    if (glob.front() == '*') {
      size = std::min(glob.find_first_not_of('*'), glob.size());
      const bool crosses = separator == kNoSeparator || size > 1;
      // "a/**/b" means "a/b" too.
      piece = {Is::Run, {}, crosses, crosses && glob.substr(size).starts_with('/')};
    } else if (glob.front() == '?') {
      piece.kind = Is::AnyOne;
    } else if (glob.front() == '[' && brackets_close) {
      const auto set = set_at(glob);
      brackets_close = set.has_value();
      if (set) {
        piece = {Is::Set, *set};
        size = set->size() + 2;
      }
    }
    pieces.push_back(piece);
    glob.remove_prefix(size);
  }
  return pieces;
}

// The places in a glob that the text so far can have led to. A place is the number
// of pieces that are behind it; within a run is a place of its own, since a run
// that has begun can't be missing any more.
class Matcher {
 public:
  Matcher(std::string_view glob, char separator)
      : separator_(separator),
        pieces_(pieces_of(glob, separator)),
        before_(pieces_.size() + 1),
        within_(pieces_.size() + 1) {
    restart();
  }

  void restart() {
    std::fill(before_.begin(), before_.end(), false);
    std::fill(within_.begin(), within_.end(), false);
    before_[0] = true;
    enter_runs();
  }

  // From the back, so that each place is still the old one when it is asked for.
  void take(char c) {
    if (!alive_) return;
    for (std::size_t i = pieces_.size(); i-- > 0;) {
      const bool run = pieces_[i].kind == Is::Run;
      within_[i] = run && within_[i] && (pieces_[i].crosses || c != separator_);
      before_[i + 1] = !run && before_[i] && accepts(pieces_[i], c);
    }
    before_[0] = false;
    enter_runs();
  }

  bool matches() const { return before_.back(); }

 private:
  bool accepts(const Piece& piece, char c) const {
    switch (piece.kind) {
      case Is::Character:
        return piece.text.front() == c;
      case Is::AnyOne:
        return c != separator_;
      case Is::Set:
        return c != separator_ && is_in_set(piece.text, c);
      case Is::Run:
        break;
    }
    return false;
  }

  // A run may take nothing. No place leads back, so one pass finds all.
  void enter_runs() {
    alive_ = before_.back();
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      alive_ = alive_ || before_[i] || within_[i];
      if (pieces_[i].kind != Is::Run) continue;
      if (before_[i]) {
        within_[i] = true;
        if (pieces_[i].may_be_nothing) before_[i + 2] = true;
      }
      if (within_[i]) before_[i + 1] = true;
    }
  }

  char separator_;
  std::vector<Piece> pieces_;
  std::vector<bool> before_;  // by number of pieces
  std::vector<bool> within_;
  bool alive_ = true;  // some place is left
};

}  // namespace

bool glob_matches(std::string_view glob, std::string_view text) {
  Matcher matcher(glob, kNoSeparator);
  for (const char c : text) matcher.take(c);
  return matcher.matches();
}

bool path_glob_matches(std::string_view glob, std::string_view path) {
  while (glob.ends_with('/')) glob.remove_suffix(1);
  const bool anchored = glob.find('/') != std::string_view::npos;
  if (glob.starts_with('/')) glob.remove_prefix(1);
  if (glob.empty()) return false;
  Matcher matcher(glob, '/');
  // Each folder above the path, then the path itself.
  for (const char c : path) {
    if (c == '/' && matcher.matches()) return true;
    if (c == '/' && !anchored) {
      matcher.restart();
    } else {
      matcher.take(c);
    }
  }
  return !path.empty() && matcher.matches();
}

}  // namespace mlfix
