// A caller that unpacks a tuple has names of which one may have a graph and the others can't: what
// becomes of those is nothing to who asks for the graph. See returned_graph.h.

#include "semantic/flow/returned_graph.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/module_output.h"
#include "semantic/flow/revealed.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/calls.h"
#include "semantic/names/elements.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// An item of an array is an array or a number, of which facts say neither.
bool is_item_of_array(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(expr, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(expr);
    if (def == kNone || model.bindings().definition(def).kind != DefKind::Assign) return false;
    expr = model.strip_parentheses(model.bindings().definition(def).value);
  }
  return tree.is(expr, Kind::Subscript) &&
         model.facts(tree.child(expr, Field::Value)).must_be(Fact::NdArray);
}

bool is_graphless(const SemanticModel& model, NodeId expr) {
  return expr != kNoNode &&
         (model.facts(expr).must.has_any(kWithoutGraph) || is_item_of_array(model, expr));
}

bool is_empty_list(const SyntaxTree& tree, NodeId value) {
  return tree.is(value, Kind::List) && tree.first_child(value) == kNoNode;
}

// Is it read where the function ends, as one of the values that it returns?
bool is_read_by_return(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  NodeId at = tree.parent(place);
  while (tree.is(at, Kind::Tuple) || tree.is(at, Kind::ExpressionList) ||
         tree.is(at, Kind::ParenthesizedExpression)) {
    at = tree.parent(at);
  }
  return tree.is(at, Kind::ReturnStatement);
}

// Does the access leave the list without anything that may have a graph?
bool keeps_graphless(const SemanticModel& model, const ContainerAccess& access) {
  switch (access.use) {
    case ContainerUse::Set:
      return access.detail != kNoNode && is_empty_list(model.tree(), access.detail);
    case ContainerUse::Growth: {
      const Growing growing = growth_of(model, access.detail);
      return growing.place == access.place && growing.container == access.place &&
             model.method_name(access.detail) == "append" && is_graphless(model, growing.value);
    }
    case ContainerUse::Tail:
    case ContainerUse::Probe:
    case ContainerUse::Aggregate:
      return true;
    case ContainerUse::Trim:
      return model.tree().is(access.detail, Kind::Call);  // no items are put in
    case ContainerUse::Read:
      return is_read_by_return(model, access.place);
  }
  return false;
}

// A name of the function alone, for a list that is filled here with what has no graph.
bool is_graphless_list(const SemanticModel& model, NodeId name) {
  const Bindings& bindings = model.bindings();
  const DefId def =
      model.tree().is(name, Kind::Identifier) ? bindings.reaching(name) : DefId{kNone};
  if (def == kNone) return false;
  const Variable& variable = bindings.variable_of(def);
  if (variable.captured_at != kNoNode || variable.declared_global ||
      bindings.scope(bindings.definition(def).scope).has_dynamic_names) {
    return false;
  }
  const auto& accesses = variable_uses(model, variable);
  const bool is_made = first_use(accesses, ContainerUse::Set) != nullptr;
  return is_made && std::ranges::all_of(accesses, [&](const ContainerAccess& access) {
           return keeps_graphless(model, access);
         });
}

// The elements of the tuple that the value writes; none where it is anything else.
std::vector<NodeId> elements_of_tuple(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  if (!tree.is(value, Kind::Tuple) && !tree.is(value, Kind::ExpressionList)) return {};
  const Elements& elements = placed_elements(model, value);
  return elements.have_star() ? std::vector<NodeId>() : elements.all;
}

// The only place in which one of the tuples may hold a graph; -1 where there are more, or none.
int place_with_graph(const SemanticModel& model, const std::vector<NodeId>& tuples) {
  std::size_t arity = 0;
  int found = -1;
  for (const NodeId value : tuples) {
    const std::vector<NodeId> elements = elements_of_tuple(model, value);
    if (elements.empty() || (arity != 0 && elements.size() != arity)) return -1;
    arity = elements.size();
    for (std::size_t at = 0; at < arity; ++at) {
      model.work().spend();
      const auto place = static_cast<int>(at);
      if (place == found || is_graphless(model, elements[at]) ||
          is_graphless_list(model, elements[at])) {
        continue;
      }
      if (found >= 0) return -1;
      found = place;
    }
  }
  return found;
}

