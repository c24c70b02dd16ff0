// Commits that the bot made and that nobody changed since.
//
// The last line of such a commit's message,
//
//     Mlfix-Bot: base=<commit> check=<16 hexadecimal digits>
//
// names the commit of the base branch that the branch was made on, and a hash of
// everything else in the commit: tree, parents, people, dates and message. A
// commit that was amended, rebased, cherry-picked or merged has another one. It
// is a seal against mistakes, not against forgery: whoever can push to the
// branch could have done worse.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/bot_settings.h"

namespace mlfix {

struct CommitDraft {
  std::string tree;
  std::string parent;
  std::string base;     // the commit of the base branch below all of ours
  std::string date;     // as in a commit: "1700000000 +0000"
  std::string message;  // without trailers, with a final newline
};

// The raw text of the commit: a pure function of its arguments, so that the same
// fixes on the same base are the same commit whoever makes them, and when.
std::string sealed_commit(const CommitDraft& draft, const BotSettings& settings);

// The base that a raw commit names, when its seal is whole.
std::optional<std::string> sealed_base(std::string_view commit_text);

// The committer's date of a raw commit, as in a draft; nothing when it has none.
std::optional<std::string> date_of(std::string_view commit_text);

}  // namespace mlfix
