// What calls give: functions that the tables know, functions of this file,
// methods, modules.
//
// Only the gradient mode that the code around a call spells out is heeded; a
// mode that callers set is the business of SemanticModel::grad_mode, which rests
// on facts itself.

#include "semantic/facts/fact_solver.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// A keyword that makes a function give a tuple instead of a tensor.
bool asks_for_a_tuple(const SyntaxTree& tree, NodeId call) {
  const NodeId list = tree.child(call, Field::Arguments);
  if (!tree.is(list, Kind::ArgumentList)) return false;
  for (const NodeId argument : tree.children(list)) {
    if (!tree.is(argument, Kind::KeywordArgument)) continue;
    const std::string_view name = tree.text(tree.child(argument, Field::Name));
    if (name.substr(0, 7) == "return_" || name == "as_tuple") return true;
  }
  return false;
}

}  // namespace

bool FactSolver::lexically_disabled(NodeId n) {
  const auto mode_of = [&](NodeId expr, bool& disabled) {
    if (tree_.is(expr, Kind::AsPattern)) expr = tree_.first_child(expr);
    if (tree_.is(expr, Kind::Call)) expr = tree_.child(expr, Field::Function);
    const CallableInfo* info = knowledge_.callable(names_.symbol_of(expr));
    if (info == nullptr || info->grad_switch == GradSwitch::None) return false;
    disabled = info->grad_switch == GradSwitch::Disables;
    return true;
  };
  bool disabled = false;
  for (NodeId below = model_.below_frame(n), at = tree_.parent(below); at != kNoNode;
       below = model_.below_frame(at), at = tree_.parent(below)) {
    if (tree_.is(at, Kind::WithStatement) && tree_.field(below) == Field::Body) {
      for (const NodeId item : tree_.children(tree_.first_child(at))) {
        if (tree_.is(item, Kind::WithItem) && mode_of(tree_.child(item, Field::Value), disabled)) {
          return disabled;
        }
      }
    }
    if (!tree_.is(at, Kind::FunctionDefinition)) continue;
    for (const NodeId decorator : decorators(tree_, at)) {
      if (mode_of(decorator, disabled)) return disabled;
    }
    return false;
  }
  return false;
}

void FactSolver::detach_when_disabled(NodeId at, Value& result) {
  if (!result.resolved || !result.facts.may.has_any(Fact::GradTensor | Fact::Tensor)) return;
  if (!lexically_disabled(at)) return;
  result.facts.must = (result.facts.must - FactSet(Fact::GradTensor)) | Fact::NoGraph;
  result.facts.may = (result.facts.may - FactSet(Fact::GradTensor)) | Fact::NoGraph;
  result.facts.weak = result.facts.weak - FactSet(Fact::GradTensor);
  result.element.must = result.element.must - FactSet(Fact::GradTensor);
  result.element.may = result.element.may - FactSet(Fact::GradTensor);
}

// x.requires_grad_(), unless it is told that none are required.
bool FactSolver::requires_gradients(NodeId call) {
  return model_.method_name(call) == "requires_grad_" &&
         !tree_.is(model_.argument(call, 0, "requires_grad"), Kind::False);
}

// The tensor, when it was told to require gradients: a leaf of graphs to come.
Value FactSolver::with_gradients(Value value) {
  if (value.facts.may.has_any(Fact::Module | FactSet(Fact::Optimizer))) return value;
  value.facts.must = value.facts.must - FactSet(Fact::NoGraph);
  value.facts.may |= Fact::Parameter | FactSet(Fact::GradTensor);
  return value;
}

// The result is attached iff `from` is.
void FactSolver::keep_graph(const Value& from, Value& result) {
  constexpr FactSet kGraph = Fact::GradTensor | FactSet(Fact::NoGraph);
  const auto graph = [&](auto facts) {
    if (facts.has(Fact::Parameter)) facts |= Fact::GradTensor;
    return facts & kGraph;
  };
  result.facts.must |= graph(from.facts.must);
  result.facts.may |= graph(from.facts.may);
  result.facts.weak |= graph(from.facts.weak);
}

