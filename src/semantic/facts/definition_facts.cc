// What definitions, parameters, returns and attributes hold.
//
// Besides the value that is assigned, three things tell about a name: its
// annotation; what is done with it later (whoever calls x.backward() holds a
// tensor with a graph in x); and, weakest, how it is called. A name says
// something only where there is no evidence at all.

#include <algorithm>
#include <optional>
#include <set>

#include "semantic/binding/binding.h"
#include "semantic/control/flow_queries.h"
#include "semantic/facts/fact_solver.h"
#include "semantic/facts/pair_result.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/elements.h"
#include "semantic/names/letters.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/parameter.h"

namespace mlfix {
namespace {

constexpr FactSet kDifferentiated = Fact::Tensor | FactSet(Fact::GradTensor);

bool is_pattern(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::PatternList) || tree.is(n, Kind::TuplePattern) ||
         tree.is(n, Kind::ListPattern) || tree.is(n, Kind::ListSplatPattern) ||
         tree.is(n, Kind::Tuple) || tree.is(n, Kind::List);
}

// The letters of a name, whatever their case and the underscores between them.
std::string word_of(std::string_view name) {
  std::string word;
  for (const char c : name) {
    if (c != '_') word += in_lower_case(c);
  }
  return word;
}

bool falls_off_its_end(const SemanticModel& model, NodeId function) {
  const auto statements = model.statements(model.tree().child(function, Field::Body));
  return statements.empty() || may_complete(model, statements.back());
}

// The number of parts that every return of the function writes; 0 where one writes something else.
std::size_t returned_arity(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (model.is_generator(function) || falls_off_its_end(model, function)) return 0;
  std::optional<std::size_t> arity;
  for (const NodeId statement : model.returns_of(function)) {
    const NodeId value = tree.first_child(statement);
    const NodeId tuple = value == kNoNode ? value : model.strip_parentheses(value);
    if (!tree.is(tuple, Kind::Tuple) && !tree.is(tuple, Kind::ExpressionList)) return 0;
    std::size_t parts = 0;
    for (const NodeId part : tree.children(tuple)) {
      if (tree.is(part, Kind::ListSplat)) return 0;
      ++parts;
    }
    if (arity && *arity != parts) return 0;
    arity = parts;
  }
  return arity.value_or(0);
}

}  // namespace

Value FactSolver::compute(const FactCell::Place& place) {
  switch (place.kind) {
    case FactCell::Kind::Definition:
      return of_definition(place.id);
    case FactCell::Kind::Return:
      return of_returns(place.id, place.position);
    case FactCell::Kind::Attribute:
      return of_attribute(place.id, place.name);
    case FactCell::Kind::Variable:
      return of_variable(bindings_.variable_of(place.id));
    case FactCell::Kind::Entry:
      return of_entry(place.id, {place.name, place.position});
    case FactCell::Kind::ReturnedEntry:
      return of_returned_entry(place.id, {place.name, place.position});
  }
  return unknown_value();
}

// ---- definitions ---------------------------------------------------------------

Value FactSolver::of_definition(DefId d) {
  const Definition& definition = bindings_.definition(d);
  Value value = of_defined(definition);
  if (!value.resolved) return value;
  model_.work().spend(definition.uses.size());
  for (const UseId use : definition.uses) add_evidence(bindings_.use(use).node, value);
  if (const CellId shared = variable_cell(d); shared != kNone) join(value, read(shared));
  if (bindings_.scope(definition.scope).has_dynamic_names) value = weakened(value);
  // Asked of `must`, which only shrinks while facts propagate: what a name
  // suggests must not depend on the order of the queries.
  if (value.facts.must.empty()) {
    value.facts.weak |= suggested_by(bindings_.variable_of(d).name);
    if (is_run_as_module(definition)) value.facts.weak |= Fact::Module;
  }
  return value;
}

// Is what is bound asked for its parameters, or put into evaluation mode?
bool FactSolver::is_asked_as_module(const Definition& definition) const {
  return std::ranges::any_of(definition.uses, [&](UseId use) {
    const NodeId read = bindings_.use(use).node;
    const NodeId up = tree_.parent(read);
    if (!tree_.is(up, Kind::Attribute) || tree_.field(read) != Field::Object) return false;
    const NodeId call = tree_.parent(up);
    return tree_.is(call, Kind::Call) && tree_.field(up) == Field::Function &&
           (lists_parameters(call) || switches_to_evaluation(call));
  });
}

