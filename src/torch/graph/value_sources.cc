// See value_sources.h.

#include "torch/graph/value_sources.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/flow/long_lived.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/elements.h"
#include "semantic/names/part.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// The position of a definition in the tuple target that makes it, -1 when it is none.
int position_of_definition(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Unpack) return -1;
  const NodeId target = model.bindings().definition(def).node;
  int position = 0;
  for (const NodeId sibling : tree.children(tree.parent(target))) {
    if (sibling == target) return position;
    ++position;
  }
  return -1;
}

}  // namespace

NodeId element_at(const SemanticModel& model, NodeId display, int position) {
  const SyntaxTree& tree = model.tree();
  display = model.strip_parentheses(display);
  if (!tree.is(display, Kind::ExpressionList) && !tree.is(display, Kind::Tuple)) return kNoNode;
  int at = 0;
  for (const NodeId element : tree.children(display)) {
    if (at++ == position) return element;
  }
  return kNoNode;
}

int position_in_target(const SemanticModel& model, NodeId name) {
  const bool named = model.tree().is(name, Kind::Identifier);
  return named ? position_of_definition(model, model.bindings().reaching(name)) : -1;
}

std::vector<NodeId> returned_elements(const SemanticModel& model, NodeId function, int position) {
  std::vector<NodeId> elements;
  for (const NodeId value : model.returned_values(function)) {
    const NodeId element = element_at(model, value, position);
    if (element != kNoNode) elements.push_back(element);
  }
  return elements;
}

std::vector<NodeId> unpacked_elements(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  const int position = position_of_definition(model, def);
  if (position < 0) return {};
  const NodeId value = model.strip_parentheses(model.bindings().definition(def).value);
  if (const NodeId element = element_at(model, value, position); element != kNoNode) {
    return {element};
  }
  const NodeId function = tree.is(value, Kind::Call) ? model.callee(value) : NodeId{kNoNode};
  if (function == kNoNode) return {};
  return returned_elements(model, function, position);
}

namespace {

void collect_operands(const SemanticModel& model, NodeId expr, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  if (tree.is(expr, Kind::BinaryOperator)) {
    collect_operands(model, tree.child(expr, Field::Left), out);
    return collect_operands(model, tree.child(expr, Field::Right), out);
  }
  if (tree.is(expr, Kind::UnaryOperator)) {
    return collect_operands(model, tree.child(expr, Field::Argument), out);
  }
  out.push_back(expr);
}

}  // namespace

std::vector<NodeId> arithmetic_operands(const SemanticModel& model, NodeId expr) {
  std::vector<NodeId> operands;
  collect_operands(model, expr, operands);
  return operands;
}

namespace {

// Is the branch of `x.detach() if torch.is_tensor(x) else x` the one that gets no tensor?
bool gets_no_tensor(const SemanticModel& model, NodeId condition, NodeId branch) {
  const SyntaxTree& tree = model.tree();
  if (branch < condition || !tree.is(condition, Kind::Call)) return false;
  const NodeId called = tree.child(condition, Field::Function);
  const NodeId type = model.argument(condition, 1, "");
  const bool tests = model.is_named(called, "torch.is_tensor") ||
                     (tree.text(called) == "isinstance" && type != kNoNode &&
                      model.is_named(type, "torch.Tensor"));
  const NodeId tested = model.argument(condition, 0, "obj");
  return tests && tested != kNoNode && tree.text(tested) == tree.text(branch);
}

void collect_elements(const SemanticModel& model, NodeId expr, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  switch (tree.kind(expr)) {
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::Dictionary:
      for (const NodeId child : tree.children(expr)) {
        const bool pair = tree.is(child, Kind::Pair);
        collect_elements(model, pair ? tree.child(child, Field::Value) : child, out);
      }
      return;
    case Kind::ConditionalExpression: {
      const NodeId condition = tree.next_sibling(tree.first_child(expr));
      for (const NodeId child : tree.children(expr)) {
        if (child != condition && !gets_no_tensor(model, condition, child)) {
          collect_elements(model, child, out);
        }
      }
      return;
    }
    case Kind::ListComprehension:
    case Kind::DictionaryComprehension: {
      const NodeId made = tree.first_child(expr);
      const bool pair = tree.is(made, Kind::Pair);
      return collect_elements(model, pair ? tree.child(made, Field::Value) : made, out);
    }
    case Kind::Call: {
      const NodeId called = tree.child(expr, Field::Function);
      const std::string_view name = tree.text(called);
      if (name != "dict" && name != "tuple" && name != "list") break;
      for (const NodeId argument : model.arguments(expr)) collect_elements(model, argument, out);
      return;
    }
    default:
      break;
  }
  for (const NodeId operand : arithmetic_operands(model, expr)) out.push_back(operand);
}

}  // namespace

std::vector<NodeId> elements_of(const SemanticModel& model, NodeId expr) {
  std::vector<NodeId> elements;
  collect_elements(model, expr, elements);
  return elements;
}

