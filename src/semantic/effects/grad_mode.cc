// Grad mode: are gradients recorded where this node runs? The answer is found
// by climbing from the node: with statements and switching statements of its
// own function first, then the decorators, then the framework that calls the
// method, then the callers in the file. A guard we can't read makes the answer
// unknown, never enabled: a rule that acts on "enabled" must not act there.

#include <algorithm>
#include <optional>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/entity_of.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr int kMaxDepth = 8;
constexpr int kMaxCallerDepth = 2;  // files

class GradModeFinder {
 public:
  // What is asked: the mode, or only whether it is Disabled; else it may be any other.
  enum class Question : std::uint8_t { Mode, IfOff };

  GradModeFinder(const SemanticModel& model, FlowCaches& caches, NamesCache& names, Question asked)
      : model_(model),
        tree_(model.tree()),
        asked_(asked),
        caches_(caches),
        modes_(asked == Question::Mode ? caches.modes : caches.modes_if_off),
        calls_(model, names) {}

  GradState mode_at(NodeId n);

 private:
  using Decision = std::optional<GradState>;

  Decision within(NodeId parent, NodeId child, NodeId n);
  GradState after_climb(NodeId n);
  Decision with_items(NodeId with, NodeId below);
  Decision switched_before(NodeId block, NodeId child, NodeId n);
  Decision switch_in_statement(NodeId statement);
  Decision consumer_of_generator(NodeId loop);
  Decision generator_expression(NodeId generator, NodeId child);
  GradState function_mode(NodeId function);
  GradState compute_function_mode(NodeId function);
  Decision decorated(NodeId function);
  Decision framework_guarded(NodeId function);
  GradState by_callers(NodeId function);
  GradState mode_of_run(NodeId call, NodeId function);
  GradState undecided(NodeId function);
  bool passes_items(NodeId call) const;
  bool is_consumed_here(NodeId call) const;
  bool runs_where_it_stands(NodeId lambda) const;
  bool runs_at_its_call(NodeId call, NodeId function);
  std::optional<GradMode> switch_mode(NodeId expr, int depth);
  std::optional<GradMode> called_switch(NodeId call, int depth);
  std::optional<GradMode> local_context(NodeId function);
  std::optional<GradMode> switch_elsewhere(NodeId named);
  Decision by_callers_elsewhere(NodeId function);
  bool is_spared(const ProjectCode& code, const OutsideCall& call, int depth);
  std::optional<GradMode> switch_of_definition(DefId def, int depth);
  const std::vector<NodeId>& switches();
  bool mentions_switch(NodeId n) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Question asked_;
  FlowCaches& caches_;
  FlowCaches::FunctionModes& modes_;
  Calls calls_;
};

GradMode by_flag(const SyntaxTree& tree, NodeId flag, bool on_when_true) {
  if (tree.is(flag, Kind::True)) return on_when_true ? GradMode::Enabled : GradMode::Disabled;
  if (tree.is(flag, Kind::False)) return on_when_true ? GradMode::Disabled : GradMode::Enabled;
  return GradMode::Unknown;
}

std::optional<GradMode> merge(std::optional<GradMode> a, std::optional<GradMode> b) {
  if (a == b) return a;
  return GradMode::Unknown;
}

bool GradModeFinder::mentions_switch(NodeId n) const {
  for (NodeId i = n; i < tree_.subtree_end(n); ++i) {
    if (tree_.is(i, Kind::Identifier) && model_.means(Meaning::SwitchesGradients, tree_.text(i)))
      return true;
  }
  return false;
}

// ---- what an expression used as a context manager or decorator does ----------

