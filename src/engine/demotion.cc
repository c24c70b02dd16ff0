// Works on the edits of one fix alone. A comment counts as kept when some edit
// of the fix writes it again, as a statement that is moved does.

#include "engine/demotion.h"

#include <algorithm>
#include <string_view>

namespace mlfix {
namespace {

bool writes(const std::vector<Edit>& edits, std::string_view text) {
  return std::ranges::any_of(
      edits, [&](const Edit& edit) { return edit.text.find(text) != std::string::npos; });
}

std::optional<Reason> lost_comment(const SyntaxTree& tree, const std::vector<Edit>& edits) {
  for (const TextRange comment : tree.comments()) {
    const bool is_touched = std::ranges::any_of(
        edits, [&](const Edit& edit) { return edit.range().overlaps(comment); });
    if (is_touched && !writes(edits, tree.source().substr(comment.begin, comment.size()))) {
      return Reason{comment, "the fix is not safe because it would delete this comment"};
    }
  }
  return std::nullopt;
}

std::optional<Reason> uncertain_names(const SemanticModel& model, Offset at) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId node = tree.node_covering({at, at});
  for (ScopeId s = bindings.scope_of(node); s != kNone; s = bindings.scope(s).parent) {
    const Scope& scope = bindings.scope(s);
    const TextRange place = {tree[scope.node].begin, tree[scope.node].begin};
    if (scope.has_star_import) {
      return Reason{place, "the fix is not safe because a star import may bind any name here"};
    }
    if (scope.has_dynamic_names) {
      return Reason{place,
                    "the fix is not safe because exec, eval, globals() or the like may "
                    "bind or read any name here"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Reason> reason_to_demote(const SemanticModel& model, const std::vector<Edit>& edits) {
  if (auto lost = lost_comment(model.tree(), edits)) return lost;
  for (const Edit& edit : edits) {
    if (auto uncertain = uncertain_names(model, edit.begin)) return uncertain;
  }
  return std::nullopt;
}

}  // namespace mlfix
