// Attachment rests on facts; a backward pass is matched to a value by the
// definitions both are computed from; the verdict rests on the fate of the value
// at this very place. See training.h.

#include "transforms/common/training.h"

#include <algorithm>
#include <set>

namespace mlfix {
namespace {

constexpr int kMaxSliceDepth = 8;
constexpr FactSet kNoGraph = Fact::NoGraph | Fact::Number | Fact::NdArray | Fact::String |
                             Fact::None | Fact::Callable | Fact::IntTensor;

bool is_nested_scope(Kind kind) {
  return kind == Kind::FunctionDefinition || kind == Kind::Lambda || kind == Kind::ClassDefinition;
}

// Calls `visit` for every node of [from, to) that is not in a nested scope.
template <typename Visit>
void for_each_node(const SyntaxTree& tree, NodeId from, NodeId to, Visit visit) {
  for (NodeId n = from; n < to;) {
    if (is_nested_scope(tree.kind(n))) {
      n = tree.subtree_end(n);
      continue;
    }
    visit(n);
    ++n;
  }
}

// Definitions and attributes that an expression is computed from.
struct Slice {
  std::set<DefId> definitions;
  std::set<std::string_view> attributes;
  std::set<NodeId> values;  // the expressions that were assigned to them
};

class Slicer {
 public:
  explicit Slicer(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  Slice of(NodeId expr) {
    expression(expr, 0);
    return std::move(slice_);
  }

 private:
  void expression(NodeId expr, int depth) {
    for_each_node(tree_, expr, tree_.subtree_end(expr), [&](NodeId n) {
      if (tree_.is(n, Kind::Attribute)) slice_.attributes.insert(tree_.text(n));
      if (tree_.is(n, Kind::Identifier)) definition(model_.bindings().reaching(n), depth);
    });
  }

  void definition(DefId def, int depth) {
    if (def == kNone || depth > kMaxSliceDepth || !slice_.definitions.insert(def).second) return;
    const Definition& d = model_.bindings().definition(def);
    switch (d.kind) {
      case DefKind::Assign:
      case DefKind::Unpack:
      case DefKind::With:
      case DefKind::AugAssign:
        if (d.value != kNoNode && slice_.values.insert(d.value).second) {
          expression(d.value, depth + 1);
        }
        [[fallthrough]];
      case DefKind::Phi:
        for (const DefId operand : d.operands) definition(operand, depth + 1);
        return;
      default:
        return;
    }
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  Slice slice_;
};

// Was the definition computed by a forward pass, so that two values that share
// it share a graph?
bool carries_graph(const SemanticModel& model, DefId def) {
  const DefKind kind = model.bindings().definition(def).kind;
  const Facts facts = model.facts_of(def);
  return (kind == DefKind::Assign || kind == DefKind::Unpack || kind == DefKind::AugAssign) &&
         facts.could_be(Fact::GradTensor) && !facts.must.has_any(kNoGraph);
}

bool shares_graph(const SemanticModel& model, const Slice& a, const Slice& b) {
  return std::any_of(a.definitions.begin(), a.definitions.end(), [&](DefId def) {
    return b.definitions.count(def) != 0 && carries_graph(model, def);
  });
}

bool shares_attribute(const Slice& a, const Slice& b) {
  return std::any_of(a.attributes.begin(), a.attributes.end(),
                     [&](std::string_view text) { return b.attributes.count(text) != 0; });
}

NodeId scope_body(const SemanticModel& model, NodeId n) {
  const NodeId function = model.function_of(n);
  return function == kNoNode ? model.tree().root() : model.tree().child(function, Field::Body);
}

bool runs_backward(const SemanticModel& model, NodeId call) {
  const NodeId called = model.tree().child(call, Field::Function);
  if (model.tree().text(called).find("backward") != std::string_view::npos) return true;
  if (model.facts(called).could_be(Fact::GradScaler)) return true;  // loss_scaler(loss, optimizer)
  const NodeId function = model.callee(call);
  return function != kNoNode && model.callee_effects(function).has(Effect::Backward);
}

bool keeps_graph(const SemanticModel& model, NodeId call) {
  for (const std::string_view keyword : {"retain_graph", "create_graph"}) {
    const NodeId value = model.argument(call, -1, keyword);
    if (value != kNoNode && !model.tree().is(value, Kind::False)) return true;
  }
  return false;
}

// Is the backward pass `call` one of `value`, or of the graph it belongs to?
bool concerns(const SemanticModel& model, NodeId call, NodeId value, const Slice& slice) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId assigned : slice.values) {
    if (tree.contains(assigned, call)) return true;  // loss = train_step(x)
  }
  const Slice differentiated = Slicer(model).of(call);
  if (shares_graph(model, slice, differentiated)) return true;
  const bool attribute = tree.is(model.strip_parentheses(value), Kind::Attribute);
  if (attribute && model.callee(call) != kNoNode) return true;  // self.backward_G()
  return attribute && shares_attribute(slice, differentiated);
}

// Does every branch of a statement in front of `n` hold one of `calls`?
bool in_every_branch(const SemanticModel& model, const std::vector<NodeId>& calls, NodeId n) {
  const SyntaxTree& tree = model.tree();
  const NodeId branching = tree.ancestor(calls.front(), Kind::IfStatement);
  if (branching == kNoNode || tree.contains(branching, n) || !model.dominates(branching, n)) {
    return false;
  }
  bool has_else = false;
  for (const NodeId part : tree.children(branching)) {
    has_else = has_else || tree.is(part, Kind::ElseClause);
    if (tree.field(part) == Field::Condition) continue;
    const bool covered = std::any_of(calls.begin(), calls.end(),
                                     [&](NodeId call) { return tree.contains(part, call); });
    if (!covered) return false;
  }
  return has_else;
}

bool switches_mode(const SemanticModel& model, NodeId call, Effect mode) {
  const std::string_view name = model.method_name(call);
  const NodeId function = model.callee(call);
  if (name != "eval" && name != "train" && function == kNoNode) return false;
  const Effects effects = model.effects(call);
  return effects.has(mode) && !(effects.has(Effect::TrainMode) && effects.has(Effect::EvalMode));
}

// The expression that a name stands for, through plain assignments.
NodeId defining_value(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  for (int depth = 0; depth < kMaxSliceDepth && tree.is(expr, Kind::Identifier); ++depth) {
    const DefId def = model.bindings().reaching(expr);
    if (def == kNone) return expr;
    const Definition& d = model.bindings().definition(def);
    if (d.kind == DefKind::Unpack) return d.value;
    if (d.kind != DefKind::Assign || d.value == kNoNode) return expr;
    expr = model.strip_parentheses(d.value);
  }
  return expr;
}

// Is a link of the chain of methods and attributes that ends in `expr` one that
// leaves the graph, whatever the links are called on?
bool leaves_graph(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  while (tree.is(expr, Kind::Call) || tree.is(expr, Kind::Attribute)) {
    const std::string_view method = model.method_name(expr);
    if (method == "detach" || method == "item" || method == "tolist" || method == "numpy") {
      return true;
    }
    if (tree.is(expr, Kind::Call)) expr = tree.child(expr, Field::Function);
    if (!tree.is(expr, Kind::Attribute)) return false;
    if (tree.text(tree.child(expr, Field::Attribute)) == "data") return true;
    expr = model.strip_parentheses(tree.child(expr, Field::Object));
  }
  return false;
}

bool has_no_graph(const SemanticModel& model, NodeId expr) {
  return model.facts(expr).must.has_any(kNoGraph) || leaves_graph(model, expr);
}

// The position of a name in the tuple target that binds it, -1 when it is none.
int position_in_target(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Unpack) return -1;
  const NodeId target = model.bindings().definition(def).node;
  int position = 0;
  for (const NodeId sibling : tree.children(tree.parent(target))) {
    if (sibling == target) return position;
    ++position;
  }
  return -1;
}

// What the function returns at that position of a tuple: the best sign of a
// graph over all its returns.
Attachment attachment_of_returned(const SemanticModel& model, NodeId function, int position) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(function, Field::Body);
  Attachment best = Attachment::None;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    const NodeId value = tree.is(n, Kind::ReturnStatement) ? tree.first_child(n) : kNoNode;
    if (!tree.is(value, Kind::ExpressionList) && !tree.is(value, Kind::Tuple)) return;
    int at = 0;
    for (const NodeId element : tree.children(value)) {
      if (at++ != position || has_no_graph(model, element)) continue;
      const Facts facts = model.facts(element);
      if (facts.must_be(Fact::GradTensor)) best = std::max(best, Attachment::Proven);
      if (facts.may_be(Fact::GradTensor)) best = std::max(best, Attachment::Likely);
    }
  });
  const bool decorated = tree.is(tree.parent(function), Kind::DecoratedDefinition);
  return decorated ? std::min(best, Attachment::Likely) : best;
}