// Nothing: it leaves the mode alone. Unknown: it may switch.
std::optional<GradMode> GradModeFinder::switch_mode(NodeId expr, int depth) {
  expr = model_.strip_parentheses(expr);
  if (expr == kNoNode) return std::nullopt;
  if (depth > kMaxDepth) return GradMode::Unknown;
  switch (tree_.kind(expr)) {
    case Kind::Call:
      return called_switch(expr, depth);
    case Kind::ConditionalExpression: {
      std::optional<GradMode> result;
      bool first = true;
      for (const NodeId child : tree_.children(expr)) {
        if (model_.consumer_of(child).role == Role::Condition) continue;
        const auto mode = switch_mode(child, depth + 1);
        result = first ? mode : merge(result, mode);
        first = false;
      }
      return result;
    }
    case Kind::Identifier: {
      const DefId def = model_.bindings().reaching(expr);
      if (def != kNone) return switch_of_definition(def, depth + 1);
      break;
    }
    case Kind::Attribute: {
      const auto accesses = model_.attribute_accesses(last_name(tree_, expr));
      for (const AttributeAccess& access : accesses) {
        if (access.is_store && mentions_switch(model_.statement_of(access.node))) {
          return GradMode::Unknown;
        }
      }
      break;
    }
    default:
      break;
  }
  if (model_.suggests(Hint::GradientGuard, last_name(tree_, expr))) return GradMode::Unknown;
  return mentions_switch(expr) ? std::optional(GradMode::Unknown) : std::nullopt;
}

std::optional<GradMode> GradModeFinder::switch_of_definition(DefId def, int depth) {
  const Definition& definition = model_.bindings().definition(def);
  if (depth > kMaxDepth) return GradMode::Unknown;
  switch (definition.kind) {
    case DefKind::Assign:
      return switch_mode(definition.value, depth);
    case DefKind::Phi: {
      std::optional<GradMode> result;
      for (std::size_t i = 0; i < definition.operands.size(); ++i) {
        const auto mode = switch_of_definition(definition.operands[i], depth + 1);
        result = i == 0 ? mode : merge(result, mode);
      }
      return result;
    }
    default: {
      const std::string_view name = model_.bindings().variable_of(def).name;
      if (!model_.suggests(Hint::GradientGuard, name)) return std::nullopt;
      return GradMode::Unknown;
    }
  }
}

std::optional<GradMode> GradModeFinder::called_switch(NodeId call, int depth) {
  const NodeId called = called_expression(model_, call);
  const Symbol symbol = model_.qualified_name(called);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model_.knowledge().callable(symbol);
  if (info != nullptr && info->grad_switch != GradSwitch::None) {
    const std::vector<NodeId> arguments = model_.arguments(call);
    const bool inference = last_name(tree_, called) == "inference_mode" ||
                           model_.qualified_text(called).ends_with(".inference_mode");
    switch (info->grad_switch) {
      case GradSwitch::Enables:
        return GradMode::Enabled;
      case GradSwitch::Disables:
        if (!inference || arguments.empty()) return GradMode::Disabled;
        return by_flag(tree_, arguments.front(), false);
      default:
        if (arguments.empty()) return inference ? GradMode::Disabled : GradMode::Unknown;
        return by_flag(tree_, arguments.front(), !inference);
    }
  }
  if (info != nullptr) return std::nullopt;
  if (last_name(tree_, called) == "enter_context") {
    const std::vector<NodeId> arguments = model_.arguments(call);
    return arguments.empty() ? std::nullopt : switch_mode(arguments.front(), depth + 1);
  }
  const std::vector<NodeId> functions = calls_.run_by(call);
  if (!functions.empty()) return local_context(functions.front());
  if (const auto mode = switch_elsewhere(called)) return mode;
  return switch_mode(called, depth + 1);
}

// A context manager or decorator that another file defines.
std::optional<GradMode> GradModeFinder::switch_elsewhere(NodeId named) {
  const ProjectEntity entity = calls_.names().named_elsewhere(named);
  const ProjectPlace& place = model_.place();
  if (!entity || place.code == nullptr) return std::nullopt;
  const bool switches = entity.is_class()      ? place.project->mentions_grad_switch(entity)
                        : entity.is_function() ? place.code->summary(entity).as_guard.has_value()
                                               : false;
  return switches ? std::optional(GradMode::Unknown) : std::nullopt;
}

// A context manager that this file defines: the mode at its yield.
std::optional<GradMode> GradModeFinder::local_context(NodeId function) {
  const NodeId name = tree_.child(function, Field::Name);
  const NodeId scope = model_.method_class(function);
  if (!mentions_switch(scope == kNoNode ? function : scope)) {
    const bool told = name != kNoNode && model_.suggests(Hint::GradientGuard, tree_.text(name)) &&
                      !model_.is_generator(function);
    return told ? std::optional(GradMode::Unknown) : std::nullopt;
  }
  return GradMode::Unknown;
}