// Does a loop over the same things ask each of them so: `for m in members: m.eval()`? By their
// spelling, which may mean others elsewhere in the file.
bool FactSolver::is_item_of_modules(const Definition& definition) {
  const auto is_plain_loop = [&](const Definition& d) {
    return d.kind == DefKind::For && d.value != kNoNode && tree_.field(d.node) == Field::Left;
  };
  if (!is_plain_loop(definition)) return false;
  if (!cache_.module_lists_ready) {
    cache_.module_lists_ready = true;
    model_.work().spend(bindings_.definition_count());
    for (DefId d = 0; d < bindings_.definition_count(); ++d) {
      const Definition& one = bindings_.definition(d);
      if (is_plain_loop(one) && is_asked_as_module(one)) {
        cache_.module_lists.insert(tree_.text(one.value));
      }
    }
  }
  return cache_.module_lists.contains(tree_.text(definition.value));
}

// Is what is bound called, and asked for its parameters or put into evaluation mode: lm(x) beside
// lm.eval()?
bool FactSolver::is_run_as_module(const Definition& definition) {
  const bool is_called = std::ranges::any_of(definition.uses, [&](UseId use) {
    const NodeId read = bindings_.use(use).node;
    return tree_.is(tree_.parent(read), Kind::Call) && tree_.field(read) == Field::Function;
  });
  return is_called && (is_asked_as_module(definition) || is_item_of_modules(definition));
}

// Do several functions assign the variable, some of them through `global` or `nonlocal`? Any
// call in between may run one of them.
bool FactSolver::is_assigned_elsewhere(const Variable& variable) {
  model_.work().spend(variable.definitions.size());
  std::optional<NodeId> first;
  return std::ranges::any_of(variable.definitions, [&](DefId d) {
    const Definition& definition = bindings_.definition(d);
    if (definition.kind == DefKind::Unbound) return false;
    const NodeId function = model_.function_of(definition.node);
    if (!first) first = function;
    return *first != function;
  });
}

Value FactSolver::of_variable(const Variable& variable) {
  Value merged;
  model_.work().spend(variable.definitions.size());
  for (const DefId d : variable.definitions) {
    if (bindings_.definition(d).kind != DefKind::Unbound) join(merged, read(definition_cell(d)));
  }
  return merged;
}

Value FactSolver::of_defined(const Definition& definition) {
  switch (definition.kind) {
    case DefKind::Unbound:
    case DefKind::Delete:
      return {};
    case DefKind::Parameter: {
      Value value = of_parameter(definition);
      if (value.resolved && value.facts.must.empty() && is_named_after_module(definition)) {
        value.facts.weak |= Fact::Module;
      }
      return value;
    }
    case DefKind::Assign:
    case DefKind::Unpack:
    case DefKind::For:
      return target_value(definition.node);
    case DefKind::With:
      return weakened(target_value(definition.node));
    case DefKind::AugAssign:
      return of_binary(read(definition_cell(definition.operands[0])), eval(definition.value),
                       definition.node);
    case DefKind::Function:
    case DefKind::Class:
      return certain(Fact::Callable);
    case DefKind::Phi:
    case DefKind::LoopPhi: {
      Value merged;
      model_.work().spend(definition.operands.size());
      for (const DefId operand : definition.operands) join(merged, read(definition_cell(operand)));
      return merged;
    }
    default:
      return unknown_value();
  }
}

// Is the parameter called like a class of modules of the file, as `agent` is like Agent?
bool FactSolver::is_named_after_module(const Definition& parameter) {
  if (!cache_.class_words_ready) {
    cache_.class_words_ready = true;
    for (const ClassInfo& one : names_.classes()) {
      cache_.class_words[word_of(tree_.text(tree_.child(one.node, Field::Name)))].push_back(
          one.node);
    }
  }
  const auto called = cache_.class_words.find(word_of(tree_.text(parameter.node)));
  return called != cache_.class_words.end() &&
         std::ranges::any_of(called->second, [&](NodeId klass) {
           return model_.derives_from(klass, "torch.nn.Module");
         });
}

// The value that a target (an identifier, attribute or subscript, whole or a
// part of a pattern) gets from the statement around it.
Value FactSolver::target_value(NodeId target) {
  Path path;
  NodeId root = target;
  for (NodeId parent = tree_.parent(root); is_pattern(tree_, parent); parent = tree_.parent(root)) {
    const bool star = tree_.is(parent, Kind::ListSplatPattern);
    path.insert(path.begin(), star ? -1 : position_among(model_, parent, root));
    root = parent;
  }
  const NodeId statement = tree_.parent(root);
  switch (tree_.kind(statement)) {
    case Kind::Assignment: {
      const NodeId type = tree_.child(statement, Field::Type);
      NodeId right = tree_.child(statement, Field::Right);
      right = value_of_chain(model_, right);
      Value value = right == kNoNode ? unknown_value() : project(right, path, 0);
      if (type == kNoNode) return value;
      const Value annotated = of_annotation(type);
      value.facts.must |= annotated.facts.must;
      value.facts.may |= annotated.facts.may;
      return value;
    }
    case Kind::NamedExpression:
      return eval(tree_.child(statement, Field::Value));
    case Kind::ForStatement:
    case Kind::ForInClause:
      return iterate(tree_.child(statement, Field::Right), path, 0);
    case Kind::AsPatternTarget:
      return project(tree_.first_child(tree_.parent(statement)), path, 0);
    default:
      return unknown_value();
  }
}