Part find_part_with_graph(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (tree.text(tree.child(function, Field::Name)) == "forward" || model.is_generator(function) ||
      tree.is_async(function) || !decorators(tree, function).empty()) {
    return {};
  }
  // exec("def …") may put another function in its place.
  const Bindings& bindings = model.bindings();
  if (bindings.scope(bindings.scope_of(function)).has_dynamic_names) return {};
  const std::vector<NodeId> returned = model.returned_values(function);
  if (returned.size() != model.returns_of(function).size()) return {};
  return {{}, place_with_graph(model, returned)};
}

// By function, as many calls may run one.
struct ReturnedGraphs {
  std::unordered_map<NodeId, Part> parts;
  std::unordered_map<NodeId, bool> any;
};

}  // namespace

Part returned_part_with_graph(const SemanticModel& model, NodeId function) {
  auto& parts = model.notes<ReturnedGraphs>().parts;
  if (const auto known = parts.find(function); known != parts.end()) return known->second;
  return parts[function] = find_part_with_graph(model, function);
}

namespace {

// What an expression gives, by way of a name of the function.
NodeId behind_name(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  if (!model.tree().is(expr, Kind::Identifier)) return expr;
  const DefId def = model.bindings().reaching(expr);
  const bool is_assigned = def != kNone && model.bindings().definition(def).kind == DefKind::Assign;
  const NodeId value = is_assigned ? model.bindings().definition(def).value : NodeId{kNoNode};
  return value == kNoNode ? expr : model.strip_parentheses(value);
}

// torch.cat(parts), of a list that is filled one by one, as by parts.append(layer(x)).
bool joins_graphs(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const NodeId call = behind_name(model, value);
  if (!tree.is(call, Kind::Call)) return false;
  const Symbol symbol = model.qualified_name(tree.child(call, Field::Function));
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
  const NodeId list = model.argument(call, 0, "tensors");
  if (info == nullptr || !info->result_keeps_graph || !tree.is(list, Kind::Identifier))
    return false;
  const DefId def = model.bindings().reaching(list);
  if (def == kNone) return false;
  const auto& accesses = variable_uses(model, model.bindings().variable_of(def));
  return std::ranges::any_of(accesses, [&](const ContainerAccess& access) {
    if (access.use != ContainerUse::Growth) return false;
    const Growing growing = growth_of(model, access.detail);
    return growing.value != kNoNode && model.facts(growing.value).may_be(Fact::GradTensor);
  });
}

// Is it, or an element of the display that it is, made of what a module gives, at least by its
// name?
bool is_made_by_module(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  const Kind kind = tree.kind(value);
  const bool is_display = kind == Kind::Tuple || kind == Kind::ExpressionList ||
                          kind == Kind::List || kind == Kind::Dictionary;
  if (is_display) {
    for (const NodeId child : tree.children(value)) {
      const bool pair = tree.is(child, Kind::Pair);
      if (is_made_by_module(model, pair ? tree.child(child, Field::Value) : child)) return true;
    }
    return false;
  }
  const Facts facts = model.facts(value);
  return facts.weak.has(Fact::GradTensor) && !facts.could_be(Fact::Module) &&
         !facts.must.has_any(kWithoutGraph) && is_computed_from_module(model, value);
}

bool find_whether_graph(const SemanticModel& model, NodeId function) {
  const auto [whole, element] = model.returned_facts(function);
  if (whole.may_be(Fact::GradTensor) || element.may_be(Fact::GradTensor)) return true;
  const std::vector<NodeId> returned = model.returned_values(function);
  const bool is_made = std::ranges::any_of(returned, [&](NodeId value) {
    return joins_graphs(model, value) || is_made_by_module(model, value);
  });
  if (is_made) return true;
  const int place = returned_part_with_graph(model, function).index;
  if (place < 0) return false;
  const std::vector<Facts> parts = model.returned_part_facts(function);
  const auto at = static_cast<std::size_t>(place);
  return at < parts.size() && parts[at].must_be(Fact::Tensor);
}

}  // namespace

bool may_return_graph(const SemanticModel& model, NodeId function) {
  auto& any = model.notes<ReturnedGraphs>().any;
  if (const auto known = any.find(function); known != any.end()) return known->second;
  return any[function] = find_whether_graph(model, function);
}

Part part_with_graph_of_call(const SemanticModel& model, NodeId call) {
  if (const NodeId function = model.callee(call); function != kNoNode) {
    return returned_part_with_graph(model, function);
  }
  const ProjectCode* code = model.place().code;
  const ProjectEntity function = code == nullptr ? ProjectEntity{} : model.callee_elsewhere(call);
  return function ? Part{{}, code->returned_by(function).graph_place} : Part{};
}