// ---- climbing inside one function ---------------------------------------------

// The switching calls of the file that take effect where they stand.
const std::vector<NodeId>& GradModeFinder::switches() {
  if (caches_.switches) return *caches_.switches;
  caches_.switches.emplace();
  const bool any =
      std::ranges::any_of(model_.names(Meaning::SwitchesGradients),
                          [&](std::string_view word) { return model_.mentions(word); });
  std::vector<NodeId> found;
  for (NodeId n = 0; any && n < tree_.size(); ++n) {
    if (!tree_.is(n, Kind::Call)) continue;
    const NodeId called = called_expression(model_, n);
    const std::string_view name = last_name(tree_, called);
    const bool enters = name == "__enter__" || name == "enter_context";
    if (name != "set_grad_enabled" && name != "_set_grad_enabled" && !enters) continue;
    if (enters && !mentions_switch(n)) continue;
    const Role role = model_.consumer_of(n).role;
    if (role != Role::WithItem && role != Role::Decorator) found.push_back(n);
  }
  caches_.switches = std::move(found);
  return *caches_.switches;
}

GradModeFinder::Decision GradModeFinder::switch_in_statement(NodeId statement) {
  Decision result;
  model_.work().spend(switches().size());
  for (const NodeId call : switches()) {
    if (!tree_.contains(statement, call)) continue;
    const NodeId function = tree_.ancestor(call, Kind::FunctionDefinition);
    if (function != kNoNode && tree_.contains(statement, function)) continue;
    const NodeId called = called_expression(model_, call);
    std::optional<GradMode> mode;
    if (last_name(tree_, called) == "__enter__") {
      mode = switch_mode(tree_.child(called, Field::Object), 0);
    } else if (last_name(tree_, called) == "enter_context") {
      mode = called_switch(call, 0);
    } else {
      const std::vector<NodeId> arguments = model_.arguments(call);
      mode = arguments.empty() ? GradMode::Unknown : by_flag(tree_, arguments.front(), true);
    }
    if (!mode) continue;
    const bool plain =
        model_.statement_of(call) == statement && tree_.is(statement, Kind::ExpressionStatement);
    result = GradState{plain ? *mode : GradMode::Unknown, call};
  }
  return result;
}

// The last statement before `child` in its block that switches the mode.
GradModeFinder::Decision GradModeFinder::switched_before(NodeId block, NodeId child, NodeId n) {
  if (switches().empty()) return std::nullopt;
  Decision result;
  for (const NodeId statement : tree_.children(block)) {
    if (statement >= child || statement > n) break;
    model_.work().spend();
    if (tree_.is(statement, Kind::FunctionDefinition) ||
        tree_.is(statement, Kind::DecoratedDefinition) ||
        tree_.is(statement, Kind::ClassDefinition)) {
      continue;
    }
    if (auto decision = switch_in_statement(statement)) result = decision;
  }
  return result;
}

GradModeFinder::Decision GradModeFinder::with_items(NodeId with, NodeId below) {
  const NodeId clause = tree_.child_of_kind(with, Kind::WithClause);
  if (clause == kNoNode) return std::nullopt;
  Decision result;
  for (const NodeId item : tree_.children(clause)) {
    if (tree_.contains(item, below)) break;  // inside an item: only those before it count
    NodeId value = tree_.child(item, Field::Value);
    if (tree_.is(value, Kind::AsPattern)) value = tree_.first_child(value);
    if (const auto mode = switch_mode(value, 0)) result = GradState{*mode, with};
  }
  return result;
}

// `for x in local_generator():` runs its body between the generator's yields; a
// guard around a yield reaches into it.
GradModeFinder::Decision GradModeFinder::consumer_of_generator(NodeId loop) {
  NodeId iterable = model_.strip_parentheses(tree_.child(loop, Field::Right));
  while (passes_items(iterable)) {
    iterable = model_.strip_parentheses(model_.argument(iterable, 0, "iterable"));
  }
  if (!tree_.is(iterable, Kind::Call)) return std::nullopt;
  const std::vector<NodeId> functions = calls_.run_by(iterable);
  if (functions.empty()) return std::nullopt;
  const NodeId function = functions.front();
  if (!tree_.is(function, Kind::FunctionDefinition) || !model_.is_generator(function)) {
    return std::nullopt;
  }
  model_.work().spend(tree_.subtree_end(function) - function);
  for (NodeId n = function; n < tree_.subtree_end(function); ++n) {
    if (!tree_.is(n, Kind::Yield)) continue;
    for (NodeId up = tree_.parent(n); up != function; up = tree_.parent(up)) {
      if (tree_.is(up, Kind::WithStatement) && with_items(up, n)) {
        return GradState{GradMode::Unknown, up};
      }
    }
  }
  return std::nullopt;
}