Value FactSolver::project(NodeId expr, const Path& path, std::size_t at) {
  model_.work().spend();
  if (at == path.size()) return eval(expr);
  const Kind kind = tree_.kind(expr);
  if (kind == Kind::ParenthesizedExpression) return project(tree_.first_child(expr), path, at);
  if (kind == Kind::Call && at + 1 == path.size() && path[at] == 1) {
    const Value indices = of_indices(expr);
    if (!indices.resolved || !indices.facts.may.empty()) return indices;
  }
  if (kind == Kind::Assignment) {
    const NodeId right = tree_.child(expr, Field::Right);
    return right == kNoNode ? unknown_value() : project(right, path, at);
  }
  if (kind == Kind::ExpressionList || kind == Kind::Tuple || kind == Kind::List) {
    int index = 0;
    for (const NodeId child : tree_.children(expr)) {
      if (tree_.is(child, Kind::ListSplat) || path[at] < 0) break;
      if (index++ == path[at]) return project(child, path, at + 1);
    }
  }
  if (kind == Kind::Call) {
    const NodeId given = handed_on_by(expr, path[at]);
    return given == kNoNode ? project_call(expr, path, at) : project(given, path, at + 1);
  }
  Value value = eval(expr);
  for (std::size_t i = at; i < path.size(); ++i) value = element_of(value);
  return value;
}

// The argument that comes back at that place of what the call gives, or kNoNode:
// model, optimizer = accelerator.prepare(model, optimizer).
NodeId FactSolver::handed_on_by(NodeId call, int position) {
  const std::string_view method = model_.method_name(call);
  constexpr Meaning kHandsOn = Meaning::HandsOnArguments;
  if (!knowledge_.means(kHandsOn, method) && !knowledge_.depends_on_receiver(kHandsOn, method)) {
    return kNoNode;  // so that the receiver is asked about for few calls
  }
  const NodeId receiver = model_.receiver_of_call(call, method);
  const bool hands_on = position >= 0 && receiver != kNoNode &&
                        knowledge_.means(kHandsOn, method, eval(receiver).facts);
  return hands_on ? model_.argument(call, position, "") : NodeId{kNoNode};
}

Value FactSolver::project_call(NodeId call, const Path& path, std::size_t at) {
  const NodeId function = names_.callee(call);
  const bool is_plain =
      function != kNoNode && names_.class_named_by(tree_.child(call, Field::Function)) == kNoNode;
  Value value;
  if (is_plain && path[at] >= 0 && decorators(tree_, function).empty() &&
      !model_.is_generator(function)) {
    value = read(return_cell(function, path[at]));
    detach_when_disabled(call, value);
  } else if (const auto part = part_elsewhere(call, path[at])) {
    value = *part;
    detach_when_disabled(call, value);
  } else {
    value = element_of(eval(call));
  }
  for (std::size_t i = at + 1; i < path.size(); ++i) value = element_of(value);
  return value;
}

// The part at a place of the tuple that a function of another file returns.
std::optional<Value> FactSolver::part_elsewhere(NodeId call, int position) {
  const ProjectPlace& place = model_.place();
  if (position < 0 || place.code == nullptr) return std::nullopt;
  const ProjectEntity function = names_.callee_elsewhere(call);
  if (!function || place.project->name_of(function) == "__init__") return std::nullopt;
  const FunctionSummary& summary = place.code->summary(function);
  if (!summary.known || summary.is_async) return std::nullopt;
  const std::vector<Facts>& parts = place.code->returned_by(function).parts;
  const auto at = static_cast<std::size_t>(position);
  if (at >= parts.size()) return std::nullopt;
  const Value value{true, parts[at], {}};
  return summary.has_unknown_decorator ? weakened(value) : value;
}

// ---- iteration -----------------------------------------------------------------

// The second part of what the call gives, where it is the indices of the first: integers,
// whatever the first is. No facts for other calls.
Value FactSolver::of_indices(NodeId call) {
  const NodeId function = model_.strip_parentheses(tree_.child(call, Field::Function));
  if (const CallableInfo* info = knowledge_.callable(names_.symbol_of(function))) {
    return gives_pair(model_.tree(), info->indices, model_.argument(call, 1, "dim"))
               ? certain(Fact::IntTensor)
               : unknown_value();
  }
  if (!tree_.is(function, Kind::Attribute)) return unknown_value();
  const Value owner = eval(tree_.child(function, Field::Object));
  if (!owner.resolved) return owner;
  const std::string_view name = tree_.text(tree_.child(function, Field::Attribute));
  const MethodInfo* info = knowledge_.method(name, owner.facts);
  const bool of_tensor = info != nullptr && owner.facts.may.has_any(info->receiver);
  if (!of_tensor || !gives_pair(model_.tree(), info->indices, model_.argument(call, 0, "dim")))
    return unknown_value();
  return owner.facts.must.has_any(info->receiver) ? certain(Fact::IntTensor)
                                                  : possible(Fact::IntTensor);
}

