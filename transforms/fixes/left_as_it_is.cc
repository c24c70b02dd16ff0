// A word counts as a whole only, and not beside one that says the contrary: what is called
// slow_fast has two speeds.

#include "transforms/fixes/left_as_it_is.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "semantic/knowledge/hints.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/syntax_rules.h"

namespace mlfix {
namespace {

bool says_slow(const SemanticModel& model, std::string_view name) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  bool is_slow = false;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_not_of(kLetters), name.size());
    const std::string_view word = name.substr(0, end);
    if (word == "fast") return false;
    is_slow = is_slow || model.suggests(Hint::SlowOnPurpose, word);
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return is_slow;
}

struct OldPython {
  explicit OldPython(const SemanticModel& model)
      : is_seen(std::ranges::any_of(find_violations(model.tree()), [](const Violation& violation) {
          return violation.rule == SyntaxRule::Python2;
        })) {}
  bool is_seen;
};

}  // namespace

bool is_slow_on_purpose(const SemanticModel& model, NodeId at) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = at; n != kNoNode && n != tree.root(); n = tree.parent(n)) {
    const bool is_named = tree.is(n, Kind::FunctionDefinition) || tree.is(n, Kind::ClassDefinition);
    if (is_named && says_slow(model, tree.text(tree.child(n, Field::Name)))) return true;
  }
  const ProjectPlace& place = model.place();
  if (place.project == nullptr || place.file == kNoFile) return false;
  const std::string_view path = place.project->path_of(place.file);
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return says_slow(model, file.substr(0, file.rfind('.')));
}

bool is_written_for_old_python(const SemanticModel& model) {
  return model.notes<OldPython>(model).is_seen;
}

}  // namespace mlfix