// Does the call have arguments, none of them with a graph? What a loss makes of
// them has none; batches of data don't count, a module has parameters.
bool is_fed_without_graph(const SemanticModel& model, NodeId call) {
  const std::vector<NodeId> arguments = model.arguments(call);
  return !arguments.empty() &&
         std::all_of(arguments.begin(), arguments.end(), [&](NodeId argument) {
           return model.facts(argument).must.has_any(Fact::Number | FactSet(Fact::String)) ||
                  leaves_graph(model, argument);
         });
}

// Is the value what a module or a loss gives, called with something that may
// carry a graph, or a method of one?
bool comes_from_module(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(value, Kind::Call) || model.callee(value) != kNoNode) return false;
  const NodeId called = tree.child(value, Field::Function);
  const NodeId object =
      tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : called;
  constexpr FactSet kModules = Fact::Module | FactSet(Fact::Loss);
  const Facts facts = model.facts(called);
  const Facts owner = model.facts(object);
  const bool module = (facts.may | facts.weak | owner.may | owner.weak).has_any(kModules);
  return module && !is_fed_without_graph(model, value);
}

// Does a loop around `n` run over the batches of a loader?
bool runs_over_loader(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (NodeId up = tree.parent(n); up != kNoNode; up = tree.parent(up)) {
    if (is_nested_scope(tree.kind(up))) return false;
    NodeId clause = tree.is(up, Kind::ForStatement) ? up : kNoNode;
    if (tree.is(up, Kind::ListComprehension)) clause = tree.child_of_kind(up, Kind::ForInClause);
    if (clause == kNoNode) continue;
    if (model.facts(tree.child(clause, Field::Right)).could_be(Fact::DataLoader)) return true;
  }
  return false;
}