// Of what may be a tuple of tensors the graph is no proof that it is a tensor; x.max() gives one
// where nothing but the tensor, which is among the `operands`, is given.
void FactSolver::settle_kind(NodeId call, Indices indices, std::size_t operands, Value& result) {
  if (indices == Indices::WithDim && model_.arguments(call).size() < operands) {
    result.facts.must |= Fact::Tensor;
  } else if (!result.facts.must_be(Fact::Tensor) && result.facts.may_be(Fact::Container)) {
    result.facts.must = result.facts.must - FactSet(Fact::GradTensor);
  }
}

// Adds what one argument brings to `merged`: see joined_arguments.
void FactSolver::join_argument(NodeId argument, Value& merged) {
  if (tree_.is(argument, Kind::List) || tree_.is(argument, Kind::Tuple)) {
    for (const NodeId element : tree_.children(argument)) join_argument(element, merged);
    return;
  }
  Value value = eval(argument);
  if (!value.resolved) merged.resolved = false;
  if (!value.facts.must_be(Fact::NoGraph)) {
    merged.facts.must = merged.facts.must - FactSet(Fact::NoGraph);
  }
  if (value.facts.must.has_any(Fact::GradTensor | Fact::Parameter)) {
    merged.facts.must |= Fact::GradTensor;
  }
  if (value.facts.must_be(Fact::Tensor)) merged.facts.must |= Fact::Tensor;
  merged.facts.may |= value.facts.may | value.element.may;
  merged.facts.weak |= value.facts.weak | value.element.weak;
}

// What all arguments bring, those in displays included: attached if one
// certainly is, without a graph if all certainly are.
Value FactSolver::joined_arguments(NodeId call) {
  Value merged = certain(Fact::NoGraph);
  for (const NodeId argument : model_.arguments(call)) join_argument(argument, merged);
  return merged.resolved ? merged : Value{};
}

void FactSolver::make_leaf(NodeId call, Value& result) {
  const NodeId flag = model_.argument(call, -1, "requires_grad");
  if (flag == kNoNode || tree_.is(flag, Kind::False)) {
    result.facts.must |= Fact::NoGraph;
  } else if (tree_.is(flag, Kind::True)) {
    result.facts.must |= Fact::Parameter | FactSet(Fact::GradTensor);
  } else {
    result.facts.may |= Fact::Parameter | FactSet(Fact::GradTensor);
  }
  result.facts.may |= result.facts.must;
}

Value FactSolver::of_known_callable(NodeId call, const CallableInfo& info) {
  Value result = certain(info.result);
  result.facts.may |= info.may_result;
  if (info.returns_argument) {
    Value argument = eval(model_.argument(call, 0, ""));
    if (!argument.resolved) return argument;
    argument.facts.must |= result.facts.must;
    argument.facts.may |= result.facts.may;
    return argument;
  }
  if (info.leaf_constructor) make_leaf(call, result);
  if (info.result.has(Fact::Parameter)) {
    const NodeId flag = model_.argument(call, 1, "requires_grad");
    if (flag != kNoNode && !tree_.is(flag, Kind::True)) {
      result.facts.must = FactSet(Fact::Tensor);
    }
  }
  if (info.result_keeps_graph) {
    const Value arguments = joined_arguments(call);
    if (!arguments.resolved) return arguments;
    keep_graph(arguments, result);
    settle_kind(call, info.indices, 2, result);
    detach_when_disabled(call, result);
  }
  if (asks_for_a_tuple(tree_, call)) {
    result.facts.must = result.facts.must & FactSet(Fact::NoGraph);
    result.facts.may |= Fact::Container;
  }
  return result;
}

// ---- calls ---------------------------------------------------------------------

