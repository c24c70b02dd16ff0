// Keeps the running statistics of a layer out of the graph.
//
//     self.running_mean = 0.9 * self.running_mean + 0.1 * mean
//     ->
//     self.running_mean = 0.9 * self.running_mean + 0.1 * mean.detach()
//
// The same for `+=`, entries (`self.running_mean[k] = …`), updates in place
// (mul_, add_, lerp_, copy_), and for statistics that a function takes and returns.
//
// Fires when    a module puts a value that carries the graph of its run into an
//               attribute that is a statistic: by its name, or because the new
//               value is a mean of the old one and what came in.
// Stays silent  when the statistic is read in the same run, behind the update or
//               in front of it, or something differentiates it elsewhere; when the
//               weight of the update is a parameter, that is, learned.
// Safe when     the value is certainly a tensor, and no other method and no other
//               object hands on what it reads from a statistic that has the name
//               of one.

#include <algorithm>
#include <array>
#include <optional>

#include "engine/transform.h"
#include "transforms/common/attachment.h"
#include "transforms/common/detaching.h"
#include "transforms/common/module_state.h"
#include "transforms/common/walk.h"

namespace mlfix {
namespace {

constexpr auto kUpdates = std::to_array<std::string_view>(
    {"add_", "sub_", "mul_", "div_", "copy_", "lerp_", "addcmul_", "addcdiv_", "mul", "lerp"});

// A statistic and what becomes of it in one statement.
struct Update {
  NodeId place = kNoNode;      // self.running_mean, or the parameter of a function
  std::vector<NodeId> values;  // what goes into it
  bool blends = false;         // the old value is a part of the new one
};

// `self.mean` of self.mean and self.mean[k].
NodeId place_of(const SyntaxTree& tree, NodeId target) {
  while (tree.is(target, Kind::Subscript)) target = tree.child(target, Field::Value);
  return tree.is(target, Kind::Attribute) || tree.is(target, Kind::Identifier) ? target : kNoNode;
}

bool mentions(const SyntaxTree& tree, NodeId expr, NodeId place) {
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    if (tree.kind(n) == tree.kind(place) && tree.text(n) == tree.text(place)) return true;
  }
  return false;
}

// The operands and arguments that the old value is blended with; the expression
// itself when the old value is no part of it.
void collect_new(const Context& c, NodeId expr, Update& update) {
  expr = c.model.strip_parentheses(expr);
  if (!mentions(c.tree, expr, update.place)) {
    for (const NodeId operand : arithmetic_operands(c.model, expr)) {
      update.values.push_back(operand);
    }
    return;
  }
  update.blends = true;
  if (c.tree.is(expr, Kind::BinaryOperator)) {
    collect_new(c, c.tree.child(expr, Field::Left), update);
    return collect_new(c, c.tree.child(expr, Field::Right), update);
  }
  if (!c.tree.is(expr, Kind::Call)) return;
  const std::string_view method = c.model.method_name(expr);
  const NodeId receiver = method.empty() ? NodeId{kNoNode} : c.model.receiver_of_call(expr, method);
  if (receiver != kNoNode) collect_new(c, receiver, update);
  for (const NodeId argument : c.model.arguments(expr)) collect_new(c, argument, update);
}

std::vector<Update> assigned(const Context& c, NodeId statement) {
  const NodeId left = c.tree.child(statement, Field::Left);
  const NodeId right = c.model.strip_parentheses(c.tree.child(statement, Field::Right));
  // mean = self.running_mean = x.mean(0): the value has another reader.
  const bool chained =
      c.tree.is(right, Kind::Assignment) || c.tree.is(c.tree.parent(statement), Kind::Assignment);
  if (right == kNoNode || chained) return {};
  std::vector<NodeId> targets{left}, values{right};
  if (c.tree.is(left, Kind::PatternList) || c.tree.is(left, Kind::TuplePattern)) {
    if (!c.tree.is(right, Kind::ExpressionList) && !c.tree.is(right, Kind::Tuple)) return {};
    targets.clear();
    values.clear();
    for (const NodeId target : c.tree.children(left)) targets.push_back(target);
    for (const NodeId value : c.tree.children(right)) values.push_back(value);
  }
  std::vector<Update> updates;
  for (std::size_t i = 0; targets.size() == values.size() && i < targets.size(); ++i) {
    Update update{
        place_of(c.tree, targets[i]), {}, c.tree.is(statement, Kind::AugmentedAssignment)};
    if (update.place == kNoNode) continue;
    collect_new(c, values[i], update);
    updates.push_back(std::move(update));
  }
  return updates;
}

// self.running_mean.mul_(0.9).add_(0.1 * mean): one update for the whole chain.
std::vector<Update> updated_in_place(const Context& c, NodeId call) {
  if (c.model.consumer_of(call).role != Role::Discarded) return {};
  Update update;
  std::vector<NodeId> arguments;
  NodeId at = call;
  while (c.tree.is(at, Kind::Call)) {
    const std::string_view method = c.model.method_name(at);
    if (std::find(kUpdates.begin(), kUpdates.end(), method) == kUpdates.end()) return {};
    for (const NodeId argument : c.model.arguments(at)) arguments.push_back(argument);
    at = c.model.strip_parentheses(c.model.receiver_of_call(at, method));
  }
  update.place = place_of(c.tree, at);
  if (update.place == kNoNode || c.tree.text(update.place).ends_with(".data")) return {};
  for (const NodeId argument : arguments) collect_new(c, argument, update);
  update.blends = true;
  return {update};
}

// What the reads of the statistic say: a verdict, with the fact that decides.
DetachVerdict judge_attribute(const Context& c, const Update& update, NodeId statement) {
  DetachVerdict verdict;
  verdict.level = Detaching::Safe;
  for (const NodeId read : reads_of_attribute(c.model, update.place)) {
    const NodeId at = c.model.statement_of(read);
    const Need need = at == statement ? Need::None : graph_need_of(c.model, read);
    if (need == Need::None) continue;
    const NodeId into = c.tree.child(at, Field::Left);
    if (into != kNoNode && is_called_statistic(c.tree.text(into))) continue;
    const Phase here = phase_of(c.model, statement), there = phase_of(c.model, read);
    const bool same_run = c.model.function_of(read) == c.model.function_of(statement);
    const bool may_meet = here == Phase::Any || there == Phase::Any || here == there;
    const bool excluded =
        !may_run_after(c.model, statement, read) && !may_run_after(c.model, read, statement);
    if (same_run && excluded) continue;
    if (same_run && may_meet) {
      return {Detaching::Forbidden, "the statistic feeds what the same run computes", {}, {}};
    }
    if (there == Phase::Evaluation) continue;
    if (need == Need::Certain) {
      return {Detaching::Forbidden, "the statistic is differentiated elsewhere", {}, {}};
    }
    verdict.level = Detaching::Assumed;
    verdict.assumption = "those who read the statistic elsewhere do not differentiate it";
  }
  return verdict;
}

// A statistic that a function gets: it may only go back to the caller.
DetachVerdict judge_parameter(const Context& c, const Update& update, NodeId statement) {
  const auto* variable =
      c.model.bindings().lookup(c.model.bindings().scope_of(statement), c.tree.text(update.place));
  for (const UseId use : variable->uses) {
    const NodeId read = c.model.bindings().use(use).node;
    if (c.model.statement_of(read) == statement) continue;
    NodeId returned = c.tree.parent(read);
    while (c.tree.is(returned, Kind::ExpressionList) || c.tree.is(returned, Kind::Tuple)) {
      returned = c.tree.parent(returned);
    }
    if (c.tree.is(returned, Kind::ReturnStatement)) continue;
    const Role role = c.model.consumer_of(read).role;
    if (role == Role::Compared || role == Role::Condition) continue;
    const bool excluded =
        !may_run_after(c.model, statement, read) && !may_run_after(c.model, read, statement);
    if (!excluded) {
      return {Detaching::Forbidden, "the statistic feeds what the same run computes", {}, {}};
    }
  }
  return {Detaching::Assumed, {}, "the caller does not differentiate the statistic", {}};
}

// Is the name one that the function gets from its caller?
bool is_parameter(const Context& c, NodeId name) {
  const auto* variable =
      c.model.bindings().lookup(c.model.bindings().scope_of(name), c.tree.text(name));
  return variable != nullptr &&
         std::any_of(variable->definitions.begin(), variable->definitions.end(), [&](DefId d) {
           return c.model.bindings().definition(d).kind == DefKind::Parameter;
         });
}

// Is the place one of those that this rule is about?
bool is_statistic(const Context& c, const Update& update) {
  if (c.tree.is(update.place, Kind::Identifier)) {
    return update.blends && is_called_statistic(c.tree.text(update.place)) &&
           is_parameter(c, update.place);
  }
  const NodeId klass = module_class_of(c.model, update.place);
  // Metrics update with gradients off.
  if (klass == kNoNode || c.model.derives_from(klass, "torchmetrics.Metric") ||
      c.tree.text(c.tree.child(update.place, Field::Object)) != "self") {
    return false;
  }
  const bool named = is_called_statistic(c.tree.text(c.tree.child(update.place, Field::Attribute)));
  return named || (update.blends && update.values.size() > 1);
}

void check_update(const Context& c, const Update& update, NodeId statement, Findings& out) {
  if (!is_statistic(c, update)) return;
  std::vector<NodeId> attached;
  bool proven = true;
  for (const NodeId value : update.values) {
    if (c.model.facts(value).may_be(Fact::Parameter)) {
      c.abstain(statement, "the statistic is blended with a learned parameter");
      return;
    }
    const Attachment attachment = attachment_in_module(c.model, value);
    if (attachment == Attachment::None) continue;
    attached.push_back(value);
    proven = proven && attachment == Attachment::Proven;
  }
  if (attached.empty()) {
    c.abstain(statement, "nothing shows that what comes in carries a graph");
    return;
  }
  if (c.model.grad_mode(statement).mode != GradMode::Enabled) {
    c.abstain(statement, "gradients are, or may be, off here");
    return;
  }
  const bool attribute = c.tree.is(update.place, Kind::Attribute);
  DetachVerdict verdict =
      attribute ? judge_attribute(c, update, statement) : judge_parameter(c, update, statement);
  if (verdict.level == Detaching::Forbidden) {
    c.abstain(statement, verdict.fact);
    return;
  }
  const bool tensor = proven || c.model.facts(update.place).must_be(Fact::Tensor);
  const bool named = is_called_statistic(c.tree.text(update.place));
  if (verdict.level == Detaching::Safe && (!tensor || !named)) {
    verdict.level = Detaching::Assumed;
    verdict.assumption = tensor ? "nobody trains through it" : "it is a tensor";
  }
  report_detaching(c, statement, attached, verdict,
                   update.blends ? "the statistic keeps the graph of every step; gather detached "
                                   "values"
                                 : "the statistic keeps the graph of the last step; keep a "
                                   "detached value",
                   out);
}

void check(const Context& c, NodeId n, Findings& out) {
  if (c.model.function_of(n) == kNoNode) return;
  const bool call = c.tree.is(n, Kind::Call);
  const NodeId statement = c.model.statement_of(n);
  for (const Update& update : call ? updated_in_place(c, n) : assigned(c, n)) {
    check_update(c, update, statement, out);
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(running_stat_grad, check,
                       {.kinds = {Kind::Assignment, Kind::AugmentedAssignment, Kind::Call},
                        .triggers = {"torch", "def "}});

}  // namespace mlfix