bool is_module_method(const SemanticModel& model, NodeId n) {
  const NodeId klass = model.class_of(n);
  return klass != kNoNode && model.derives_from(klass, "torch.nn.Module");
}

}  // namespace

Attachment attachment_of(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  const Facts facts = model.facts(expr);
  constexpr FactSet kKeptAsSuch = Fact::Parameter | FactSet(Fact::Module);
  if (has_no_graph(model, expr) || facts.may.has_any(kKeptAsSuch)) return Attachment::None;
  if (facts.must_be(Fact::GradTensor)) return Attachment::Proven;
  const NodeId value = defining_value(model, expr);
  const NodeId function =
      model.tree().is(value, Kind::Call) ? model.callee(value) : NodeId{kNoNode};
  const int position = position_in_target(model, expr);
  if (position >= 0 && function != kNoNode) {
    return attachment_of_returned(model, function, position);
  }
  const bool computed = comes_from_module(model, value);
  if (position >= 0) {
    const std::string_view name = model.tree().text(expr);
    const bool told = model.knowledge().weak_facts_of_name(name).has(Fact::GradTensor);
    return told && computed ? Attachment::Likely : Attachment::None;
  }
  if (facts.may_be(Fact::GradTensor)) {
    if (facts.must_be(Fact::Tensor)) return Attachment::Proven;
    const bool foreign = model.tree().is(value, Kind::Call) && function == kNoNode;
    return foreign && !computed && is_fed_without_graph(model, value) ? Attachment::None
                                                                      : Attachment::Likely;
  }
  return facts.weak.has(Fact::GradTensor) && computed ? Attachment::Likely : Attachment::None;
}

Backpropagation backpropagation_of(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const Slice slice = Slicer(model).of(value);
  const NodeId body = scope_body(model, value);
  std::vector<NodeId> calls;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (tree.is(n, Kind::Call) && runs_backward(model, n) && concerns(model, n, value, slice)) {
      calls.push_back(n);
    }
  });
  if (calls.empty()) return {};
  Backpropagation result{calls.front(), false};
  for (const NodeId call : calls) {
    const bool same_loop = model.loop_of(call) == model.loop_of(value);
    const bool after = same_loop && model.always_reaches(model.statement_of(value), call);
    if (!model.dominates(call, value) && !after) continue;
    result = {call, true};
    break;
  }
  result.certain = result.certain || in_every_branch(model, calls, value);
  for (const NodeId call : calls) result.certain = result.certain && !keeps_graph(model, call);
  return result;
}

bool in_evaluation(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = model.loop_of(n);
  const Effects effects = model.effects(loop == kNoNode ? model.statement_of(n) : loop);
  if (effects.has(Effect::Backward) || effects.has(Effect::OptimizerStep)) return false;
  bool evaluating = false;
  for_each_node(tree, scope_body(model, n), n, [&](NodeId call) {
    if (!tree.is(call, Kind::Call)) return;
    if (switches_mode(model, call, Effect::EvalMode)) evaluating = true;
    if (switches_mode(model, call, Effect::TrainMode)) evaluating = false;
  });
  return evaluating;
}

