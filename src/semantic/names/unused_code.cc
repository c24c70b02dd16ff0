// A definition is used by whoever mentions its name; a method by whoever may have an object of its
// class and mentions the name. What may be run without being mentioned is known by its form: it is
// decorated, or has a name that Python, a library or a test runner looks for.

#include "semantic/names/unused_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/names/part.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_looked_for_by_name(std::string_view name) {
  return name.starts_with("__") || name == "main" || name == "forward" ||
         name.starts_with("test") || name.starts_with("Test");
}

// Is it decorated by more than says how the method is bound?
bool may_be_registered(const SyntaxTree& tree, NodeId definition) {
  if (!tree.is(tree.parent(definition), Kind::DecoratedDefinition)) return false;
  if (!tree.is(definition, Kind::FunctionDefinition)) return true;
  return std::ranges::any_of(decorators(tree, definition), [&](NodeId decorator) {
    const std::string_view text = tree.text(decorator);
    return text != "staticmethod" && text != "classmethod";
  });
}

constexpr int kMaxBases = 20;

// A base that calls no method that a subclass adds.
bool is_plain_base(const SemanticModel& model, std::string_view base) {
  const Knowledge& knowledge = model.knowledge();
  return base == "object" || base == "ABC" || base.ends_with(".ABC") ||
         knowledge.canonical_text(base) == knowledge.canonical_text("torch.nn.Module");
}

// The class of this file that the name stands for, or kNoNode.
NodeId class_of_base(const SemanticModel& model, NodeId base) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(base, Kind::Identifier) ? model.bindings().reaching(base) : DefId{kNone};
  const NodeId holder =
      def == kNone ? NodeId{kNoNode} : tree.parent(model.bindings().definition(def).node);
  return tree.is(holder, Kind::ClassDefinition) ? holder : NodeId{kNoNode};
}

// Does the class derive from one that is out of sight, whose code may call methods by names of its
// own, or is it made by a class like that?
bool inherits_out_of_sight(const SemanticModel& model, NodeId klass, int depth = 0) {
  const SyntaxTree& tree = model.tree();
  const NodeId bases = tree.child(klass, Field::Superclasses);
  if (bases == kNoNode) return false;
  if (depth == kMaxBases) return true;
  const Project& project = *model.place().project;
  for (NodeId base = tree.first_child(bases); base != kNoNode; base = tree.next_sibling(base)) {
    if (const NodeId own = class_of_base(model, base); own != kNoNode && own != klass) {
      if (inherits_out_of_sight(model, own, depth + 1)) return true;
    } else if (const ProjectEntity other = model.class_elsewhere(base)) {
      const auto is_strange = [&](const std::string& name) { return !is_plain_base(model, name); };
      if (project.any_foreign_base(other, is_strange)) return true;
    } else if (!is_plain_base(model, tree.text(base)) &&
               !is_plain_base(model, model.qualified_text(base))) {
      return true;
    }
  }
  return false;
}

// May code out of sight run it, which looks for it by what it is?
bool may_be_run_out_of_sight(const SemanticModel& model, NodeId definition) {
  const SyntaxTree& tree = model.tree();
  if (may_be_registered(tree, definition)) return true;
  if (tree.is(definition, Kind::ClassDefinition)) return model.framework_of(definition) != nullptr;
  const NodeId klass = model.method_class(definition);
  return klass != kNoNode && inherits_out_of_sight(model, klass);
}

// Is it an attribute of a part of `self`?
bool is_of_part(const SyntaxTree& tree, const AttributeAccess& access) {
  return tree.is(access.object, Kind::Attribute) &&
         tree.text(tree.child(access.object, Field::Object)) == "self";
}

// Does the file mention the name in another way than as an attribute, or to define it?
bool mentions_otherwise(const SemanticModel& model, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = 0; n < tree.size(); ++n) {
    model.work().spend();
    if (tree.is(n, Kind::String) && string_content(tree, n) == name) return true;
    if (!tree.is(n, Kind::Identifier) || tree.text(n) != name) continue;
    const NodeId parent = tree.parent(n);
    const bool is_attribute = tree.is(parent, Kind::Attribute) && tree.field(n) != Field::Object;
    const bool is_defined =
        (tree.is(parent, Kind::FunctionDefinition) || tree.is(parent, Kind::ClassDefinition)) &&
        tree.field(n) == Field::Name;
    if (!is_attribute && !is_defined) return true;
  }
  return false;
}

// Is it a method of a class of which the file makes no object, and whose name it only mentions for
// what parts of such objects have? A part that the class doesn't make is of another class.
bool is_unused_method(const SemanticModel& model, NodeId klass, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  const ProjectPlace& place = model.place();
  const std::string_view owner = tree.text(tree.child(klass, Field::Name));
  const auto is_other = [&](const AttributeAccess& access) { return is_of_part(tree, access); };
  return std::ranges::all_of(model.attribute_accesses(name), is_other) &&
         !place.code->may_be_used(place.file, fmt::format("{}.{}", owner, name)) &&
         model.attribute_accesses(owner).empty() && !mentions_otherwise(model, name) &&
         !mentions_otherwise(model, owner);
}

}  // namespace

NodeId unused_code_around(const SemanticModel& model, NodeId at) {
  const ProjectPlace& place = model.place();
  if (place.code == nullptr || place.file == kNoFile) return kNoNode;
  const SyntaxTree& tree = model.tree();
  for (NodeId n = at; n != kNoNode && n != tree.root(); n = tree.parent(n)) {
    const bool is_function = tree.is(n, Kind::FunctionDefinition);
    if (!is_function && !tree.is(n, Kind::ClassDefinition)) continue;
    if (model.function_of(n) != kNoNode) continue;  // is as used as the function around it
    const std::string_view name = tree.text(tree.child(n, Field::Name));
    if (is_looked_for_by_name(name) || may_be_run_out_of_sight(model, n)) continue;
    if (!place.code->may_be_used(place.file, name)) return n;
    const NodeId klass = is_function ? model.method_class(n) : NodeId{kNoNode};
    if (klass != kNoNode && is_unused_method(model, klass, name)) return n;
  }
  return kNoNode;
}

}  // namespace mlfix
