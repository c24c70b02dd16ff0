// Layers that compute in another way while gradients are off. Where the file names one, a fix that
// switches gradients off may change what is computed; layers that come from elsewhere are known by
// what they are given.

#include <algorithm>

#include "semantic/binding/binding.h"
#include "semantic/effects/effect_scanner.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// A name that classes of other libraries and of the program have, too.
constexpr std::string_view kCommonFastPathName = "Transformer";

}  // namespace

bool EffectScanner::is_fast_path_mention(NodeId identifier) const {
  const NodeId parent = tree_.parent(identifier);
  if (tree_.is(parent, Kind::Attribute) && tree_.field(identifier) == Field::Attribute) {
    const std::string name = model_.qualified_text(parent);
    return name.empty() || name.substr(0, 6) == "torch." ||
           tree_.text(identifier) != kCommonFastPathName;
  }
  const DefId def = model_.bindings().reaching(identifier);
  if (def == kNone) return model_.bindings().definition_at(identifier) == kNone;
  if (model_.bindings().definition(def).kind == DefKind::Class) return false;
  const std::string name = model_.qualified_text(identifier);
  return name.substr(0, 6) == "torch." || tree_.text(identifier) != kCommonFastPathName;
}

// Does the file name a layer that has a fast path?
bool EffectScanner::names_fast_path() {
  if (caches_.names_fast_path) return *caches_.names_fast_path;
  const bool word = std::ranges::any_of(model_.names(Meaning::FastPathClass),
                                        [&](std::string_view w) { return model_.mentions(w); });
  bool found = false;
  for (NodeId n = 0; word && !found && n < tree_.size(); ++n) {
    if (!tree_.is(n, Kind::Identifier) || !model_.means(Meaning::FastPathClass, tree_.text(n)))
      continue;
    found = is_fast_path_mention(n);
  }
  caches_.names_fast_path = found;
  return found;
}

// Layers that come from elsewhere are known by what they are given.
bool EffectScanner::file_has_fast_path() {
  return names_fast_path() ||
         std::ranges::any_of(model_.knowledge().hints().words(Hint::Attention),
                             [&](std::string_view w) { return model_.mentions(w); });
}

}  // namespace mlfix