Value FactSolver::iterate(NodeId expr, const Path& path, std::size_t at, int depth) {
  model_.work().spend();
  if (expr == kNoNode || depth > kMaxNameDepth) return unknown_value();
  switch (tree_.kind(expr)) {
    case Kind::ParenthesizedExpression:
      return iterate(tree_.first_child(expr), path, at, depth + 1);
    case Kind::Call:
      return iterate_call(expr, path, at, depth);
    case Kind::Identifier: {
      const DefId d = bindings_.reaching(expr);
      if (d != kNone && bindings_.definition(d).kind == DefKind::Assign &&
          tree_.is(bindings_.definition(d).value, Kind::Call)) {
        return iterate(bindings_.definition(d).value, path, at, depth + 1);
      }
      break;
    }
    case Kind::ExpressionList:
    case Kind::Tuple:
    case Kind::List: {
      Value merged;
      for (const NodeId child : tree_.children(expr)) {
        if (tree_.is(child, Kind::ListSplat)) return unknown_value();
        join(merged, project(child, path, at));
      }
      return merged.resolved ? merged : unknown_value();
    }
    default:
      break;
  }
  return iterate_value(expr, path, at);
}

Value FactSolver::iterate_call(NodeId call, const Path& path, std::size_t at, int depth) {
  const NodeId function = tree_.child(call, Field::Function);
  const Symbol symbol = names_.symbol_of(function);
  const std::string_view name = knowledge_.text(symbol);
  const NodeId first = model_.argument(call, 0, "");
  const CallableInfo* info = knowledge_.callable(symbol);
  const auto counted = [&](NodeId iterable) {
    if (at == path.size()) return possible(Fact::Container);
    return path[at] == 0 ? certain(Fact::Number) : iterate(iterable, path, at + 1, depth + 1);
  };
  if (name == "builtins.enumerate") return counted(first);
  if (name == "builtins.range" || name == "tqdm.trange") return certain(Fact::Number);
  if (name == "builtins.zip") {
    if (at == path.size() || path[at] < 0) return possible(Fact::Container);
    return iterate(model_.argument(call, path[at], ""), path, at + 1, depth + 1);
  }
  const bool passes = (info != nullptr && info->returns_argument) || name == "builtins.reversed" ||
                      name == "builtins.sorted" || name == "builtins.list" ||
                      name == "builtins.tuple" || name == "builtins.iter";
  if (passes) return iterate(first, path, at, depth + 1);
  if (tree_.is(function, Kind::Attribute) && info == nullptr) {
    return iterate_method(call, path, at, depth);
  }
  return iterate_value(call, path, at);
}

// Methods whose result is made to be iterated.
Value FactSolver::iterate_method(NodeId call, const Path& path, std::size_t at, int depth) {
  const std::string_view method = model_.method_name(call);
  const NodeId object = model_.receiver_of_call(call, method);
  const bool named = method.substr(0, 6) == "named_";
  const auto part = [&](const Value& whole) {
    if (!named) return whole;
    if (at == path.size()) return possible(Fact::Container);
    return path[at] == 0 ? certain(Fact::String) : whole;
  };
  constexpr FactSet kParameter = Fact::Parameter | Fact::Tensor;
  if (method == "parameters" || method == "named_parameters") {
    const bool of_module = eval(object).facts.must_be(Fact::Module);
    return part(of_module ? certain(kParameter) : possible(kParameter));
  }
  if (method == "modules" || method == "children" || method == "named_modules" ||
      method == "named_children") {
    return part(possible(Fact::Module));
  }
  if (method == "values") return iterate(object, path, at, depth + 1);
  if (method == "items" && at < path.size()) {
    return path[at] == 0 ? unknown_value() : iterate(object, path, at + 1, depth + 1);
  }
  return iterate_value(call, path, at);
}

// Nothing is known of the expression but its facts.
Value FactSolver::iterate_value(NodeId expr, const Path& path, std::size_t at) {
  Value value = element_of(eval(expr));
  for (std::size_t i = at; i < path.size(); ++i) value = element_of(value);
  return value;
}

// ---- parameters and annotations ------------------------------------------------