// Its elements are computed where the generator is consumed.
GradModeFinder::Decision GradModeFinder::generator_expression(NodeId generator, NodeId child) {
  if (tree_.is(child, Kind::ForInClause)) return std::nullopt;
  const Consumer consumer = model_.consumer_of(generator);
  if (consumer.role == Role::Argument || consumer.role == Role::Iterated) {
    const std::string_view name = consumer.role == Role::Iterated
                                      ? "list"
                                      : last_name(tree_, called_expression(model_, consumer.node));
    if (model_.means(Meaning::ConsumesAtOnce, name) || name == "join") return std::nullopt;
  }
  return GradState{GradMode::Unknown, generator};
}

// Is the lambda run before the call that is given it returns, by a method of an object, as
// pool.map(lambda x: net(x), items) does? In a thread of the pool gradients are on.
bool GradModeFinder::runs_where_it_stands(NodeId lambda) const {
  const Consumer consumer = model_.consumer_of(lambda);
  if (consumer.role != Role::Argument || consumer.position != 0) return false;
  const NodeId called = called_expression(model_, consumer.node);
  return tree_.is(called, Kind::Attribute) && model_.qualified_text(called).empty() &&
         model_.means(Meaning::RunsFirstArgument, last_name(tree_, called));
}

GradModeFinder::Decision GradModeFinder::within(NodeId parent, NodeId child, NodeId n) {
  switch (tree_.kind(parent)) {
    case Kind::WithStatement:
      return with_items(parent, n);
    case Kind::Block:
    case Kind::Module:
      return switched_before(parent, child, n);
    case Kind::ForStatement:
      if (tree_.field(child) != Field::Body) return std::nullopt;
      if (auto decision = consumer_of_generator(parent)) return decision;
      [[fallthrough]];
    case Kind::WhileStatement:  // a switch later in the body holds from the second round on
      if (!switches().empty() && tree_.field(child) == Field::Body) {
        if (auto decision = switch_in_statement(parent)) {
          return GradState{GradMode::Unknown, decision->because};
        }
      }
      return std::nullopt;
    case Kind::GeneratorExpression:
      return generator_expression(parent, child);
    case Kind::Lambda:
      if (tree_.field(child) != Field::Body || runs_where_it_stands(parent)) return std::nullopt;
      return GradState{GradMode::Unknown, parent};
    case Kind::FunctionDefinition:
      if (tree_.field(child) != Field::Body) return std::nullopt;
      return function_mode(parent);
    default:
      return std::nullopt;
  }
}

GradState GradModeFinder::mode_at(NodeId n) {
  for (NodeId child = model_.below_frame(n), up = tree_.parent(child); up != kNoNode;
       child = model_.below_frame(up), up = tree_.parent(child)) {
    model_.work().spend();
    if (const Decision decision = within(up, child, n)) return *decision;
  }
  return {GradMode::Enabled, kNoNode};
}

// ---- across functions ------------------------------------------------------------

