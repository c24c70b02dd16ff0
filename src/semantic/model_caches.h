// What the SemanticModel has worked out so far. Private to src/semantic: each
// module of the model keeps its memo tables here, under its own heading.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/effects/flow_caches.h"
#include "semantic/facts/fact_solver.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/name_resolver.h"
#include "semantic/semantic_model.h"

namespace mlfix {

struct SemanticModel::Caches {
  explicit Caches(const SyntaxTree& tree) : names(tree), facts(tree) {}

  // structure.cc
  std::unordered_map<NodeId, std::vector<NodeId>> returns;  // by function
  std::unordered_map<NodeId, bool> generators;              // by function

  // attributes.cc
  bool attributes_indexed = false;
  std::unordered_map<std::string_view, std::vector<AttributeAccess>> attributes;

  // names.cc, classes.cc, callees.cc
  NamesCache names;

  // fact_solver.cc
  FactsCache facts;

  // grad_mode.cc, effects.cc, graph_flow.cc, loops.cc
  FlowCaches flow;

  // structure.cc
  std::vector<NodeId> below_frames;  // by node
  std::vector<NodeId> functions;     // by node
};

}  // namespace mlfix
