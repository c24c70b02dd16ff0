// Facts say little about what a policy gives, since its networks are parameters and
// attributes of agents; so the calls that a value comes from are looked at.

#include "torch/graph/policy_output.h"

#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"

namespace mlfix {
namespace {

// x.max(1)[1] and x.topk(k).indices are integers.
bool is_index(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = value; n != kNoNode;) {
    n = model.strip_parentheses(n);
    if (tree.is(n, Kind::Identifier)) {
      const DefId def = model.bindings().reaching(n);
      if (def == kNone) return false;
      const Definition& d = model.bindings().definition(def);
      n = d.kind == DefKind::Assign ? d.value : kNoNode;
    } else if (tree.is(n, Kind::Subscript)) {
      const NodeId object = model.strip_parentheses(tree.child(n, Field::Value));
      const std::string_view method = model.method_name(object);
      const bool pair = tree.text(object).find("max(") != std::string_view::npos ||
                        method == "min" || method == "sort" || method == "topk";
      if (pair && tree.text(tree.child(n, Field::Subscript)) == "1") return true;
      n = object;
    } else if (tree.is(n, Kind::Attribute)) {
      if (tree.text(tree.child(n, Field::Attribute)) == "indices") return true;
      n = tree.child(n, Field::Object);
    } else if (tree.is(n, Kind::Call)) {
      const NodeId called = tree.child(n, Field::Function);
      n = tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : kNoNode;
    } else {
      return false;
    }
  }
  return false;
}

bool is_module_call(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  return call != kNoNode && model.facts(tree.child(call, Field::Function)).could_be(Fact::Module);
}

// dist.log_prob(action), where the distribution is made from what a module gives.
bool is_log_probability(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  if (tree.is(value, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(value);
    if (def == kNone || model.bindings().definition(def).kind != DefKind::Assign) return false;
    value = model.strip_parentheses(model.bindings().definition(def).value);
  }
  for (const std::string_view method : model.names(Meaning::MeasuresPolicy)) {
    NodeId source = model.receiver_of_call(value, method);
    if (source == kNoNode) continue;
    const DefId def =
        tree.is(source, Kind::Identifier) ? model.bindings().reaching(source) : DefId{kNone};
    if (def == kNone) return false;
    source = model.bindings().definition(def).value;
    if (!tree.is(source, Kind::Call)) return false;
    for (const NodeId argument : model.arguments(source)) {
      if (attachment_of(model, argument) != Attachment::None) return true;
      if (is_module_call(model, argument) ||
          is_module_call(model, call_output_of(model, argument).call))
        return true;
    }
    return is_module_call(model, source);
  }
  return false;
}

}  // namespace

CallOutput call_output_of(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(value, Kind::Identifier) ? model.bindings().reaching(value) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Unpack) return {};
  const Definition& d = model.bindings().definition(def);
  const NodeId call = model.strip_parentheses(d.value);
  if (!tree.is(call, Kind::Call) || model.callee(call) != kNoNode) return {};
  int position = 0;
  for (const NodeId sibling : tree.children(tree.parent(d.node))) {
    if (sibling == d.node) return {call, position};
    ++position;
  }
  return {};
}

bool runs_lstm(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId module = tree.child(call, Field::Function);
  if (!tree.is(module, Kind::Attribute)) {
    const DefId def = model.bindings().reaching(module);
    return def != kNone && model.bindings().definition(def).value != kNoNode &&
           model.is_call_to(model.bindings().definition(def).value, "torch.nn.LSTM");
  }
  for (const AttributeAccess& access :
       model.attribute_accesses(tree.text(tree.child(module, Field::Attribute)))) {
    const NodeId store = tree.parent(access.node);
    if (access.is_store && tree.is(store, Kind::Assignment) &&
        model.is_call_to(tree.child(store, Field::Right), "torch.nn.LSTM")) {
      return true;
    }
  }
  return false;
}

bool carries_policy_graph(const SemanticModel& model, NodeId value) {
  if (has_no_graph(model, value) || is_index(model, value)) return false;
  return attachment_of(model, value) != Attachment::None || is_log_probability(model, value) ||
         is_module_call(model, call_output_of(model, value).call);
}

}  // namespace mlfix
