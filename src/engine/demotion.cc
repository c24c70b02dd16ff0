// Star imports count in the scopes around the finding too, because their names
// are seen from there. Dynamic names count in the finding's own scope: bindings
// already carry them outwards from nested functions.

#include "engine/demotion.h"

#include <fmt/format.h>

#include "rewrite/fix_planner.h"
#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/outline.h"

namespace mlfix {
namespace {

// The function, class or module whose names `place` sees first.
ScopeId scope_at(const SemanticModel& model, TextRange place) {
  const Bindings& bindings = model.bindings();
  ScopeId s = bindings.scope_of(model.tree().node_covering(place));
  while (bindings.scope(s).kind == ScopeKind::Lambda ||
         bindings.scope(s).kind == ScopeKind::Comprehension) {
    s = bindings.scope(s).parent;
  }
  return s;
}

// Asked once for a text, whatever number of fixes it has.
struct MeddlingAround {
  explicit MeddlingAround(const SemanticModel& model) {
    const ProjectPlace& place = model.place();
    found = place.project != nullptr && place.file != kNoFile
                ? place.project->meddling_around(place.file)
                : meddling_of(model.knowledge(), outline_of(model.tree().source()));
  }
  Meddler found;
};

constexpr const char* kNobodyMeddles =
    "names mean what they say: nobody replaces functions, reads names through frames or modules, "
    "or runs beside this code";

std::string assumed_of(const Meddler& meddler) {
  if (meddler.how != Meddling::BringsUnseen || meddler.import.empty()) return kNobodyMeddles;
  return fmt::format("names mean what they say: {} replaces no functions of others",
                     meddler.import);
}

TextRange start_of(const SyntaxTree& tree, NodeId n) {
  return {tree[n].begin, tree[n].begin};
}

}  // namespace

std::optional<Demotion> reason_to_demote(const SemanticModel& model, TextRange place,
                                         const std::vector<Edit>& edits) {
  const SyntaxTree& tree = model.tree();
  if (const auto comment = lost_comment(tree, edits)) {
    return Demotion{{*comment, "the fix is not safe because it would delete this comment"},
                    {AssumptionKind::CommentNotNeeded, "the comment is not needed"}};
  }
  const Bindings& bindings = model.bindings();
  const ScopeId own = scope_at(model, place);
  if (bindings.scope(own).has_dynamic_names) {
    return Demotion{{start_of(tree, bindings.scope(own).node),
                     "the fix is not safe because exec, eval, globals() or the like may bind or "
                     "read any name here"},
                    {AssumptionKind::NamesBoundPlainly,
                     "exec, eval, globals() and the like bind and read none of these names"}};
  }
  for (ScopeId s = own; s != kNone; s = bindings.scope(s).parent) {
    if (bindings.scope(s).has_star_import) {
      return Demotion{
          {start_of(tree, bindings.scope(s).node),
           "the fix is not safe because a star import may bind any name here"},
          {AssumptionKind::NamesBoundPlainly, "the star import binds none of these names"}};
    }
  }
  if (const Meddler& meddler = model.notes<MeddlingAround>(model).found) {
    const std::string what = fmt::format("a file of the program {}", describe(meddler));
    return Demotion{{start_of(tree, tree.root()), "the fix is not safe because " + what},
                    {AssumptionKind::NamesBoundPlainly, assumed_of(meddler)}};
  }
  return std::nullopt;
}

}  // namespace mlfix
