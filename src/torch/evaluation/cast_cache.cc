// Only what stands after the span in the region of autocast, or shares a loop with it, can come to
// the copies that it leaves.

#include "torch/evaluation/cast_cache.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"
#include "torch/training/training_step.h"

namespace mlfix {

template <>
class Prover<Claim::CastsApart> {
 public:
  static Proof<Claim::CastsApart> proven() { return {}; }
};

namespace {

constexpr int kMaxCallersInTurn = 3;

bool names_autocast(std::string_view text) {
  return text.find("autocast") != std::string_view::npos;
}

bool is_bound_to_autocast(const SemanticModel& model, NodeId name) {
  const DefId def = model.bindings().reaching(name);
  if (def == kNone) return false;
  const NodeId value = model.bindings().definition(def).value;
  return value != kNoNode && names_autocast(model.tree().text(value));
}

bool is_set_to_autocast(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::any_of(model.attribute_accesses(last_name(tree, attribute)),
                             [&](const AttributeAccess& access) {
                               const NodeId assignment = tree.parent(access.node);
                               return access.is_store && tree.is(assignment, Kind::Assignment) &&
                                      names_autocast(tree.text(assignment));
                             });
}

bool is_written_with_autocast(const SemanticModel& model, NodeId function) {
  return names_autocast(model.tree().text(function));
}

// Does the call run a function of the program that names autocast: half() for a context manager,
// precision.context() for a method that gives one?
bool runs_autocast(const SemanticModel& model, NodeId call) {
  if (const NodeId function = model.callee(call); function != kNoNode) {
    return is_written_with_autocast(model, function);
  }
  const ProjectPlace& place = model.place();
  if (place.code == nullptr || place.file == kNoFile) return false;
  if (const ProjectEntity function = model.callee_elsewhere(call)) {
    return place.code->holds_in(function, is_written_with_autocast);
  }
  const std::string_view method = model.method_name(call);
  const bool is_of_library = model.qualified_name(model.tree().child(call, Field::Function));
  return !method.empty() && !is_of_library &&
         place.code->holds_in_namesake(place.file, method, {}, is_written_with_autocast);
}

// Does the expression say that it opens a region of autocast, or a name in it that was bound to
// one, or a function that it calls: `with autocast():`, `with ctx:`, `with half():`?
bool opens_autocast(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (names_autocast(tree.text(expr))) return true;
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    const bool opens = tree.is(n, Kind::Identifier)  ? is_bound_to_autocast(model, n)
                       : tree.is(n, Kind::Attribute) ? is_set_to_autocast(model, n)
                       : tree.is(n, Kind::Call)      ? runs_autocast(model, n)
                                                     : false;
    if (opens) return true;
  }
  return false;
}

bool enters_autocast(const SemanticModel& model, NodeId with) {
  for (const NodeId part : model.tree().children(with)) {
    if (!model.tree().is(part, Kind::Block) && opens_autocast(model, part)) return true;
  }
  return false;
}

// Does the call open a region that ends elsewhere: stack.enter_context(autocast()),
// torch.set_autocast_enabled(True)?
bool leaves_autocast_open(const SemanticModel& model, NodeId call) {
  const std::string_view name = called_name(model.tree(), call);
  if (name == "__enter__") {
    return opens_autocast(model, model.tree().child(call, Field::Function));
  }
  return name.starts_with("set_autocast") ||
         (name == "enter_context" && opens_autocast(model, call));
}

// By scope: each call of a function asks about the scope that it stands in.
struct ScopesLeftOpen {
  std::unordered_map<NodeId, bool> known;
};

bool is_left_open_in(const SemanticModel& model, NodeId scope) {
  const auto [known, is_new] = model.notes<ScopesLeftOpen>().known.try_emplace(scope, false);
  if (!is_new) return known->second;
  const bool open = std::ranges::any_of(
      calls_in_scope(model, scope), [&](NodeId call) { return leaves_autocast_open(model, call); });
  return model.notes<ScopesLeftOpen>().known[scope] = open;
}

// The outermost region in the function around `n`: a with statement, or the function itself; or
// kNoNode.
NodeId autocast_region(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  NodeId outermost = kNoNode;
  for (NodeId up = tree.parent(n); up != kNoNode; up = tree.parent(up)) {
    if (tree.is(up, Kind::WithStatement) && enters_autocast(model, up)) outermost = up;
    if (!tree.is(up, Kind::FunctionDefinition)) continue;
    const auto marks = decorators(tree, up);
    const auto is_mark = [&](NodeId mark) { return opens_autocast(model, mark); };
    return std::ranges::any_of(marks, is_mark) || is_left_open_in(model, up) ? up : outermost;
  }
  return is_left_open_in(model, tree.root()) ? tree.root() : outermost;
}

// May something in the span be trained through what is made there?
bool may_train(const SemanticModel& model, Span span) {
  const Effects effects = model.effects(span.first, span.last);
  if (effects.has(Effect::Backward) || effects.has(Effect::AutogradGrad)) return true;
  return fate_of_graphs(model, span, span)
      .has_any({GraphSinks::kDifferentiated, Sink::Returned, Sink::OnAttribute, Sink::Yielded,
                Sink::Unseen, Sink::Lost});
}

// The modules that the span calls, as they are written.
std::vector<std::string_view> modules_called(const SemanticModel& model, Span span) {
  const SyntaxTree& tree = model.tree();
  std::vector<std::string_view> called;
  for (NodeId n = span.first; n < tree.subtree_end(span.last); ++n) {
    const NodeId function =
        tree.is(n, Kind::Call) ? tree.child(n, Field::Function) : NodeId{kNoNode};
    if (function == kNoNode || !model.facts(function).could_be(Fact::Module)) continue;
    if (!model.facts(function).could_be(Fact::Loss)) called.push_back(tree.text(function));
  }
  return called;
}

bool is_within_path(std::string_view path, std::string_view whole) {
  return path.starts_with(whole) && (path.size() == whole.size() || path[whole.size()] == '.');
}

bool share_a_module(const SemanticModel& model, Span span, Span other) {
  const auto here = modules_called(model, span);
  const auto there = modules_called(model, other);
  return std::ranges::any_of(here, [&](std::string_view one) {
    return std::ranges::any_of(there, [&](std::string_view two) {
      return is_within_path(one, two) || is_within_path(two, one);
    });
  });
}

// What else the region holds that runs after the span.
class OtherPasses {
 public:
  OtherPasses(const SemanticModel& model, Span span) : model_(model), span_(span) {}

