// What running some code does, and which modules it runs (SemanticModel::effects, run_modules).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "semantic/effects/handing.h"
#include "semantic/knowledge/effect.h"
#include "semantic/project_entity.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

// How much is asked of effects. To know MayNeedGraph costs more than all others together, since
// it follows what is kept to its readers, and code that runs perhaps: so only who has something
// to report asks for it.
enum class EffectSet : std::uint8_t { Plain, All };

// A function in another file that is run, the node that runs it, and what is given to it there.
struct RunElsewhere {
  ProjectEntity function;
  NodeId at = kNoNode;
  Handing handing;
};

struct Effects {
  EffectBits bits = 0;
  // First node of the region that has the effect, directly or through a callee.
  std::vector<std::pair<Effect, NodeId>> witnesses;
  // A call that runs a module whose class is not known, or kNoNode.
  NodeId unseen_forward = kNoNode;
  // Functions in other files that are run. Their effects are in `bits` unless the model knows
  // names only (see ProjectPlace).
  std::vector<RunElsewhere> elsewhere;
  bool has(Effect e) const { return (bits & static_cast<EffectBits>(e)) != 0; }
  NodeId witness(Effect e) const;
};

// Which modules running some code runs.
struct RunModules {
  // One, as the file writes it, whose class may be one that nobody sees; or kNoNode. Then the
  // rest is not complete.
  NodeId unseen = kNoNode;
  // What runs in other files, forwards included, with the node that runs it.
  std::vector<std::pair<ProjectEntity, NodeId>> elsewhere;
  // Parameters that hold a module, with where it is run: other files may give them others.
  std::vector<std::pair<ModuleParameter, NodeId>> given;
};

}  // namespace mlfix
