// The fixes that the user has declined, kept between runs.
//
// A decision is known by a key that says what was decided about, content and all: one about code
// that has changed since has another key. Decisions are appended to a file of the project in the
// user's state folder ($XDG_STATE_HOME/mlfix, else ~/.local/state/mlfix). What another user could
// have written is not believed, and nothing is written where somebody else's files are.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "text/error.h"

namespace mlfix {

class DecisionLog {
 public:
  // Of the project at `root`. Where decisions can't be kept, they last as long as this object.
  explicit DecisionLog(const std::filesystem::path& root);

  bool has_declined(const std::string& key) const { return declined_.contains(key); }
  void decline(const std::string& key);
  // Takes the decision back.
  void reconsider(const std::string& key);

  // Asks about everything again, in this run.
  void set_aside() { declined_.clear(); }

  // Why decisions are not kept.
  const std::optional<Error>& problem() const { return problem_; }

 private:
  void find_file(const std::filesystem::path& root);
  void read();
  void append(std::string_view word, const std::string& key);
  void give_up(const std::filesystem::path& path, std::string message);

  std::filesystem::path file_;  // empty: nothing is kept
  std::set<std::string> declined_;
  std::optional<Error> problem_;
};

}  // namespace mlfix
