#include "transforms/retention/filling/limiting.h"

#include <algorithm>
#include <string>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Can a deque stand in for the list, which nobody slices, joins or sorts?
bool serves_as_deque(const Context& c, const std::vector<ContainerAccess>& accesses) {
  return std::ranges::all_of(accesses, [&](const ContainerAccess& access) {
    if (access.use != ContainerUse::Tail && access.use != ContainerUse::Read) return true;
    const Consumer consumer = c.model.consumer_of(access.place);
    if (consumer.role == Role::Subscripted) {
      return !c.tree.is(c.tree.child(consumer.node, Field::Subscript), Kind::Slice);
    }
    return consumer.role != Role::Operand && consumer.role != Role::MethodReceiver;
  });
}

// Has the limit one value from the start of the constructor on?
bool is_parameter_or_number(const Context& c, NodeId limit) {
  const Bindings& bindings = c.model.bindings();
  if (!c.tree.is(limit, Kind::Identifier)) return c.tree.is(limit, Kind::Integer);
  const DefId own = bindings.definition_at(limit);
  const DefId def = own != kNone ? own : bindings.reaching(limit);
  return def != kNone && bindings.definition(def).kind == DefKind::Parameter &&
         bindings.variable_of(def).definitions.size() == 1;
}

}  // namespace

std::optional<Intents> trim(const Context& c, NodeId call, const Growing& growing, NodeId value,
                            const HistoryWindow& window) {
  const std::string list(c.tree.text(growing.container));
  if (window.text.empty() || list.find('(') != std::string::npos) return std::nullopt;
  const std::string_view made = c.tree.text(value);
  const bool is_deque = made.find("deque") != std::string_view::npos;
  const std::string code =
      is_deque ? "if len(" + list + ") > " + window.text + ":\n    " + list + ".popleft()"
               : "del " + list + "[:-" + window.text + "]";
  return c.edit.insert_after(c.model.statement_of(call), code);
}

NodeId counting(const Context& c, const std::vector<ContainerAccess>& accesses) {
  for (const ContainerAccess& access : accesses) {
    const Consumer consumer = c.model.consumer_of(access.place);
    if (consumer.role != Role::Argument || called_name(c.tree, consumer.node) != "len") continue;
    const NodeId around = c.tree.parent(consumer.node);
    const bool is_rest = c.tree.is(around, Kind::BinaryOperator) &&
                         c.tree.text(c.tree.child(around, Field::Operator)) == "%";
    if (is_rest) return around;
  }
  return kNoNode;
}

std::optional<Intents> limited_from_start(const Context& c, NodeId klass, std::string_view name,
                                          const std::vector<ContainerAccess>& accesses,
                                          NodeId limit) {
  const NodeId constructor = c.tree.ancestor(limit, Kind::FunctionDefinition);
  if (!is_parameter_or_number(c, limit)) return std::nullopt;
  for (const AttributeAccess& access : c.model.attribute_accesses(name)) {
    const NodeId store = access.is_store ? c.tree.parent(access.node) : NodeId{kNoNode};
    if (access.klass != klass || !c.tree.is(store, Kind::Assignment)) continue;
    const NodeId made = c.tree.child(store, Field::Right);
    const bool in_reach = made != kNoNode && c.tree.child(store, Field::Type) == kNoNode &&
                          c.model.function_of(store) == constructor;
    const bool empty = c.tree.is(made, Kind::List)
                           ? c.tree.first_child(made) == kNoNode
                           : c.tree.is(made, Kind::Call) && c.model.arguments(made).empty();
    const auto deque = c.edit.spell(made, "collections.deque");
    if (!in_reach || !empty || !deque || !serves_as_deque(c, accesses)) return std::nullopt;
    Intents intents =
        c.edit.replace(made, deque->text + "(maxlen=" + std::string(c.tree.text(limit)) + ")");
    append(intents, deque->imports);
    return intents;
  }
  return std::nullopt;
}

}  // namespace mlfix