Value FactSolver::of_call(NodeId call) {
  const NodeId function = model_.strip_parentheses(tree_.child(call, Field::Function));
  const Symbol symbol = names_.symbol_of(function);
  if (symbol != kNoSymbol) {
    bool known = false;
    Value value = of_builtin(call, knowledge_.text(symbol), known);
    if (known) return value;
    if (const CallableInfo* info = knowledge_.callable(symbol))
      return of_known_callable(call, *info);
  }
  const NodeId klass = names_.class_named_by(function);
  if (klass != kNoNode) return of_instance(klass);
  const NodeId local = names_.callee(call);
  if (local != kNoNode) return of_local_function(call, local);
  if (const ProjectEntity other = names_.class_elsewhere(function)) {
    return of_instance_elsewhere(other);
  }
  if (const ProjectEntity other = names_.callee_elsewhere(call);
      other && model_.place().code != nullptr) {
    return of_function_elsewhere(*model_.place().code, call, other);
  }
  const ClassRef instance = names_.class_of_value(function);
  if (const CallableInfo* info = knowledge_.instance_call(instance.symbol)) {
    Value value = of_known_callable(call, *info);
    const Value callee = eval(function);
    if (callee.facts.may_be(Fact::Frozen)) {
      value.facts.must = value.facts.must - FactSet(Fact::GradTensor);
    }
    detach_when_disabled(call, value);
    return value;
  }
  if (tree_.is(function, Kind::Attribute)) {
    bool known = false;
    Value value = of_method(call, function, known);
    if (known) return value;
  }
  return of_module_call(call, eval(function));
}

// max(a, b), of which each is a tensor.
bool FactSolver::gives_tensor_of(NodeId call) {
  const std::vector<NodeId> arguments = model_.arguments(call);
  return arguments.size() > 1 && std::ranges::all_of(arguments, [&](NodeId argument) {
           return eval(argument).facts.must_be(Fact::Tensor);
         });
}

// Builtins that hand on what is in their arguments.
Value FactSolver::of_builtin(NodeId call, std::string_view name, bool& known) {
  known = true;
  const NodeId first = model_.argument(call, 0, "");
  if (name == "builtins.next") return weakened(iterate(first, {}, 0));
  if (name == "builtins.iter") return weakened(eval(first));
  if (name == "builtins.list" || name == "builtins.tuple" || name == "builtins.sorted" ||
      name == "builtins.set" || name == "builtins.reversed") {
    Value value = certain(Fact::Container);
    if (first != kNoNode) value.element = weakened(iterate(first, {}, 0)).facts;
    return value;
  }
  if (name == "builtins.enumerate" || name == "builtins.zip") {
    Value value = unknown_value();
    for (const NodeId argument : model_.arguments(call)) {
      const Facts inner = eval(argument).facts;
      value.facts.may |= inner.may & Fact::DataLoader;
      value.facts.weak |= inner.weak & Fact::DataLoader;
    }
    return value;
  }
  const bool passes = name == "builtins.sum" || name == "builtins.max" || name == "builtins.min" ||
                      name == "builtins.abs" || name == "builtins.pow" || name == "builtins.round";
  known = passes && name != "builtins.round";
  if (!known) return unknown_value();
  const Value arguments = joined_arguments(call);
  if (!arguments.resolved) return arguments;
  Value result = of_binary(arguments, arguments, call);
  // The sum of nothing is 0, and of several kinds of values it may be any that is the largest.
  const bool is_of_one_kind = name == "builtins.abs" || name == "builtins.pow";
  if (!is_of_one_kind && !gives_tensor_of(call)) {
    result.facts.must = result.facts.must & Fact::NoGraph;
    result.facts.may |= Fact::Number;
  }
  return result;
}