Value FactSolver::of_parameter(const Definition& definition) {
  const NodeId klass = names_.class_of_self(definition.node);
  if (klass != kNoNode) return of_instance(klass);
  const NodeId function = bindings_.scope(definition.scope).node;
  Value value = unknown_value();
  if (tree_.is(function, Kind::FunctionDefinition)) {
    bool complete = model_.call_sites(function).complete;
    const Value given = of_arguments(function, definition.node, complete);
    if (!given.resolved && complete && !model_.call_sites(function).calls.empty()) return {};
    if (given.resolved) value = complete ? given : weakened(given);
  }
  const NodeId typed = tree_.parent(definition.node);
  const NodeId type = annotation_of_parameter(tree_, definition.node);
  if (type == kNoNode) return value;
  Value annotated = of_annotation(type);
  if (tree_.is(typed, Kind::TypedDefaultParameter) &&
      tree_.is(tree_.child(typed, Field::Value), Kind::None)) {
    annotated = weakened(annotated);
  }
  value.facts.must |= annotated.facts.must;
  value.facts.may |= annotated.facts.may;
  return value;
}

// By parameter, the arguments that the visible calls give to it, at most one of each call.
const std::unordered_map<NodeId, std::vector<NodeId>>& FactSolver::given_to(NodeId function) {
  const auto [known, is_new] = cache_.given.try_emplace(function);
  auto& given = known->second;
  if (!is_new) return given;
  for (const NodeId call : model_.call_sites(function).calls) {
    std::set<NodeId> filled;
    for (const NodeId argument : model_.arguments(call)) {
      const NodeId parameter = calls_.parameter_for(call, function, argument);
      if (filled.insert(parameter).second) given[parameter].push_back(argument);
    }
  }
  return given;
}

// Join of what the visible calls give to the parameter, its default included.
Value FactSolver::of_arguments(NodeId function, NodeId parameter, bool& complete) {
  Value merged;
  const auto& given = given_to(function);
  const auto found = given.find(parameter);
  const std::vector<NodeId> arguments =
      found == given.end() ? std::vector<NodeId>() : found->second;
  for (const NodeId argument : arguments) join(merged, eval(argument));
  if (arguments.size() == model_.call_sites(function).calls.size()) return merged;
  const DefId def = bindings_.definition_at(parameter);
  const NodeId value = def == kNone ? NodeId{kNoNode} : bindings_.definition(def).value;
  if (value != kNoNode) {
    join(merged, eval(value));
  } else {
    complete = false;
  }
  return merged;
}

Value FactSolver::of_annotation(NodeId type) {
  return tree_.is(type, Kind::Type) ? of_type(tree_.first_child(type)) : of_type(type);
}

Value FactSolver::of_type(NodeId type) {
  if (type == kNoNode) return unknown_value();
  switch (tree_.kind(type)) {
    case Kind::Identifier:
    case Kind::Attribute: {
      const NodeId klass = names_.class_named_by(type);
      if (klass != kNoNode) return of_instance(klass);
      const Symbol symbol = names_.symbol_of(type);
      const CallableInfo* info = knowledge_.callable(symbol);
      if (info != nullptr && info->is_class) {
        const Value instance = certain(info->result);
        return info->result.has_any(Fact::Module | Fact::Tensor) ? instance : weakened(instance);
      }
      const std::string_view name = knowledge_.text(symbol);
      if (name == "builtins.float" || name == "builtins.int" || name == "builtins.bool") {
        return possible(Fact::Number);
      }
      if (name == "builtins.str") return possible(Fact::String);
      const bool is_array = model_.means(Meaning::ArrayClass, model_.qualified_text(type));
      return is_array ? possible(Fact::NdArray) : unknown_value();
    }
    case Kind::String:
      return of_quoted_type(type);
    case Kind::BinaryOperator: {
      Value merged = of_type(tree_.child(type, Field::Left));
      join(merged, of_type(tree_.child(type, Field::Right)));
      return weakened(merged);
    }
    default:
      return of_composed_type(type);
  }
}

namespace {

// Type[T] is a class, and Callable[…] what gives a value: neither is an instance of its parts.
bool is_type_of_callable(const SyntaxTree& tree, NodeId type) {
  if (!tree.is(type, Kind::GenericType) && !tree.is(type, Kind::Subscript)) return false;
  const std::string_view head = last_name(tree, tree.first_child(type));
  return head == "Type" || head == "type" || head == "Callable";
}

}  // namespace

// Optional[T] and Union[…] may be their parts; List[T] holds them.
Value FactSolver::of_composed_type(NodeId type) {
  if (!tree_.is(type, Kind::GenericType) && !tree_.is(type, Kind::Subscript)) {
    return unknown_value();
  }
  if (is_type_of_callable(tree_, type)) return unknown_value();
  const std::string_view head = last_name(tree_, tree_.first_child(type));
  Value parts;
  for (NodeId n = type + 1; n < tree_.subtree_end(type); ++n) {
    if (is_type_of_callable(tree_, n)) {
      join(parts, unknown_value());
      n = tree_.subtree_end(n) - 1;
      continue;
    }
    const bool named = tree_.is(n, Kind::Identifier) || tree_.is(n, Kind::Attribute);
    if (!named || n == tree_.first_child(type) || tree_.is(tree_.parent(n), Kind::Attribute)) {
      continue;
    }
    join(parts, of_type(n));
  }
  if (!parts.resolved) parts = unknown_value();
  if (head == "Optional" || head == "Union") return weakened(parts);
  Value container = possible(Fact::Container);
  container.element = weakened(parts).facts;
  return container;
}

