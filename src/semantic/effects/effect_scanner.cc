// What statements and expressions do by themselves: one pass over the nodes of a region, without
// the functions that it only defines. What stands behind an operator, an item, a `with` or a loop
// is run without being named: its methods are noted by their names, for whoever joins what they do.

#include "semantic/effects/effect_scanner.h"

#include <algorithm>
#include <array>

#include "semantic/binding/binding.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/kept_values.h"
#include "semantic/flow/revealed.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/operators.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {

EffectScanner::EffectScanner(const SemanticModel& model, FlowCaches& caches, NamesCache& names,
                             EffectSet wanted)
    : model_(model),
      tree_(model.tree()),
      place_(model.place()),
      work_(model.work()),
      wanted_(wanted),
      caches_(caches),
      known_(known_effects(caches, wanted)),
      calls_(model, names) {}

DirectEffects EffectScanner::scan(NodeId first, NodeId last) {
  DirectEffects outer = std::move(found_);
  found_ = {};
  const NodeId end = tree_.subtree_end(last);
  work_.spend(end - first);
  for (NodeId n = first; n < end;) {
    const Kind kind = tree_.kind(n);
    if (kind == Kind::FunctionDefinition || kind == Kind::Lambda) {
      if (wanted_ == EffectSet::All) add_bits(found_.effects, keeping_of(model_, n), n);
      n = tree_.subtree_end(n);  // defining is not running
      continue;
    }
    node(n);
    ++n;
  }
  DirectEffects result = std::move(found_);
  found_ = std::move(outer);
  return result;
}

void EffectScanner::node(NodeId n) {
  if (wanted_ == EffectSet::All) {
    add_bits(found_.effects, keeping_of(model_, n), n);
    if (may_observe_graph(model_, n)) add(found_.effects, Effect::MayNeedGraph, n);
  }
  switch (tree_.kind(n)) {
    case Kind::Call:
      return call(n);
    case Kind::Attribute:
      return attribute(n);
    case Kind::Yield:
      return add(found_.effects, Effect::Yields, n);
    case Kind::Await:
      return add(found_.effects, Effect::Awaits, n);
    case Kind::BinaryOperator:
    case Kind::AugmentedAssignment:
    case Kind::Subscript:
      return operation(n);
    case Kind::WithItem:
      return with_item(n);
    case Kind::ForStatement:
    case Kind::ForInClause:
      loop(n);
      [[fallthrough]];
    case Kind::WithStatement:
      if (tree_.is_async(n)) add(found_.effects, Effect::Awaits, n);
      return;
    default:
      return;
  }
}

bool EffectScanner::is_store_target(NodeId n) const {
  NodeId up = tree_.parent(n);
  while (tree_.is(up, Kind::PatternList) || tree_.is(up, Kind::TuplePattern)) {
    n = up;
    up = tree_.parent(up);
  }
  return (tree_.is(up, Kind::Assignment) || tree_.is(up, Kind::AugmentedAssignment)) &&
         tree_.field(n) == Field::Left;
}

// Iterating runs code. A display, a range or a tensor gives its items by itself.
void EffectScanner::loop(NodeId n) {
  const NodeId source = tree_.child(n, Field::Right);
  if (source != kNoNode) goes_through(n, source);
}

void EffectScanner::goes_through(NodeId n, NodeId source) {
  if (found_.iterates != kNoNode) return;
  const NodeId value = model_.strip_parentheses(source);
  const Kind kind = tree_.kind(value);
  if (kind == Kind::List || kind == Kind::Tuple || kind == Kind::String) return;
  if (kind == Kind::Call && is_builtin_name(model_, called_expression(model_, value), "range")) {
    return;
  }
  const Facts facts = model_.facts(value);
  if (facts.must_be(Fact::Tensor) || facts.must_be(Fact::NdArray)) return;
  found_.iterates = n;
}

// An operator or a subscript runs a method of its operand, where that is of a class.
void EffectScanner::operation(NodeId n) {
  if (tree_.is(n, Kind::Subscript)) {
    const NodeId object = tree_.child(n, Field::Value);
    if (is_store_target(n)) return runs_method_of(object, n, kItemSetter);
    if (model_.mentions(kMissingItem)) found_.by_name.emplace(kMissingItem, n);  // of dicts, too
    return runs_method_of(object, n, kItemGetter);
  }
  const NodeId token = tree_.child(n, Field::Operator);
  if (token == kNoNode) return;
  const std::span<const std::string_view> methods = operator_methods(tree_.text(token));
  for (const Field side : {Field::Left, Field::Right}) {
    if (const NodeId object = tree_.child(n, side); object != kNoNode) {
      runs_method_of(object, n, methods);
    }
  }
}

void EffectScanner::with_item(NodeId n) {
  NodeId object = tree_.child(n, Field::Value);
  if (tree_.is(object, Kind::AsPattern)) object = tree_.first_child(object);
  if (object != kNoNode) runs_method_of(object, n, kWithItem);
}

void EffectScanner::runs_method_of(NodeId object, NodeId n,
                                   std::span<const std::string_view> methods) {
  const Facts facts = model_.facts(object);
  if (!facts.may.empty() || !facts.must.empty()) return;
  for (const std::string_view method : methods) found_.by_name.emplace(method, n);
}

void EffectScanner::property(NodeId n, std::string_view name) {
  if (properties().contains(name)) found_.by_name.emplace(name, n);
  if (place_.code == nullptr || place_.file == kNoFile) return;
  if (place_.code->may_be_property_around(place_.file, name)) {
    found_.by_name.emplace(name, n);
    found_.by_name_elsewhere.emplace(name, n);
  }
}