Value FactSolver::of_instance(NodeId klass) {
  FactSet facts;
  Value value = unknown_value();
  const auto add_base = [&](auto&& self, NodeId at, int depth) -> void {
    const ClassInfo* info = depth > kMaxNameDepth ? nullptr : names_.class_info(at);
    if (info == nullptr) return;
    for (const NodeId base : info->bases) self(self, base, depth + 1);
    for (const NodeId base : info->foreign_bases) {
      if (const auto known = knowledge_.instance_facts(names_.symbol_of(base))) {
        facts |= *known;
        continue;
      }
      if (const ProjectEntity other = names_.class_elsewhere(base)) {
        const Value inherited = of_instance_elsewhere(other);
        facts |= inherited.facts.must;
        if (!inherited.facts.must.empty()) continue;
      }
      value.facts.weak |= suggested_by(last_name(tree_, base));
    }
  };
  add_base(add_base, klass, 0);
  const std::string_view name = tree_.text(tree_.child(klass, Field::Name));
  if (facts.has(Fact::Module) && name.size() >= 4 && name.substr(name.size() - 4) == "Loss") {
    value.facts.may |= Fact::Loss;
  }
  value.facts.must |= facts;
  value.facts.may |= facts;
  return value;
}

// What the bases say that the class has outside of the project.
Value FactSolver::of_instance_elsewhere(ProjectEntity klass) {
  FactSet facts;
  const Project& project = *model_.place().project;
  project.any_foreign_base(klass, [&](const std::string& base) {
    const Symbol symbol = base.empty() ? kNoSymbol : knowledge_.find(base);
    if (const auto known = knowledge_.instance_facts(symbol)) facts |= *known;
    return false;
  });
  Value value = certain(facts);
  if (facts.has(Fact::Module) && project.name_of(klass).ends_with("Loss")) {
    value.facts.may |= Fact::Loss;
  }
  return value;
}

// What a helper gives back that gets a module, sets it up and returns it. A tensor may leave it
// with a graph that it had not.
std::optional<Value> FactSolver::module_given_back(NodeId argument) {
  if (argument == kNoNode) return std::nullopt;
  const Value given = eval(argument);
  const bool is_module = given.facts.may_be(Fact::Module) && !given.facts.may_be(Fact::Tensor);
  return !given.resolved || is_module ? std::optional(given) : std::nullopt;
}

Value FactSolver::of_function_elsewhere(const ProjectCode& code, NodeId call,
                                        ProjectEntity function) {
  const std::string_view name = model_.place().project->name_of(function);
  const FunctionSummary& summary = code.summary(function);
  if (!summary.known || name == "__init__") return unknown_value();
  const ReturnSummary& returned = code.returned_by(function);
  if (!returned.known) return unknown_value();
  if (returned.given_back >= 0 && !summary.takes_self) {
    const auto& parameter = summary.parameters[static_cast<std::size_t>(returned.given_back)];
    const auto given =
        module_given_back(model_.argument(call, returned.given_back, parameter.name));
    if (given) return *given;
  }
  Value value{true, returned.whole, returned.element};
  if (summary.has_unknown_decorator) value = weakened(value);
  const bool is_module_call = name == "forward" && model_.method_name(call) != "forward";
  if (is_module_call && value.facts.may.empty()) {
    value.facts.may |= Fact::Tensor | FactSet(Fact::GradTensor);
  }
  detach_when_disabled(call, value);
  return value;
}

Value FactSolver::of_local_function(NodeId call, NodeId function) {
  const std::string_view name = tree_.text(tree_.child(function, Field::Name));
  if (name == "__init__") return unknown_value();
  if (const auto given = module_given_back(argument_given_back(model_, call, function))) {
    return *given;
  }
  Value value = read(return_cell(function, -1));
  if (!value.resolved) return value;
  if (model_.is_generator(function)) return possible(Fact::Container);
  for (const NodeId decorator : decorators(tree_, function)) {
    const CallableInfo* info = knowledge_.callable(names_.symbol_of(decorator));
    const bool harmless = (info != nullptr && info->grad_switch != GradSwitch::None) ||
                          model_.is_named(decorator, "builtins.staticmethod") ||
                          model_.is_named(decorator, "builtins.classmethod");
    if (!harmless) value = weakened(value);
  }
  // A module called as such may run hooks that replace its result.
  const bool is_module_call = name == "forward" && model_.method_name(call) != "forward";
  if (is_module_call && value.facts.may.empty()) {
    value.facts.may |= Fact::Tensor | FactSet(Fact::GradTensor);
  }
  detach_when_disabled(call, value);
  return value;
}