// "torch.Tensor" or "Net" in quotes: looked up as if it were written without.
Value FactSolver::of_quoted_type(NodeId string) {
  const NodeId content = tree_.child_of_kind(string, Kind::StringContent);
  if (content == kNoNode) return unknown_value();
  const std::string_view text = tree_.text(content);
  const std::string_view head = text.substr(0, text.find('.'));
  const Variable* variable = bindings_.lookup(bindings_.scope_of(string), head);
  if (variable == nullptr || variable->definitions.size() != 1) return unknown_value();
  const DefId d = variable->definitions.front();
  if (bindings_.definition(d).kind == DefKind::Class) {
    return text == head ? of_instance(tree_.parent(bindings_.definition(d).node)) : unknown_value();
  }
  const std::string dotted = names_.name_of(d) + std::string(text.substr(head.size()));
  const CallableInfo* info = knowledge_.callable(knowledge_.find(dotted));
  return info != nullptr && info->is_class ? certain(info->result) : unknown_value();
}

// ---- returns -------------------------------------------------------------------

Value FactSolver::of_returns(NodeId function, int position) {
  Value merged;
  const Path path = position < 0 ? Path{} : Path{position};
  for (const NodeId statement : model_.returns_of(function)) {
    const NodeId value = tree_.first_child(statement);
    join(merged, value == kNoNode ? certain(Fact::None) : project(value, path, 0));
  }
  if (falls_off_its_end(model_, function)) join(merged, certain(Fact::None));
  return merged;
}

std::vector<Facts> SemanticModel::returned_part_facts(NodeId function) const {
  std::vector<Facts> parts;
  FactSolver solver(*this, caches_->names, caches_->facts);
  const std::size_t arity = returned_arity(*this, function);
  for (std::size_t at = 0; at < arity; ++at) {
    parts.push_back(solver.returned_part(function, static_cast<int>(at)));
  }
  return parts;
}

// ---- attributes ----------------------------------------------------------------

Value FactSolver::of_store(NodeId target) {
  const NodeId parent = tree_.parent(target);
  if (tree_.is(parent, Kind::AugmentedAssignment)) {
    return of_binary(eval(target), eval(tree_.child(parent, Field::Right)), target);
  }
  return target_value(target);
}

Value FactSolver::of_attribute(NodeId klass, std::string_view name) {
  Value merged;
  bool stored = false;
  const std::vector<AttributeAccess> accesses = names_.accesses_of_family(klass, name);
  for (const AttributeAccess& access : accesses) {
    if (!access.is_store || tree_.is(tree_.parent(access.node), Kind::DeleteStatement)) continue;
    if (access.klass == kNoNode) {
      const NodeId owner = names_.class_of_value(access.object).node;
      if (owner != kNoNode && !names_.related(owner, klass)) continue;
    }
    join(merged, of_store(access.node));
    stored = true;
  }
  join_class_variable(klass, name, merged);
  join_registrations(klass, name, merged);
  const NodeId type = stored || merged.resolved ? NodeId{kNoNode} : declared_type(klass, name);
  if (type != kNoNode) join(merged, weakened(of_annotation(type)));  // whoever makes it gives it
  if (!merged.resolved && !stored) return of_attribute_elsewhere(klass, name);
  if (!merged.resolved) return merged;
  for (const AttributeAccess& access : accesses) {
    if (access.klass != kNoNode && access.is_load) add_evidence(access.node, merged);
  }
  return merged;
}

// An attribute that only base classes in other files assign to. They are not all
// who may, so nothing is certain.
Value FactSolver::of_attribute_elsewhere(NodeId klass, std::string_view name) {
  const ProjectPlace& place = model_.place();
  if (place.code == nullptr) return unknown_value();
  for (const NodeId own : names_.with_ancestors(klass)) {
    for (const NodeId base : names_.class_info(own)->foreign_bases) {
      const ProjectEntity other = names_.class_elsewhere(base);
      if (!other) continue;
      const Facts facts = place.code->attribute_facts(other, name);
      if (!facts.may.empty()) return weakened({true, facts, {}});
    }
  }
  return unknown_value();
}

// Of an object of a class of another file, as the class stores it; others may, too.
Value FactSolver::of_attribute_of_class_elsewhere(ProjectEntity klass, std::string_view name) {
  const ProjectCode* code = model_.place().code;
  if (!klass || code == nullptr) return unknown_value();
  return weakened({true, code->attribute_facts(klass, name), {}});
}