NodeId display_behind(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const NodeId name = model.strip_parentheses(value);
  const DefId def =
      tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Assign) return value;
  const NodeId made = model.strip_parentheses(model.bindings().definition(def).value);
  const bool display =
      tree.is(made, Kind::Dictionary) || tree.is(made, Kind::List) || tree.is(made, Kind::Tuple);
  const bool same_turn = display && model.loop_of(made) == model.loop_of(value) &&
                         model.function_of(made) == model.function_of(value);
  return same_turn ? made : value;
}

namespace {

constexpr int kMaxStepsBack = 8;  // from a value to the call that gives it

// What is gone through by the loop or the comprehension that binds the name, where it binds items
// of it: `values` of `for value in values`, `for key, value in values.items()`.
NodeId container_of_item(const SemanticModel& model, const Definition& d) {
  const SyntaxTree& tree = model.tree();
  const NodeId iterated = model.strip_parentheses(d.value);
  const std::string_view method = model.method_name(iterated);
  if (method == "values") return model.receiver_of_call(iterated, method);
  if (method != "items") return tree.is(iterated, Kind::Call) ? NodeId{kNoNode} : iterated;
  const NodeId targets = tree.parent(d.node);
  const bool is_second = placed_elements(model, targets).all.size() == 2 &&
                         position_among(model, targets, d.node) == 1;
  return is_second ? model.receiver_of_call(iterated, method) : NodeId{kNoNode};
}

// The value one step nearer to the call that gives it, with what that makes of the part.
NodeId step_back_by_name(const SemanticModel& model, NodeId name, GivenPart& part) {
  const DefId def = model.bindings().reaching(name);
  if (def == kNone) return kNoNode;
  const Definition& d = model.bindings().definition(def);
  if (d.value == kNoNode) return kNoNode;
  if (d.kind == DefKind::Assign) return d.value;
  if (d.kind == DefKind::Unpack) {
    part.place = position_of_definition(model, def);
    part.target = d.node;
    const bool is_call = model.tree().is(model.strip_parentheses(d.value), Kind::Call);
    return part.place >= 0 && is_call ? d.value : NodeId{kNoNode};
  }
  if (d.kind != DefKind::For) return kNoNode;
  part.is_item = true;
  return container_of_item(model, d);
}

NodeId step_back(const SemanticModel& model, NodeId expr, GivenPart& part) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(expr, Kind::Identifier)) return step_back_by_name(model, expr, part);
  if (tree.is(expr, Kind::Subscript)) {
    const NodeId key = tree.child(expr, Field::Subscript);
    if (tree.is(key, Kind::String)) part.key = string_content(tree, key);
    part.is_item = true;
    return tree.child(expr, Field::Value);
  }
  if (!tree.is(expr, Kind::Call)) return kNoNode;
  const NodeId called = tree.child(expr, Field::Function);
  if (is_builtin(model, called) && model.means(Meaning::Aggregates, tree.text(called))) {
    part.is_item = true;
    return model.argument(expr, 0, "");
  }
  const std::string_view method = model.method_name(expr);
  const MethodInfo* info =
      method.empty() ? nullptr : model.knowledge().method(method, {FactSet(), Fact::Tensor, {}});
  const bool keeps_graph = info != nullptr && info->result_keeps_graph && !info->ends_graph;
  return keeps_graph ? model.receiver_of_call(expr, method) : NodeId{kNoNode};
}

}  // namespace

GivenPart given_part(const SemanticModel& model, NodeId expr) {
  GivenPart part;
  for (int steps = 0; steps < kMaxStepsBack && expr != kNoNode; ++steps) {
    expr = model.strip_parentheses(expr);
    const NodeId next = step_back(model, expr, part);
    if (next == kNoNode) {
      if (model.tree().is(expr, Kind::Call)) part.call = expr;
      return part;
    }
    expr = next;
  }
  return {};
}

namespace {

// Is the entry certainly one of another key than the one that is sought, "" for any?
bool has_other_key(const SyntaxTree& tree, NodeId key, std::string_view sought) {
  return !sought.empty() && tree.is(key, Kind::String) && string_content(tree, key) != sought;
}

void add_entries(const SemanticModel& model, NodeId display, std::string_view key,
                 std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId child : tree.children(display)) {
    if (!tree.is(child, Kind::Pair)) {
      out.push_back(child);
      continue;
    }
    const bool is_other = has_other_key(tree, tree.child(child, Field::Key), key);
    if (!is_other) out.push_back(tree.child(child, Field::Value));
  }
}

// dict(loss=loss, parts=parts)
void add_keywords(const SemanticModel& model, NodeId call, std::string_view key,
                  std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId value : model.arguments(call)) {
    const NodeId keyword = tree.parent(value);
    if (!tree.is(keyword, Kind::KeywordArgument)) continue;
    if (key.empty() || tree.text(tree.child(keyword, Field::Name)) == key) out.push_back(value);
  }
}