DetachVerdict judge_detaching(const SemanticModel& model, NodeId expr) {
  DetachVerdict verdict;
  const auto forbidden = [&](std::string_view fact) {
    verdict.fact = fact;
    return verdict;
  };
  verdict.backward = backpropagation_of(model, expr);
  const bool trained = verdict.backward.call != kNoNode;
  const GradMode mode = model.grad_mode(expr).mode;
  if (mode == GradMode::Disabled || (mode == GradMode::Unknown && !trained)) {
    return forbidden("gradients are, or may be, off here");
  }
  if (!trained && in_evaluation(model, expr)) {
    return forbidden("it is evaluation: gradients are to be switched off instead");
  }
  if (!trained && !runs_over_loader(model, expr)) {
    return forbidden("no backward pass and no loader is seen here");
  }
  const Fate fate = model.fate(expr);
  if (fate.backward) return forbidden("it is differentiated later");
  if (fate.in_forward_output) return forbidden("it is part of what forward() returns");
  if (fate.lost) return forbidden("it goes where we cannot follow it");
  if (!trained && is_module_method(model, expr)) {
    return forbidden("a module keeps it, and those who train the module may need its graph");
  }
  const bool leaves = fate.returned || fate.yielded || fate.stored_attribute;
  if (!trained && (leaves || fate.unknown)) {
    return forbidden("it leaves this code and no backward pass has used its graph yet");
  }
  verdict.level = Detaching::Safe;
  const auto assume = [&](bool doubt, std::string_view what) {
    if (!doubt) return;
    verdict.level = Detaching::Assumed;
    verdict.assumption = what;
  };
  assume(leaves && !verdict.backward.certain, "nobody differentiates it outside this code");
  assume(fate.unknown, "the code it is given to does not differentiate it");
  assume(attachment_of(model, expr) != Attachment::Proven, "it is a tensor");
  return verdict;
}

DetachVerdict judge_detaching(const SemanticModel& model, const std::vector<NodeId>& values) {
  DetachVerdict worst;
  worst.level = Detaching::Safe;
  for (const NodeId value : values) {
    DetachVerdict verdict = judge_detaching(model, value);
    if (verdict.level == Detaching::Forbidden) return verdict;
    if (worst.backward.call == kNoNode) worst.backward = verdict.backward;
    if (verdict.level > worst.level) continue;
    if (verdict.level == Detaching::Assumed) worst = verdict;
  }
  return worst;
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

std::vector<NodeId> attached_among(const SemanticModel& model, const std::vector<NodeId>& values) {
  std::vector<NodeId> attached;
  for (const NodeId value : values) {
    if (attachment_of(model, value) != Attachment::None) attached.push_back(value);
  }
  return attached;
}

namespace {

// The definitions that a definition carries on: those a phi merges, the value
// before `x += …`, the x on the right of `x = x + …`.
std::vector<DefId> carried_on(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  const Definition& d = model.bindings().definition(def);
  if (d.kind != DefKind::Assign || d.value == kNoNode) return d.operands;
  std::vector<DefId> own;
  for_each_node(tree, d.value, tree.subtree_end(d.value), [&](NodeId n) {
    if (!tree.is(n, Kind::Identifier) || tree.text(n) != tree.text(d.node)) return;
    if (const DefId read = model.bindings().reaching(n); read != kNone) own.push_back(read);
  });
  return own;
}

// Walks from `start` over what definitions carry on, the loop's own phi not
// passed; the first definition that `accept` takes, or kNone.
template <typename Accept>
DefId walk_back(const SemanticModel& model, std::vector<DefId> work, NodeId loop, Accept accept) {
  std::set<DefId> seen;
  while (!work.empty()) {
    const DefId def = work.back();
    work.pop_back();
    if (def == kNone || !seen.insert(def).second) continue;
    if (accept(def)) return def;
    const Definition& d = model.bindings().definition(def);
    if (d.kind == DefKind::LoopPhi && d.node == loop) continue;
    if (!model.tree().contains(loop, d.node)) continue;
    for (const DefId operand : carried_on(model, def)) work.push_back(operand);
  }
  return kNone;
}

bool is_phi_of(const SemanticModel& model, DefId def, NodeId loop) {
  const Definition& d = model.bindings().definition(def);
  return d.kind == DefKind::LoopPhi && d.node == loop;
}

// Does a value from in front of `loop`, or from its last iteration, reach here?
bool comes_from_outside(const SemanticModel& model, DefId def, NodeId loop) {
  return walk_back(model, {def}, loop, [&](DefId at) {
           return is_phi_of(model, at, loop) ||
                  !model.tree().contains(loop, model.bindings().definition(at).node);
         }) != kNone;
}

// Is the place set anew, or emptied, in front of `statement` in every iteration?
bool is_reset(const SemanticModel& model, std::string_view place, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = model.loop_of(statement);
  const NodeId body =
      loop == kNoNode ? scope_body(model, statement) : tree.child(loop, Field::Body);
  bool reset = false;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    NodeId target = kNoNode;
    if (tree.is(n, Kind::Assignment)) target = tree.child(n, Field::Left);
    if (tree.is(n, Kind::Call)) target = model.receiver_of_call(n, "clear");
    if (tree.is(n, Kind::DeleteStatement)) target = tree.first_child(n);
    if (target == kNoNode || n == statement) return;
    const bool updates = tree.is(n, Kind::Assignment) && tree.child(n, Field::Right) != kNoNode &&
                         tree.text(tree.child(n, Field::Right)).find(place) != place.npos;
    if (updates) return;  // losses = losses + [loss]
    if (tree.is(target, Kind::Subscript) && tree.text(target) != place) {
      target = tree.child(target, Field::Value);  // buffer[:] = [], del buffer[:]
      const bool slice = tree.is(tree.child(tree.parent(target), Field::Subscript), Kind::Slice);
      if (!slice) return;
    }
    if (tree.text(target) != place) return;
    const bool every_time = tree.parent(model.statement_of(n)) == body ||
                            (n < statement && model.dominates(n, statement));
    reset = reset || every_time;
  });
  return reset;
}

}  // namespace

