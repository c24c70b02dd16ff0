// What the entries of a dict or list are instances of: `meters["loss"]` after
// `meters = {"loss": AverageMeter()}`, `self.stats[split][name]` after
// `self.stats[split][name] = AverageMeter()`.
//
// A container is known when everything that is put into it can be seen: what it
// starts with, and every use of it in this file. One use that could put something
// in unseen (it is handed on, returned, given another name) and nothing is known.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/symbol.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/name_resolver.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Bounds the work for a container that a generated file uses everywhere.
constexpr std::size_t kMostUses = 64;

// Collects the class of the entries that are `levels` subscripts deep.
class EntryCollector {
 public:
  EntryCollector(const SemanticModel& model, NameResolver& names, int depth)
      : model_(model), tree_(model.tree()), names_(names), depth_(depth) {}

  ClassRef name(NodeId identifier, int levels) {
    const Bindings& bindings = model_.bindings();
    const DefId def = bindings.reaching(identifier);
    if (def == kNone || bindings.definition(def).kind != DefKind::Assign) return {};
    const Definition& definition = bindings.definition(def);
    if (!definition.phis.empty() || definition.uses.size() > kMostUses) return {};
    held(definition.value, levels);
    for (const UseId use : definition.uses) used(bindings.use(use).node, levels);
    return answer();
  }

  ClassRef attribute(NodeId attribute, int levels) {
    const auto& accesses =
        model_.attribute_accesses(tree_.text(tree_.child(attribute, Field::Attribute)));
    const bool starts_here = std::ranges::any_of(accesses, &AttributeAccess::is_store);
    if (!starts_here || accesses.size() > kMostUses) return {};
    for (const AttributeAccess& access : accesses) {
      if (access.is_store) held(assigned_value(tree_, access.node), levels);
      if (access.is_load) used(access.node, levels);
    }
    return answer();
  }

 private:
  ClassRef answer() const { return unseen_ ? ClassRef{} : agreed_; }

  // The container holds, `levels` subscripts down, what `value` does.
  void held(NodeId value, int levels);
  void held_by_call(NodeId call, int levels);
  void made_by(NodeId factory, int levels);
  void used(NodeId expr, int levels);
  void instance(NodeId value);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NameResolver& names_;
  int depth_;
  ClassRef agreed_;
  bool unseen_ = false;
};

void EntryCollector::instance(NodeId value) {
  const ClassRef klass = names_.class_of_value(value, depth_);
  unseen_ = unseen_ || !klass.known() || (agreed_.known() && !(agreed_ == klass));
  agreed_ = klass;
}

void EntryCollector::held(NodeId value, int levels) {
  value = model_.strip_parentheses(value);
  if (unseen_) return;
  if (value == kNoNode) {
    unseen_ = true;
    return;
  }
  if (levels == 0) return instance(value);
  switch (tree_.kind(value)) {
    case Kind::Dictionary:
    case Kind::List:
    case Kind::Tuple:
      for (const NodeId entry : tree_.children(value)) {
        held(tree_.is(entry, Kind::Pair) ? tree_.child(entry, Field::Value) : entry, levels - 1);
      }
      return;
    case Kind::DictionaryComprehension:
    case Kind::ListComprehension: {
      const NodeId body = tree_.child(value, Field::Body);
      return held(tree_.is(body, Kind::Pair) ? tree_.child(body, Field::Value) : body, levels - 1);
    }
    case Kind::Call:
      return held_by_call(value, levels);
    default:
      unseen_ = true;
  }
}

void EntryCollector::held_by_call(NodeId call, int levels) {
  const std::string callee = model_.qualified_text(tree_.child(call, Field::Function));
  const std::vector<NodeId> arguments = model_.arguments(call);
  if (model_.means(Meaning::MakesDefaults, callee) && arguments.size() == 1) {
    return made_by(arguments.front(), levels - 1);
  }
  const bool plain =
      callee == "dict" || callee == "list" || model_.means(Meaning::CopiesMapping, callee);
  unseen_ = unseen_ || !plain || arguments.size() > 1;
  for (const NodeId argument : arguments) held(argument, levels);
}

// What a defaultdict puts in: `AverageMeter`, `dict`, `lambda: AverageMeter()`.
void EntryCollector::made_by(NodeId factory, int levels) {
  if (tree_.is(factory, Kind::Lambda)) return held(tree_.child(factory, Field::Body), levels);
  const std::string name = model_.qualified_text(factory);
  if (levels > 0 &&
      (name == "dict" || name == "list" || model_.means(Meaning::CopiesMapping, name)))
    return;
  const NodeId klass = levels == 0 ? names_.class_named_by(factory) : kNoNode;
  const ClassRef made{klass, kNoSymbol, {}};
  unseen_ = unseen_ || !made.known() || (agreed_.known() && !(agreed_ == made));
  agreed_ = made;
}

void EntryCollector::used(NodeId expr, int levels) {
  if (unseen_) return;
  if (levels == 0) return;  // an entry; what is done to it does not change its class
  const NodeId parent = tree_.parent(expr);
  if (tree_.is(parent, Kind::Subscript) && tree_.child(parent, Field::Value) == expr) {
    const NodeId value = assigned_value(tree_, parent);
    return value != kNoNode ? held(value, levels - 1) : used(parent, levels - 1);
  }
  const Consumer consumer = model_.consumer_of(expr);
  switch (consumer.role) {
    case Role::Compared:
    case Role::Condition:
    case Role::Discarded:
    case Role::Formatted:
    case Role::Deleted:
    case Role::Index:
      return;
    case Role::Iterated:
      unseen_ = unseen_ || levels > 1;  // the target names an inner container
      return;
    case Role::Argument:
      unseen_ = unseen_ || levels > 1 ||
                !model_.means(Meaning::ReadsContainer,
                              tree_.text(tree_.child(consumer.node, Field::Function)));
      return;
    case Role::MethodReceiver:
      if (consumer.name == "append") return held(model_.argument(consumer.node, 0, ""), levels - 1);
      if (consumer.name == "setdefault") {
        return held(model_.argument(consumer.node, 1, ""), levels - 1);
      }
      unseen_ = unseen_ || !model_.means(Meaning::ReadsEntries, consumer.name) || levels > 1;
      return;
    default:
      unseen_ = true;
  }
}

}  // namespace

ClassRef NameResolver::class_of_entry(NodeId subscript, int depth) {
  int levels = 0;
  NodeId container = subscript;
  for (; tree_.is(container, Kind::Subscript); ++levels) {
    if (tree_.is(tree_.child(container, Field::Subscript), Kind::Slice)) return {};
    container = model_.strip_parentheses(tree_.child(container, Field::Value));
  }
  EntryCollector collector(model_, *this, depth + kPhiDepth);
  if (tree_.is(container, Kind::Identifier)) return collector.name(container, levels);
  if (tree_.is(container, Kind::Attribute)) return collector.attribute(container, levels);
  return {};
}

}  // namespace mlfix