// ---- methods and modules -------------------------------------------------------

Value FactSolver::of_method(NodeId call, NodeId function, bool& known) {
  const NodeId object = tree_.child(function, Field::Object);
  const std::string_view name = tree_.text(tree_.child(function, Field::Attribute));
  const Value owner = eval(object);
  known = true;
  if (!owner.resolved) return owner;
  const MethodInfo* info = knowledge_.method(name, owner.facts);
  const bool sure =
      info != nullptr && (info->receiver.empty() || owner.facts.must.has_any(info->receiver));
  const bool guess = info != nullptr && !sure && !owner.facts.may.has_any(info->receiver);
  known = info != nullptr && !(guess && owner.facts.weak.has(Fact::Module) && info->result.empty());
  if (!known) return unknown_value();
  if (requires_gradients(call)) return with_gradients(owner);
  if (info->returns_receiver) {
    // Function.apply(x), of a class, is no method of a module that has the name.
    const bool of_class =
        names_.class_named_by(object) != kNoNode || names_.class_elsewhere(object);
    return of_class ? unknown_value() : owner;
  }
  Value result = unknown_value();
  const FactSet given = info->result | info->may_result;
  if (sure) result.facts.must = info->result;
  if (guess) {
    result.facts.weak |= given;
  } else {
    result.facts.may |= given;
  }
  // Whatever has a .detach() or .item(), the result has no graph.
  if (info->ends_graph && info->result.has(Fact::NoGraph)) {
    result.facts.must |= Fact::NoGraph;
    result.facts.may |= Fact::NoGraph;
  }
  if (info->receiver.empty() && !info->ends_graph) result.facts.must = {};
  if (asks_for_a_tuple(tree_, call)) result.facts.must = result.facts.must & FactSet(Fact::NoGraph);
  if (info->result_keeps_graph) {
    Value sources = joined_arguments(call);
    if (!sources.resolved) return sources;
    if (!owner.facts.must_be(Fact::NoGraph))
      sources.facts.must = sources.facts.must - FactSet(Fact::NoGraph);
    if (sure) sources.facts.must |= owner.facts.must & Fact::GradTensor;
    sources.facts.must |= owner.facts.must & Fact::Parameter;
    sources.facts.may |= owner.facts.may;
    sources.facts.weak |= owner.facts.weak;
    keep_graph(sources, result);
    if (sure) settle_kind(call, info->indices, 1, result);
    const bool may_be_receiver = info->in_place || model_.means(Meaning::MayGiveReceiver, name);
    if (!may_be_receiver) detach_when_disabled(call, result);
  }
  return result;
}

// A call of a value that may be a module or a loss of which nothing more is
// known: it may give a tensor with a graph, or a tuple or dict of them.
Value FactSolver::of_module_call(NodeId call, const Value& callee) {
  if (!callee.resolved) return callee;
  constexpr FactSet kModules = Fact::Module | FactSet(Fact::Loss);
  const FactSet given = Fact::Tensor | FactSet(Fact::GradTensor);
  Value result = unknown_value();
  if (callee.facts.may.has_any(kModules)) result.facts.may |= given;
  if (callee.facts.weak.has_any(kModules | FactSet(Fact::GradTensor))) result.facts.weak |= given;
  detach_when_disabled(call, result);
  return result;
}

}  // namespace mlfix