bool is_carried(const SemanticModel& model, NodeId read, NodeId loop, DefId def) {
  const DefId phi = walk_back(model, {model.bindings().reaching(read)}, loop,
                              [&](DefId at) { return is_phi_of(model, at, loop); });
  if (phi == kNone) return false;
  const auto& operands = model.bindings().definition(phi).operands;
  return walk_back(model, {operands.begin() + 1, operands.end()}, loop,
                   [&](DefId at) { return at == def; }) != kNone;
}

NodeId parameter_of_argument(const SemanticModel& model, NodeId call, NodeId argument) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.callee(call);
  if (function == kNoNode) return kNoNode;
  const Consumer given = model.consumer_of(argument);
  int position = model.method_class(function) == kNoNode ? 0 : -1;  // self
  for (const NodeId parameter : tree.children(tree.child(function, Field::Parameters))) {
    NodeId name = tree.child(parameter, Field::Name);
    if (tree.is(parameter, Kind::Identifier)) name = parameter;
    if (tree.is(parameter, Kind::TypedParameter)) name = tree.first_child(parameter);
    if (!tree.is(name, Kind::Identifier)) return kNoNode;
    const bool here =
        given.name.empty() ? position == given.position : tree.text(name) == given.name;
    if (here && position >= 0) return name;
    ++position;
  }
  return kNoNode;
}

bool outlives_iteration(const SemanticModel& model, NodeId target, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  NodeId base = model.strip_parentheses(target);
  while (tree.is(base, Kind::Attribute) || tree.is(base, Kind::Subscript) ||
         tree.is(base, Kind::Call)) {
    const Field inner = tree.is(base, Kind::Attribute)   ? Field::Object
                        : tree.is(base, Kind::Subscript) ? Field::Value
                                                         : Field::Function;
    base = model.strip_parentheses(tree.child(base, inner));
  }
  if (!tree.is(base, Kind::Identifier)) return false;
  for (NodeId place = target; place != base; place = tree.child(place, Field::Value)) {
    if (is_reset(model, tree.text(place), statement)) return false;
    if (!tree.is(place, Kind::Subscript)) break;
  }
  if (is_reset(model, tree.text(base), statement) && base == target) return false;
  const DefId def = model.bindings().reaching(base);
  if (def == kNone) return false;
  const NodeId loop = model.loop_of(statement);
  if (loop != kNoNode) return comes_from_outside(model, def, loop);
  const ScopeId scope = model.bindings().scope_of(statement);
  const Definition& d = model.bindings().definition(def);
  const bool is_function = model.bindings().scope(scope).kind == ScopeKind::Function;
  return is_function && (d.scope != scope || (base != target && d.kind == DefKind::Parameter));
}

}  // namespace mlfix
