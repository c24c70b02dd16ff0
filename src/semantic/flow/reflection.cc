// One mention of a reflecting word counts for the whole file: what is read through
// vars() or buffers() is not told from the words, and such code is rare.

#include "semantic/flow/reflection.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/names/calls.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool names_attribute(const SyntaxTree& tree, NodeId key, std::string_view attribute) {
  if (!tree.is(key, Kind::String)) return true;
  const std::string_view text = tree.text(key);
  return text.find(attribute) != text.npos || text.find('{') != text.npos;
}

bool is_read_by_getattr(const SemanticModel& model, std::string_view attribute) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Call) ||
        !is_builtin_name(model, tree.child(n, Field::Function), "getattr")) {
      continue;
    }
    const NodeId key = model.argument(n, 1, "");
    if (key == kNoNode || names_attribute(tree, key, attribute)) return true;
  }
  return false;
}

}  // namespace

bool is_mentioned_elsewhere(const SemanticModel& model, std::string_view attribute) {
  const ProjectPlace& place = model.place();
  return place.code != nullptr && place.file != kNoFile &&
         place.code->mentions_attribute_elsewhere(place.file, attribute);
}

bool is_mentioned_by_kin(const SemanticModel& model, std::string_view attribute) {
  const ProjectPlace& place = model.place();
  return place.code != nullptr && place.file != kNoFile &&
         place.code->mentions_attribute_of_kin(place.file, attribute);
}

namespace {

bool finds_read_out_of_sight(const SemanticModel& model, std::string_view attribute) {
  const ProjectPlace& place = model.place();
  if (place.code != nullptr && place.code->may_differentiate_attribute(place.file, attribute)) {
    return true;
  }
  const bool reflects =
      std::ranges::any_of(model.names(Meaning::ReadsByReflection),
                          [&](std::string_view word) { return model.mentions(word); });
  return reflects || (model.mentions("getattr") && is_read_by_getattr(model, attribute));
}

struct ReadOutOfSight {
  std::map<std::string, bool, std::less<>> of;  // by attribute
};

}  // namespace

// All files and all calls of this one are asked, so each name is asked about once.
bool is_read_out_of_sight(const SemanticModel& model, std::string_view attribute) {
  auto& known = model.notes<ReadOutOfSight>().of;
  const auto at = known.find(attribute);
  if (at != known.end()) return at->second;
  return known.emplace(attribute, finds_read_out_of_sight(model, attribute)).first->second;
}

}  // namespace mlfix