ProjectEntity result_given_on(const SemanticModel& model, NodeId function) {
  const std::vector<NodeId> returned = model.returned_values(function);
  if (returned.empty() || returned.size() != model.returns_of(function).size()) return {};
  ProjectEntity all;
  for (const NodeId value : returned) {
    const NodeId call = behind_name(model, value);
    if (!model.tree().is(call, Kind::Call)) return {};
    const ProjectEntity one = model.callee_elsewhere(call);
    if (!one || (all && one != all) || model.grad_mode(call).mode != GradMode::Enabled) return {};
    all = one;
  }
  return all;
}

bool is_unpacked_without_graph(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  const Definition& unpacked = model.bindings().definition(def);
  if (unpacked.kind != DefKind::Unpack) return false;
  const NodeId call = model.strip_parentheses(unpacked.value);
  const NodeId pattern = tree.parent(unpacked.node);
  if (!tree.is(call, Kind::Call) || tree.field(pattern) != Field::Left) return false;
  const int place = position_among(model, pattern, unpacked.node);
  const int graph = place < 0 ? -1 : part_with_graph_of_call(model, call).index;
  return graph >= 0 && graph != place;
}

// ---- names that show by their use that they have no graph -----------------------------
//
// The source is torch.Tensor.numpy(): it refuses a tensor that requires grad, whatever the mode.

namespace {

// Does a chain of methods that keep the graph lead from the value to numpy()?
bool leads_to_array(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  while (true) {
    const NodeId attribute = tree.parent(value);
    const NodeId call = tree.parent(attribute);
    const bool is_called = tree.is(attribute, Kind::Attribute) &&
                           tree.field(value) == Field::Object && tree.is(call, Kind::Call) &&
                           tree.field(attribute) == Field::Function;
    if (!is_called) return false;
    const std::string_view name = tree.text(tree.child(attribute, Field::Attribute));
    if (name == "numpy") return model.argument(call, 0, "force") == kNoNode;
    const MethodInfo* method = model.knowledge().method(name, {FactSet(), Fact::Tensor, {}});
    if (method == nullptr || !method->result_keeps_graph || method->ends_graph) return false;
    value = call;
  }
}

// Does nothing between the expression and its statement decide whether it runs?
bool runs_with_statement(const SyntaxTree& tree, NodeId expr, NodeId statement) {
  for (NodeId up = tree.parent(expr); up != statement; up = tree.parent(up)) {
    const Kind kind = tree.kind(up);
    const bool decides = kind == Kind::ConditionalExpression || kind == Kind::BooleanOperator ||
                         is_nested_scope(kind);
    if (up == kNoNode || decides) return false;
  }
  return true;
}

struct OtherArrays {
  std::optional<bool> are_there;
};

// Has a class of the program a numpy() of its own, which may take what has a graph? Yes, too, where
// other files can't be asked.
bool may_be_own_array(const SemanticModel& model) {
  std::optional<bool>& known = model.notes<OtherArrays>().are_there;
  if (known) return *known;
  const ProjectPlace& place = model.place();
  const auto is_there = [](const SemanticModel&, NodeId) { return true; };
  Calls calls = model.calls();
  const bool here = !calls.names().classes_defining("numpy").empty();
  const bool elsewhere =
      place.project != nullptr &&
      (place.code == nullptr || place.code->holds_in_namesake(place.file, "numpy", {}, is_there));
  known = here || elsewhere;
  return *known;
}

}  // namespace

bool is_plain_by_use(const SemanticModel& model, DefId def) {
  if (def == kNone || !model.mentions("numpy")) return false;
  const SyntaxTree& tree = model.tree();
  const Definition& definition = model.bindings().definition(def);
  const NodeId made = model.statement_of(definition.node);
  const NodeId block = model.block_of(made);
  const bool is_asked = std::ranges::any_of(definition.uses, [&](UseId use) {
    const NodeId read = model.bindings().use(use).node;
    const NodeId statement = model.statement_of(read);
    return leads_to_array(model, read) && statement != made && model.block_of(statement) == block &&
           runs_with_statement(tree, read, statement) && !is_tried(model, read);
  });
  return is_asked && !may_be_own_array(model);
}

}  // namespace mlfix