  CastCache in_region(NodeId region) {
    const SyntaxTree& tree = model_.tree();
    Span at{model_.statement_of(span_.first), model_.statement_of(span_.last)};
    while (at.first != kNoNode && tree.contains(region, at.first) && at.first != region) {
      const NodeId block = model_.block_of(at.first);
      if (block == kNoNode) break;
      take_siblings(model_.statements(block), at, is_in_loop(at.first, region));
      const NodeId around = model_.statement_of(tree.parent(block));
      at = {around, around};
    }
    return found_;
  }

 private:
  bool is_in_loop(NodeId n, NodeId region) const {
    return std::ranges::any_of(model_.loops_of(n), [&](NodeId loop) {
      return loop != region && model_.tree().contains(region, loop);
    });
  }

  void take_siblings(const std::vector<NodeId>& statements, Span at, bool in_loop) {
    for (const NodeId one : statements) {
      if (one > at.last || (in_loop && one < at.first)) take({one, one});
    }
  }

  void take(Span other) {
    if (found_ == CastCache::Same || !may_train(model_, other)) return;
    found_ = share_a_module(model_, span_, other) ? CastCache::Same : CastCache::Shared;
  }

  const SemanticModel& model_;
  Span span_;
  CastCache found_ = CastCache::Apart;
};

// Is a span run in a region of autocast, and what does that hold besides?
struct Around {
  bool is_cast = false;
  CastCache cache = CastCache::Apart;