void EffectScanner::attribute(NodeId n) {
  const std::string_view name = last_name(tree_, n);
  if (is_store_target(n)) return stored_attribute(n);
  property(n, name);
  const NodeId parent = tree_.parent(n);
  if (tree_.is(parent, Kind::Call) && tree_.field(n) == Field::Function) return;
  if (!model_.means(Meaning::GraphAttribute, name)) return;
  if (!model_.qualified_text(n).empty()) return;  // torch.autograd.grad
  const NodeId object = tree_.child(n, Field::Object);
  if (name == "requires_grad" && model_.facts(object).must_be(Fact::Parameter)) return;
  add(found_.effects, Effect::ReadsGradMode, n);
}

void EffectScanner::stored_attribute(NodeId n) {
  const std::string_view name = last_name(tree_, n);
  property(n, name);
  NodeId assignment = tree_.parent(n);
  while (!tree_.is(assignment, Kind::Assignment) &&
         !tree_.is(assignment, Kind::AugmentedAssignment)) {
    assignment = tree_.parent(assignment);
  }
  const NodeId value = tree_.child(assignment, Field::Right);
  if (name == "grad") {
    const bool resets = tree_.is(value, Kind::None);
    add(found_.effects, resets ? Effect::ZeroGrad : Effect::MutatesParameters, n);
  } else if (name == "requires_grad") {
    const Effect effect =
        is_literal_false(tree_, value) ? Effect::MutatesParameters : Effect::RequiresGrad;
    add(found_.effects, effect, n);
  } else if (name == "data") {
    add(found_.effects, Effect::MutatesParameters, n);
  }
}

// ---- layers that compute in another way while gradients are off ----------------------
//
// Where the file names one, a fix that switches gradients off may change what is computed.

namespace {

// A name that classes of other libraries and of the program have, too.
constexpr std::string_view kCommonLayer = "Transformer";
// In code: functions of the table with names that anything may have.
constexpr std::array<std::string_view, 2> kCommonFunctions{"cond", "svd"};

bool is_common_function(std::string_view name) {
  return std::ranges::find(kCommonFunctions, name) != kCommonFunctions.end();
}

// In code: the layer, by two names, that lays out what it gives otherwise while gradients are off.
// Who asks for a view of that may be refused.
bool lays_out_otherwise(std::string_view name) {
  return name == "MaxPool1d" || name == "max_pool1d";
}

}  // namespace

bool EffectScanner::is_fast_path_mention(NodeId identifier) const {
  const NodeId parent = tree_.parent(identifier);
  const bool is_attribute =
      tree_.is(parent, Kind::Attribute) && tree_.field(identifier) == Field::Attribute;
  const std::string name = model_.qualified_text(is_attribute ? parent : identifier);
  if (name.starts_with("torch.")) return true;
  if (is_common_function(tree_.text(identifier))) return false;
  if (is_attribute) return name.empty() || tree_.text(identifier) != kCommonLayer;
  const DefId def = model_.bindings().reaching(identifier);
  if (def == kNone) return model_.bindings().definition_at(identifier) == kNone;
  return model_.bindings().definition(def).kind != DefKind::Class &&
         tree_.text(identifier) != kCommonLayer;
}

// norm(x, 2, dim=(1, 2)), x.norm(p="nuc"): a norm of matrices that asks for their singular values.
bool EffectScanner::is_norm_of_singular_values(NodeId call) const {
  if (!tree_.is(call, Kind::Call) || called_name(tree_, call) != "norm") return false;
  const bool in_linalg =
      model_.qualified_text(tree_.child(call, Field::Function)).starts_with("torch.linalg.");
  const auto asks = [&](NodeId order) {
    if (order == kNoNode) return false;
    const std::string_view text = tree_.text(order);
    return text.find("nuc") != text.npos || (in_linalg && text.ends_with('2'));
  };
  const NodeId over = model_.argument(call, 2, "dim");
  const bool of_vectors = over != kNoNode && tree_.is(over, Kind::Integer);
  const std::vector<NodeId> arguments = model_.arguments(call);
  return !of_vectors && std::ranges::any_of(arguments, asks);
}

// Does the file name a layer, or a function, that has a fast path?
bool EffectScanner::names_fast_path() {
  if (caches_.names_fast_path) return *caches_.names_fast_path;
  const bool norms = model_.mentions("norm") &&
                     (model_.mentions("linalg") || tree_.source().find("nuc") != std::string::npos);
  const bool word =
      norms || std::ranges::any_of(model_.names(Meaning::FastPathClass),
                                   [&](std::string_view w) { return model_.mentions(w); });
  const bool views = model_.mentions("view");
  bool found = false;
  for (NodeId n = 0; word && !found && n < tree_.size(); ++n) {
    found = norms && is_norm_of_singular_values(n);
    if (!tree_.is(n, Kind::Identifier) || !model_.means(Meaning::FastPathClass, tree_.text(n)))
      continue;
    if (!views && lays_out_otherwise(tree_.text(n))) continue;
    found = is_fast_path_mention(n);
  }
  caches_.names_fast_path = found;
  return found;
}

// Layers that come from elsewhere are known by what they are given.
bool EffectScanner::file_has_fast_path() {
  return names_fast_path() ||
         std::ranges::any_of(model_.knowledge().hints().words(Hint::Attention),
                             [&](std::string_view w) { return model_.mentions(w); });
}

}  // namespace mlfix