GradModeFinder::Decision GradModeFinder::decorated(NodeId function) {
  for (const NodeId mark : decorators(tree_, function)) {
    const NodeId expr = model_.strip_parentheses(mark);
    const NodeId named = tree_.is(expr, Kind::Call) ? called_expression(model_, expr) : expr;
    std::optional<GradMode> mode;
    if (tree_.is(expr, Kind::Call)) {
      mode = called_switch(expr, 0);
    } else if (const Symbol symbol = model_.qualified_name(named); symbol != kNoSymbol) {
      const CallableInfo* info = model_.knowledge().callable(symbol);
      const GradSwitch made = info == nullptr ? GradSwitch::None : info->grad_switch;
      if (made == GradSwitch::Enables) mode = GradMode::Enabled;
      if (made == GradSwitch::Disables || made == GradSwitch::ByArgument) mode = GradMode::Disabled;
    }
    const DefId bound =
        tree_.is(expr, Kind::Identifier) ? model_.bindings().reaching(expr) : DefId{kNone};
    const bool is_name =
        !mode && bound != kNone && model_.bindings().definition(bound).kind == DefKind::Assign;
    if (is_name) mode = switch_of_definition(bound, 0);  // quiet = torch.no_grad(); @quiet
    if (!mode && model_.suggests(Hint::GradientGuard, last_name(tree_, named)))
      mode = GradMode::Unknown;
    if (const NodeId local = calls_.function_value(named);
        !mode && local != kNoNode && mentions_switch(local)) {
      mode = GradMode::Unknown;
    }
    if (!mode) mode = switch_elsewhere(named);
    if (!mode) continue;
    // On a coroutine the decorator only covers its creation.
    if (tree_.is_async(function)) return GradState{GradMode::Unknown, mark};
    return GradState{*mode, mark};
  }
  return std::nullopt;
}

GradModeFinder::Decision GradModeFinder::framework_guarded(NodeId function) {
  const NodeId klass = model_.method_class(function);
  const NodeId name = tree_.child(function, Field::Name);
  if (klass == kNoNode || name == kNoNode) return std::nullopt;
  const FrameworkInfo* framework = model_.framework_of(klass);
  if (framework == nullptr) return std::nullopt;
  if (!framework->guarded_methods.contains(tree_.text(name))) return std::nullopt;
  return GradState{GradMode::Disabled, klass};
}

// enumerate(items), tqdm(items)
bool GradModeFinder::passes_items(NodeId call) const {
  return tree_.is(call, Kind::Call) &&
         model_.means(Meaning::PassesItems, last_name(tree_, called_expression(model_, call)));
}

// Is all that the call gives taken where the call stands: by a loop over it, or by list()?
bool GradModeFinder::is_consumed_here(NodeId call) const {
  const Consumer consumer = model_.consumer_of(call);
  if (consumer.role == Role::Iterated) return true;
  if (consumer.role != Role::Argument) return false;
  const std::string_view name = last_name(tree_, called_expression(model_, consumer.node));
  if (model_.means(Meaning::ConsumesAtOnce, name)) return true;
  return passes_items(consumer.node) && is_consumed_here(consumer.node);
}

// Generators and coroutines run where they are consumed, not where they are called.
bool GradModeFinder::runs_at_its_call(NodeId call, NodeId function) {
  if (tree_.is_async(function)) return model_.consumer_of(call).role == Role::Awaited;
  return !model_.is_generator(function) || is_consumed_here(call);
}

GradState GradModeFinder::mode_of_run(NodeId call, NodeId function) {
  if (!runs_at_its_call(call, function)) return {GradMode::Unknown, call};
  GradState state = mode_at(call);
  state.because = call;
  return state;
}

// Without callers that decide: the mode a fresh thread has, unless the module
// itself switches it or the function is handed around as a value.
GradState GradModeFinder::undecided(NodeId function) {
  const bool nested =
      model_.function_of(function) != kNoNode && model_.method_class(function) == kNoNode;
  // A callback runs in whatever mode its unseen caller has.
  if (nested && model_.call_sites(function).value_use != kNoNode) {
    return {GradMode::Unknown, function};
  }
  for (const NodeId call : switches()) {
    if (model_.function_of(call) != kNoNode) continue;
    GradState state{GradMode::Unknown, call};
    const Decision decision = switch_in_statement(model_.statement_of(call));
    const NodeId statement = model_.statement_of(call);
    const bool alone = switches().size() == 1 && tree_.is(tree_.parent(statement), Kind::Module);
    if (alone && decision) state.mode = decision->mode;
    return state;
  }
  return {GradMode::Enabled, kNoNode};
}

