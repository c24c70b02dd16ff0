// The names of the tensor are followed back to where it is made: from a variable to what it is
// assigned, from an item to its container, from what may give its argument back to that. From
// each of these definitions the value-flow engine follows it on to all other names. An attribute
// is asked about once for all of its objects. What a walk has found out is kept, so that all
// questions of a file together are linear in it.

#include "torch/tensor/relaid.h"

#include <map>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/reach_memo.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// What an expression may be another name of.
struct NamedBy {
  std::vector<DefId> definitions;
  bool relaid_attribute = false;
};

struct KnownRelaid {
  ReachMemo memo;
  std::unordered_map<DefId, NamedBy> before;  // by the definition that takes the value
  std::map<std::string_view, bool> attributes;
};

bool finds_relaid_attribute(const SemanticModel& model, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    model.work().spend();
    if (access.is_load && model.fate(access.node).has(GraphSinks::kRelaid)) return true;
    const NodeId up = tree.parent(access.node);
    const bool stored = tree.is(up, Kind::Assignment) && tree.field(access.node) == Field::Left;
    const NodeId value = stored ? tree.child(up, Field::Right) : NodeId{kNoNode};
    const DefId def =
        tree.is(value, Kind::Identifier) ? model.bindings().reaching(value) : DefId{kNone};
    if (def != kNone && model.fate_of(def).has(GraphSinks::kRelaid)) return true;
  }
  return false;
}

bool is_relaid_attribute(const SemanticModel& model, std::string_view name) {
  auto& known = model.notes<KnownRelaid>().attributes;
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  return known.emplace(name, finds_relaid_attribute(model, name)).first->second;
}

// loss.cpu() may be the loss itself, and a function of the file may return its argument.
void open_those_given_back(const SemanticModel& model, NodeId call, std::vector<NodeId>& open) {
  const SyntaxTree& tree = model.tree();
  const std::string_view method = model.method_name(call);
  if (!method.empty() && model.means(Meaning::MayGiveReceiver, method)) {
    open.push_back(tree.child(tree.child(call, Field::Function), Field::Object));
  }
  if (model.callee(call) == kNoNode) return;
  for (const NodeId argument : model.arguments(call)) open.push_back(argument);
}

NamedBy named_by(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  NamedBy result;
  std::vector<NodeId> open{expr};
  while (!open.empty()) {
    const NodeId next = model.strip_parentheses(open.back());
    open.pop_back();
    model.work().spend();
    switch (tree.kind(next)) {
      case Kind::Identifier:
        result.definitions.push_back(model.bindings().reaching(next));
        break;
      case Kind::Attribute:
        if (is_relaid_attribute(model, last_name(tree, next))) result.relaid_attribute = true;
        break;
      case Kind::Subscript:
        open.push_back(tree.child(next, Field::Value));
        break;
      case Kind::Call:
        open_those_given_back(model, next, open);
        break;
      case Kind::Tuple:
      case Kind::List:
      case Kind::ExpressionList:
      case Kind::ConditionalExpression:
      case Kind::BooleanOperator:
        for (const NodeId item : tree.children(next)) open.push_back(item);
        break;
      default:
        break;
    }
  }
  return result;
}

const NamedBy& named_before(const SemanticModel& model, DefId def) {
  auto& known = model.notes<KnownRelaid>().before;
  if (const auto found = known.find(def); found != known.end()) return found->second;
  const Definition& d = model.bindings().definition(def);
  const bool takes_value =
      d.kind == DefKind::Assign || d.kind == DefKind::Unpack || d.kind == DefKind::For;
  NamedBy before = takes_value && d.value != kNoNode ? named_by(model, d.value) : NamedBy();
  before.definitions.insert(before.definitions.end(), d.operands.begin(), d.operands.end());
  return known.emplace(def, std::move(before)).first->second;
}

bool leads_to_relaid(const SemanticModel& model, DefId start) {
  if (start == kNone) return false;
  const auto is_relaid = [&](DefId def) {
    model.work().spend();
    return named_before(model, def).relaid_attribute || model.fate_of(def).has(GraphSinks::kRelaid);
  };
  const auto before = [&](DefId def) -> const std::vector<DefId>& {
    return named_before(model, def).definitions;
  };
  return model.notes<KnownRelaid>().memo.find(start, is_relaid, before) != kNone;
}

}  // namespace

bool may_be_relaid(const SemanticModel& model, NodeId value) {
  const NamedBy names = named_by(model, value);
  if (names.relaid_attribute) return true;
  for (const DefId def : names.definitions) {
    if (leads_to_relaid(model, def)) return true;
  }
  return false;
}

}  // namespace mlfix