  void take(const Around& other) {
    is_cast = is_cast || other.is_cast;
    cache = std::max(cache, other.cache);
  }
};

Around around(const SemanticModel& model, Span span, int depth);

// Of a caller's region the modules are not compared.
Around around_call(const SemanticModel& model, NodeId call, int depth) {
  const NodeId statement = model.statement_of(call);
  Around found = around(model, {statement, statement}, depth);
  found.cache = std::min(found.cache, CastCache::Shared);
  return found;
}

// What runs in the with statements around a call, in functions of other files than the call's.
struct Openers {
  std::vector<ProjectEntity> functions;
  std::vector<std::string> methods;  // by their names, of objects that are not told
};

Openers openers_around(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  Openers found;
  for (NodeId up = tree.parent(n); up != kNoNode; up = tree.parent(up)) {
    if (tree.is(up, Kind::FunctionDefinition)) break;
    if (!tree.is(up, Kind::WithStatement)) continue;
    for (NodeId part = up; part < tree.child(up, Field::Body); ++part) {
      if (!tree.is(part, Kind::Call)) continue;
      if (const ProjectEntity function = model.callee_elsewhere(part)) {
        found.functions.push_back(function);
      } else if (!model.qualified_name(tree.child(part, Field::Function))) {
        found.methods.emplace_back(model.method_name(part));
      }
    }
  }
  return found;
}

bool any_opens_autocast(const ProjectPlace& place, const Openers& openers) {
  return std::ranges::any_of(openers.functions,
                             [&](ProjectEntity function) {
                               return place.code->holds_in(function, is_written_with_autocast);
                             }) ||
         std::ranges::any_of(openers.methods, [&](const std::string& name) {
           return !name.empty() &&
                  place.code->holds_in_namesake(place.file, name, {}, is_written_with_autocast);
         });
}

// By those who call the function. A framework may open a region around its training step.
Around around_callers(const SemanticModel& model, NodeId function, int depth) {
  Around all;
  if (depth == 0) return all;
  for (const NodeId call : model.call_sites(function).calls) {
    const NodeId caller = model.function_of(call);
    if (caller == function) continue;
    all.take(around_call(model, call, depth - 1));
    if (caller != kNoNode && framework_around(model, caller) != kNoNode) {
      all.take({true, CastCache::Shared});
    }
  }
  const auto calls = model.calls_elsewhere(function);
  if (!calls) return all;
  for (const OutsideCall& call : *calls) {
    Openers openers;
    model.place().code->holds_around(call, [&](const SemanticModel& there, NodeId n) {
      all.take(around_call(there, n, 1));
      openers = openers_around(there, n);
      return all.is_cast;
    });
    if (any_opens_autocast(model.place(), openers)) all.take({true, CastCache::Shared});
  }
  return all;
}

Around around(const SemanticModel& model, Span span, int depth) {
  if (const NodeId region = autocast_region(model, span.first); region != kNoNode) {
    return {true, OtherPasses(model, span).in_region(region)};
  }
  const NodeId function = model.function_of(span.first);
  if (function == kNoNode) return {};
  Around found = around_callers(model, function, depth);
  if (found.is_cast) found.take({true, OtherPasses(model, span).in_region(function)});
  return found;
}

// Callers in other files are asked, and a region is asked about for the finding and for its fix.
struct KnownCasts {
  std::map<std::pair<NodeId, NodeId>, CastCache> of;
};

}  // namespace

CastCache cast_cache_around(const SemanticModel& model, Span span) {
  auto& known = model.notes<KnownCasts>().of;
  const std::pair key{span.first, span.last};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const CastCache cache = around(model, span, kMaxCallersInTurn).cache;
  return model.notes<KnownCasts>().of.emplace(key, cache).first->second;
}

Answer<Claim::CastsApart> casts_apart(const SemanticModel& model, Span span) {
  if (cast_cache_around(model, span) == CastCache::Apart) {
    return Prover<Claim::CastsApart>::proven();
  }
  return Assumption{AssumptionKind::CalleeKeepsNoGraph,
                    "the region of autocast around it trains none of the weights that it runs"};
}

}  // namespace mlfix