GradState GradModeFinder::by_callers(NodeId function) {
  const CallSites& sites = model_.call_sites(function);
  GradState off{GradMode::Disabled, kNoNode};
  bool any_on = false;
  bool any_unknown = false;
  bool any = false;
  for (const NodeId call : sites.calls) {
    const NodeId caller = model_.function_of(call);
    if (caller == function || modes_.in_progress.count(caller) != 0) continue;
    const GradState state = mode_of_run(call, function);
    if (asked_ == Question::IfOff && state.mode != GradMode::Disabled) return state;
    any = true;
    any_on = any_on || state.mode == GradMode::Enabled;
    any_unknown = any_unknown || state.mode == GradMode::Unknown;
    if (off.because == kNoNode && state.mode == GradMode::Disabled) off.because = state.because;
    if (any_unknown && off.because == kNoNode) off.because = state.because;
  }
  if (any_on) return {GradMode::Enabled, kNoNode};
  const auto here = [&] {
    if (!any) return undecided(function);
    if (any_unknown || !sites.complete) return GradState{GradMode::Unknown, off.because};
    return off;
  };
  // No caller elsewhere makes it Disabled.
  if (asked_ == Question::IfOff && here().mode != GradMode::Disabled) return here();
  if (const Decision elsewhere = by_callers_elsewhere(function)) return *elsewhere;
  return here();
}

// Unit tests try a function on what is at hand, in whatever mode.
bool is_file_of_tests(std::string_view path) {
  return path.substr(path.rfind('/') + 1).starts_with("test_");
}

// Callers in other files decide where none in this file calls with gradients on: for a method
// also those that may mean another of that name, if all of them agree. Those in files that
// import this one are more likely to mean it than any others; unit tests decide nothing.
GradModeFinder::Decision GradModeFinder::by_callers_elsewhere(NodeId function) {
  const ProjectPlace& place = model_.place();
  if (place.code == nullptr) return std::nullopt;
  const ProjectEntity entity = entity_of(model_, function);
  if (!entity) return std::nullopt;
  struct Modes {
    bool on = false;
    bool off = false;
  };
  Modes near, far;
  const bool certainly_on = place.code->any_call_elsewhere(entity, [&](const OutsideCall& call) {
    if (is_file_of_tests(place.project->path_of(call.file))) return false;
    const bool on =
        call.mode == GradMode::Enabled && !is_spared(*place.code, call, kMaxCallerDepth);
    Modes& modes = place.project->imports_from(call.file, entity.file) ? near : far;
    (on ? modes.on : modes.off) = true;
    return on && call.certain;
  });
  if (certainly_on) return GradState{GradMode::Enabled, kNoNode};
  const Modes& modes = near.on || near.off ? near : far;
  // Not complete: a program outside of the project may call it as well.
  if (modes.off && !modes.on) return GradState{GradMode::Unknown, function};
  return std::nullopt;
}

// Is a caller, that nobody in its file calls, called without gradients by all others?
bool GradModeFinder::is_spared(const ProjectCode& code, const OutsideCall& call, int depth) {
  if (depth == 0 || !call.free_caller || !call.caller) return false;
  const auto callers = code.calls_elsewhere(call.caller);
  return callers && !callers->empty() &&
         std::ranges::all_of(*callers, [&](const OutsideCall& outer) {
           return outer.mode != GradMode::Enabled || is_spared(code, outer, depth - 1);
         });
}

GradState GradModeFinder::compute_function_mode(NodeId function) {
  if (const Decision decision = decorated(function)) return *decision;
  if (const Decision decision = framework_guarded(function)) return *decision;
  return by_callers(function);
}

GradState GradModeFinder::function_mode(NodeId function) {
  auto& known = modes_.known;
  if (const auto found = known.find(function); found != known.end()) return found->second;
  if (!modes_.in_progress.insert(function).second) {
    return {GradMode::Unknown, function};
  }
  const GradState state = compute_function_mode(function);
  modes_.in_progress.erase(function);
  return known.insert_or_assign(function, state).first->second;
}

}  // namespace

GradState SemanticModel::grad_mode(NodeId n) const {
  using Question = GradModeFinder::Question;
  return GradModeFinder(*this, caches_->flow, caches_->names, Question::Mode).mode_at(n);
}

bool SemanticModel::has_gradients_off(NodeId n) const {
  using Question = GradModeFinder::Question;
  GradModeFinder finder(*this, caches_->flow, caches_->names, Question::IfOff);
  return finder.mode_at(n).mode == GradMode::Disabled;
}

}  // namespace mlfix