void FactSolver::join_class_variable(NodeId klass, std::string_view name, Value& into) {
  const ScopeId scope = bindings_.scope_made_by(klass);
  if (scope == kNone) return;
  const auto [known, is_new] = cache_.class_variables.try_emplace(scope);
  if (is_new) {
    for (const Variable& variable : bindings_.variables(scope)) {
      known->second.emplace(variable.name, &variable);
    }
  }
  const auto found = known->second.find(name);
  if (found == known->second.end()) return;
  for (const DefId d : found->second->definitions) join(into, read(definition_cell(d)));
}

// Of `name: type` in the body of the class, without a value; or kNoNode.
NodeId FactSolver::declared_type(NodeId klass, std::string_view name) {
  const auto [known, is_new] = cache_.declared_types.try_emplace(klass);
  auto& types = known->second;
  if (is_new) {
    for (const NodeId statement : model_.statements(tree_.child(klass, Field::Body))) {
      const NodeId declared = tree_.is(statement, Kind::ExpressionStatement)
                                  ? tree_.first_child(statement)
                                  : NodeId{kNoNode};
      if (!tree_.is(declared, Kind::Assignment)) continue;
      const NodeId type = tree_.child(declared, Field::Type);
      const NodeId target = tree_.child(declared, Field::Left);
      const bool bare = type != kNoNode && tree_.child(declared, Field::Right) == kNoNode;
      if (bare && tree_.is(target, Kind::Identifier)) types.try_emplace(tree_.text(target), type);
    }
  }
  const auto found = types.find(name);
  return found == types.end() ? NodeId{kNoNode} : found->second;
}

void FactSolver::join_registrations(NodeId klass, std::string_view name, Value& into) {
  if (!cache_.registrations_ready) {
    cache_.registrations_ready = true;
    for (NodeId n = 0; n < tree_.size(); ++n) {
      if (!tree_.is(n, Kind::Call)) continue;
      const std::string_view method = model_.method_name(n);
      if (method != "register_buffer" && method != "register_parameter") continue;
      const NodeId key = model_.argument(n, 0, "name");
      const NodeId value = model_.argument(n, 1, method == "register_buffer" ? "tensor" : "param");
      if (!tree_.is(key, Kind::String) || value == kNoNode) continue;
      const NodeId content = tree_.child_of_kind(key, Kind::StringContent);
      if (content != kNoNode) cache_.registrations[tree_.text(content)].push_back(value);
    }
  }
  const auto found = cache_.registrations.find(name);
  if (found == cache_.registrations.end()) return;
  for (const NodeId value : found->second) {
    const NodeId owner = model_.class_of(value);
    if (owner != kNoNode && names_.related(owner, klass)) join(into, eval(value));
  }
}

// ---- evidence by use -----------------------------------------------------------

// Is the value at `use` differentiated: x.backward(), scaler.scale(x).backward(),
// accelerator.backward(x), torch.autograd.backward(x)?
bool FactSolver::is_differentiated(NodeId use, bool& certain) {
  const NodeId parent = tree_.parent(use);
  if (tree_.is(parent, Kind::Attribute) && tree_.field(use) == Field::Object) {
    const NodeId call = tree_.parent(parent);
    if (model_.receiver_of_call(call, "backward") != use) return false;
    // engine.backward(loss) differentiates its argument instead.
    const NodeId argument = model_.argument(call, 0, "");
    certain = argument == kNoNode || tree_.is(argument, Kind::Call);
    return true;
  }
  if (!tree_.is(parent, Kind::ArgumentList) || tree_.first_child(parent) != use) return false;
  const NodeId call = tree_.parent(parent);
  if (model_.argument(call, 0, "") != use) return false;
  const std::string_view method = model_.method_name(call);
  if (method == "scale") {
    const NodeId scaled = tree_.parent(call);
    certain = true;
    return tree_.is(scaled, Kind::Attribute) &&
           model_.receiver_of_call(tree_.parent(scaled), "backward") == call;
  }
  if (model_.is_call_to(call, "torch.autograd.backward")) {
    certain = true;
    return true;
  }
  if (method != "backward" && method != "manual_backward") return false;
  const NodeId receiver = model_.receiver_of_call(call, method);
  const Value owner = eval(receiver);
  certain = owner.facts.could_be(Fact::Engine) || method == "manual_backward";
  return certain || owner.facts.could_be(Fact::Optimizer);
}

// Is the value at `use` a term of a sum that a name stands for, and that is differentiated?
bool FactSolver::is_term_of_differentiated(NodeId use) {
  NodeId sum = use;
  while (tree_.is(tree_.parent(sum), Kind::BinaryOperator) ||
         tree_.is(tree_.parent(sum), Kind::ParenthesizedExpression)) {
    sum = tree_.parent(sum);
  }
  const NodeId assignment = tree_.parent(sum);
  if (sum == use || !tree_.is(assignment, Kind::Assignment) ||
      tree_.child(assignment, Field::Right) != sum ||
      !tree_.is(tree_.child(assignment, Field::Left), Kind::Identifier)) {
    return false;
  }
  const DefId def = bindings_.definition_at(tree_.child(assignment, Field::Left));
  return def != kNone && std::ranges::any_of(bindings_.definition(def).uses, [&](UseId read) {
           bool certain = false;
           return is_differentiated(bindings_.use(read).node, certain);
         });
}

