// See detaching.h. The edit is always .detach(): .item() would change the type,
// the rounding, and fail for more than one element.

#include "transforms/fixes/detaching.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/diagnostic.h"
#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/graph/attachment.h"
#include "torch/graph/graph_birth.h"
#include "torch/tensor/tensor_proof.h"
#include "transforms/fixes/minor.h"

namespace mlfix {
namespace {

// output["loss"], and not output["losses"]["ce"].
bool is_plain_entry(const SyntaxTree& tree, NodeId subscript) {
  const NodeId up = tree.parent(subscript);
  return tree.is(tree.child(subscript, Field::Subscript), Kind::String) &&
         !(tree.is(up, Kind::Subscript) && tree.child(up, Field::Value) == subscript);
}

// Does the display hold keys that are written out, and no container?
bool is_flat_dict(const SyntaxTree& tree, NodeId display) {
  if (!tree.is(display, Kind::Dictionary)) return false;
  for (const NodeId entry : tree.children(display)) {
    if (!tree.is(entry, Kind::Pair)) return false;
    const Kind value = tree.kind(tree.child(entry, Field::Value));
    if (value == Kind::Dictionary || value == Kind::List || value == Kind::Tuple) return false;
  }
  return true;
}

// Is the name used as only a dict is, and not after it was stored?
bool is_done_dict(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  if (def == kNone) return false;
  const NodeId returned = returned_holder(model, name);
  bool dict = returned != kNoNode;
  if (dict && !is_flat_dict(tree, returned)) return false;
  for (const UseId use : model.bindings().variable_of(def).uses) {
    const NodeId read = model.bindings().use(use).node;
    if (model.bindings().reaching(read) != def || read == name) continue;
    const Consumer consumer = model.consumer_of(read);
    const bool entry = consumer.role == Role::Subscripted && is_plain_entry(tree, consumer.node);
    const bool method =
        consumer.role == Role::MethodReceiver && model.means(Meaning::DictMethod, consumer.name);
    if (read > name || !(entry || method)) return false;
    dict = dict || entry;
  }
  return dict;
}

// The expressions that give the value: the branches of `x if kept else None`, the operands
// of `x or None`; of these, what certainly has no graph may have no detach() either.
void collect_givers(const SemanticModel& model, NodeId expr, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  const NodeId value = model.strip_parentheses(expr);
  const bool conditional = tree.is(value, Kind::ConditionalExpression);
  if (!conditional && !tree.is(value, Kind::BooleanOperator)) {
    out.push_back(expr);
    return;
  }
  const bool both = conditional || tree.text(tree.child(value, Field::Operator)) == "or";
  std::vector<NodeId> parts;
  for (const NodeId part : tree.children(value)) parts.push_back(part);
  if (both && !has_no_graph(model, parts.front())) collect_givers(model, parts.front(), out);
  if (!has_no_graph(model, parts.back())) collect_givers(model, parts.back(), out);
}

// One of mixed values is asked first. Nothing where the text would stand in anything but an
// argument, an assignment or a sum.
std::optional<Intents> detach_if_tensor(const Context& c, NodeId value) {
  const auto is_tensor = c.edit.spell(value, "torch.is_tensor");
  const NodeId parent = c.tree.parent(value);
  const bool alone = c.tree.is(parent, Kind::ArgumentList) ||
                     c.tree.is(parent, Kind::AugmentedAssignment) ||
                     c.tree.is(parent, Kind::Assignment);
  const bool among_terms = c.tree.is(parent, Kind::BinaryOperator);
  if (!is_tensor || !is_tensor->imports.empty() || !(alone || among_terms)) return std::nullopt;
  const std::string_view name = c.tree.text(value);
  const std::string text = fmt::format("{0}.detach() if {1}({0}) else {0}", name, is_tensor->text);
  return c.edit.replace(value, alone ? text : "(" + text + ")");
}

// The edits that detach all of them; nothing when one can't be.
std::optional<Intents> detach_all(const Context& c, const std::vector<NodeId>& values,
                                  const std::vector<NodeId>& tuples) {
  Intents intents;
  std::vector<NodeId> givers;
  for (const NodeId value : values) collect_givers(c.model, value, givers);
  for (const NodeId value : givers) {
    auto edit = is_one_of_mixed(c.model, value) ? detach_if_tensor(c, value)
                                                : c.edit.append_to_expression(value, ".detach()");
    if (!edit) return std::nullopt;
    append(intents, std::move(*edit));
  }
  for (const NodeId tuple : tuples) {
    const std::string text = fmt::format("tuple(v.detach() for v in {})", c.tree.text(tuple));
    append(intents, c.edit.replace(tuple, text));
  }
  return intents;
}

// From where the graph of the first value that has a visible origin is made.
WaySteps way_to_keeper(const Context& c, const std::vector<NodeId>& values,
                       const std::vector<NodeId>& tuples, WaySteps kept) {
  WaySteps way;
  for (const std::vector<NodeId>* some : {&values, &tuples}) {
    for (const NodeId value : *some) {
      if (way.empty()) way = way_of_graph(c.model, value);
    }
  }
  append(way, std::move(kept));
  return way;
}

}  // namespace

WaySteps kept_at(const Context& c, NodeId at, std::string_view how, NodeId keeper) {
  WaySteps steps;
  tell_step(c.tree, at, fmt::format("{} {}", how, quoted_code(c.tree, keeper)), steps);
  return steps;
}

void report_detaching(const Context& c, NodeId at, const std::vector<NodeId>& values,
                      const DetachJudgement& judged, std::string message, WaySteps kept,
                      Findings& out, const std::vector<NodeId>& tuples) {
  const bool trained = judged.backward.call != kNoNode;
  if (!trained && !judged.verdict.is_safe() && is_in_evaluation_loop(c.model, at) &&
      is_too_minor(c, at, "switching gradients off around the loop serves it")) {
    return;
  }
  Diagnostic finding = c.diagnose(out, at, std::move(message))
                           .grows(Growth::Linear)
                           .confidence(trained ? Confidence::High : Confidence::Medium);
  for (const NodeId value : values) finding.because(value, "this value carries its graph");
  for (const NodeId tuple : tuples) finding.because(tuple, "these values carry their graphs");
  if (trained) {
    finding.because(judged.backward.call, "the backward pass that needs it is this one");
  }
  finding.by_way(way_to_keeper(c, values, tuples, std::move(kept)));
  finding.fix("Keep the value without its graph", detach_all(c, values, tuples), judged.verdict);
}

std::optional<Intents> detach_entries(const Context& c, NodeId name) {
  return is_done_dict(c.model, name) ? hand_over_detached_entries(c, name) : std::nullopt;
}

std::optional<Intents> hand_over_detached_entries(const Context& c, NodeId name) {
  const auto is_tensor = c.edit.spell(name, "torch.is_tensor");
  if (!is_tensor || !is_tensor->imports.empty()) return std::nullopt;
  return c.edit.replace(
      name, fmt::format("{{k: v.detach() if {}(v) else v for k, v in {}.items()}}", is_tensor->text,
                        c.tree.text(name)));
}

}  // namespace mlfix
