// The two rules that the engine itself has: comments that silence nothing, and
// comments whose day has passed. They judge what the other rules found, so they
// are no transforms.
#pragma once

#include <string_view>
#include <vector>

#include "engine/dispatcher.h"
#include "engine/suppression.h"
#include "syntax/syntax_tree.h"
#include "text/cells.h"

namespace mlfix {

// unused-ignore and expired-ignore. A registry that has them gets their findings.
// `unused_page` and `expired_page` are their Markdown pages.
std::vector<Rule> ignore_rules(std::string_view unused_page, std::string_view expired_page);

// The findings of the two rules, as far as they are enabled, each with a safe fix
// that takes the comment, or a name out of it. `suppressions` were asked about
// all findings of the tree's file, a notebook's where it has `cells`. A comment is judged only by
// rules that ran: a group, or a comment without names, only when none that is on by default was
// turned off.
std::vector<Finding> find_idle_ignores(const SyntaxTree& tree, const Cells& cells,
                                       const Dispatcher& dispatcher,
                                       const Suppressions& suppressions);

}  // namespace mlfix