// Does a condition around the use ask what kind of thing the value is
// (`if loss is not None`, `if isinstance(loss, Tensor)`, `if loss:`)? Then the
// value is not the same kind of thing on every path.
bool FactSolver::depends_on_its_kind(NodeId use) {
  const std::string_view text = tree_.text(use);
  for (NodeId n = tree_.parent(use); n != kNoNode; n = tree_.parent(n)) {
    if (tree_.is(n, Kind::FunctionDefinition)) return false;
    // Of others the children would be looked through in vain: those of a module are many.
    const Kind kind = tree_.kind(n);
    const bool has_condition =
        kind == Kind::IfStatement || kind == Kind::ElifClause || kind == Kind::WhileStatement;
    const NodeId condition = has_condition ? tree_.child(n, Field::Condition) : kNoNode;
    if (condition == kNoNode || tree_.contains(condition, use)) continue;
    const NodeId end = tree_.subtree_end(condition);
    model_.work().spend(end - condition);
    for (NodeId c = condition; c < end; ++c) {
      if (tree_.kind(c) != tree_.kind(use) || tree_.text(c) != text) continue;
      const NodeId call = tree_.parent(tree_.parent(c));
      const bool asks_for_a_value = model_.is_call_to(call, Meaning::TellsOfValues);
      if (!asks_for_a_value) return true;
    }
  }
  return false;
}

// Does a condition that what is used does not stand under decide whether the use runs:
// `if parts: loss.backward()`, where no part leaves the number 0?
bool FactSolver::is_conditional(NodeId use) {
  const DefId def = bindings_.reaching(use);
  if (def == kNone) return true;
  for (NodeId n = tree_.parent(use); n != kNoNode; n = tree_.parent(n)) {
    const Kind kind = tree_.kind(n);
    if (tree_.contains(n, bindings_.definition(def).node)) return false;
    if (kind == Kind::IfStatement || kind == Kind::ConditionalExpression) return true;
  }
  return false;
}

// x.requires_grad_() and x.requires_grad = True, given the attribute.
bool FactSolver::is_told_to_require_gradients(NodeId attribute) {
  const NodeId parent = tree_.parent(attribute);
  if (tree_.is(parent, Kind::Call)) {
    return tree_.child(parent, Field::Function) == attribute && requires_gradients(parent);
  }
  return tree_.is(parent, Kind::Assignment) && tree_.field(attribute) == Field::Left &&
         last_name(tree_, attribute) == "requires_grad" &&
         !tree_.is(tree_.child(parent, Field::Right), Kind::False);
}

void FactSolver::add_evidence(NodeId use, Value& value) {
  constexpr FactSet kNotATensor = Fact::Module | FactSet(Fact::Engine) | FactSet(Fact::Optimizer) |
                                  FactSet(Fact::GradScaler) | FactSet(Fact::Callable);
  bool certain = false;
  if (is_differentiated(use, certain)) {
    const bool other_kind = value.facts.may.has_any(kNotATensor) ||
                            (tree_.field(use) == Field::Object &&
                             suggested_by(last_name(tree_, use)).has_any(kNotATensor));
    value.facts.may |= kDifferentiated;
    const bool may_be_number = value.facts.may.has(Fact::Number) && is_conditional(use);
    if (certain && !other_kind && !may_be_number && !depends_on_its_kind(use)) {
      value.facts.must |= kDifferentiated;
    }
    return;
  }
  // A tensor that takes part in a loss is there for its gradient, or does not matter.
  if (value.facts.must.has(Fact::Tensor) && is_term_of_differentiated(use)) {
    value.facts.may |= Fact::GradTensor;
  }
  const NodeId attribute = tree_.parent(use);
  if (!tree_.is(attribute, Kind::Attribute) || tree_.field(use) != Field::Object) return;
  const NodeId call = tree_.parent(attribute);
  if (is_told_to_require_gradients(attribute)) value = with_gradients(value);
  const std::string_view method = model_.method_name(call);
  if (tree_.child(call, Field::Function) != attribute) return;
  if (method == "detach" || method == "item") {
    if (!value.facts.may.has(Fact::NdArray)) value.facts.may |= Fact::Tensor;
  } else if (method == "requires_grad_" && value.facts.may.has(Fact::Module) &&
             tree_.is(model_.argument(call, 0, "requires_grad"), Kind::False)) {
    value.facts.may |= Fact::Frozen;
  }
}

}  // namespace mlfix