// What statements put into the container of that name: x.append(value), x[key] = value.
void add_growth(const SemanticModel& model, DefId def, std::string_view key,
                std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  for (const ContainerAccess& access : variable_uses(model, model.bindings().variable_of(def))) {
    if (access.use != ContainerUse::Growth) continue;
    const Growing growing = growth_of(model, access.detail);
    if (growing.value != kNoNode) out.push_back(growing.value);
  }
  for (const UseId use : model.bindings().definition(def).uses) {
    const NodeId item = tree.parent(model.bindings().use(use).node);
    const NodeId assignment = tree.is(item, Kind::Subscript) ? tree.parent(item) : NodeId{kNoNode};
    if (!tree.is(assignment, Kind::Assignment) || tree.child(assignment, Field::Left) != item) {
      continue;
    }
    const bool is_other = has_other_key(tree, tree.child(item, Field::Subscript), key);
    const NodeId value = tree.child(assignment, Field::Right);
    if (!is_other && value != kNoNode) out.push_back(value);
  }
}

}  // namespace

std::vector<NodeId> entries_of(const SemanticModel& model, NodeId container, std::string_view key) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> found;
  NodeId made = model.strip_parentheses(container);
  if (tree.is(made, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(made);
    if (def == kNone || model.bindings().definition(def).value == kNoNode) return found;
    add_growth(model, def, key, found);
    const std::vector<NodeId> unpacked = unpacked_elements(model, def);
    made = model.strip_parentheses(unpacked.size() == 1 ? unpacked.front()
                                                        : model.bindings().definition(def).value);
  }
  if (tree.is(made, Kind::Dictionary) || tree.is(made, Kind::List) || tree.is(made, Kind::Tuple)) {
    add_entries(model, made, key, found);
  } else if (tree.is(made, Kind::Call) &&
             is_builtin_name(model, tree.child(made, Field::Function), "dict")) {
    add_keywords(model, made, key, found);
  }
  return found;
}

bool is_method_of_program(const SemanticModel& model, std::string_view name) {
  constexpr FactSet kOfLibraries = Fact::Tensor | Fact::Container | Fact::Module | Fact::NdArray;
  return model.knowledge().method(name, {FactSet(), kOfLibraries, {}}) == nullptr &&
         !model.means(Meaning::ContainerMethod, name);
}

namespace {

constexpr std::size_t kMaxNamesakes = 3;

void add_function(const SemanticModel& model, NodeId expr, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  if (tree.is(expr, Kind::ConditionalExpression)) {
    for (const NodeId branch : tree.children(expr)) add_function(model, branch, out);
    return;
  }
  const NodeId function = model.calls().function_value(expr);
  if (function != kNoNode) out.push_back(function);
}

// The functions that callers of the file hand to the parameter.
void add_handed(const SemanticModel& model, NodeId parameter, std::vector<NodeId>& out) {
  for (const NodeId value : values_given_to(model, parameter)) {
    if (value != kNoNode) add_function(model, value, out);
  }
}

void add_named(const SemanticModel& model, NodeId name, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  const DefId def = model.bindings().reaching(name);
  if (def == kNone) return;
  const Definition& d = model.bindings().definition(def);
  if (d.kind == DefKind::Parameter) return add_handed(model, d.node, out);
  const NodeId item = d.kind == DefKind::Assign ? model.strip_parentheses(d.value) : kNoNode;
  if (!tree.is(item, Kind::Subscript)) return;
  for (const NodeId entry : entries_of(model, tree.child(item, Field::Value), "")) {
    add_function(model, entry, out);
  }
}

void add_methods(const SemanticModel& model, std::string_view name, std::vector<NodeId>& out) {
  Calls calls = model.calls();
  const std::vector<NodeId>& classes = calls.names().classes_defining(name);
  if (classes.size() > kMaxNamesakes || !is_method_of_program(model, name)) return;
  for (const NodeId klass : classes) {
    const NodeId method = calls.names().find_method(klass, name);
    if (method != kNoNode) out.push_back(method);
  }
}

}  // namespace

std::vector<NodeId> likely_callees(const SemanticModel& model, NodeId call) {
  if (const NodeId function = model.callee(call); function != kNoNode) return {function};
  std::vector<NodeId> found;
  if (model.callee_elsewhere(call)) return found;
  const SyntaxTree& tree = model.tree();
  const NodeId called = model.strip_parentheses(tree.child(call, Field::Function));
  if (tree.is(called, Kind::Identifier)) add_named(model, called, found);
  if (tree.is(called, Kind::Attribute)) add_methods(model, last_name(tree, called), found);
  if (tree.is(called, Kind::Subscript)) {
    for (const NodeId entry : entries_of(model, tree.child(called, Field::Value), "")) {
      add_function(model, entry, found);
    }
  }
  return found;
}

}  // namespace mlfix
