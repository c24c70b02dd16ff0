// How names, classes and callees of one file are resolved: the part of the
// semantic model that names.cc, classes.cc and callees.cc share with facts.cc.
// Rules use the queries of SemanticModel instead.
//
// Everything here follows definitions by name only and never asks for facts, so
// that facts can rest on it without going round in circles. Not thread-safe: a
// cache belongs to one model.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/symbol.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/project_entity.h"
#include "syntax/node_table.h"

namespace mlfix {

class SemanticModel;

// A class of this file with what its body and its header say.
struct ClassInfo {
  NodeId node = kNoNode;
  std::vector<NodeId> bases;          // classes of this file
  std::vector<NodeId> foreign_bases;  // base expressions that name other classes
  std::vector<std::pair<std::string_view, NodeId>> methods;         // name, function_definition
  std::vector<std::pair<std::string_view, NodeId>> sorted_methods;  // the same, by name
  std::vector<NodeId> derived;  // classes of this file that name this one as a base
};

// What a value is an instance of: a class of this file, one that the knowledge
// tables name, one of another file of the project, or neither.
struct ClassRef {
  NodeId node = kNoNode;
  Symbol symbol = kNoSymbol;
  ProjectEntity elsewhere = {};
  // Where it is not known, whose answer would tell: a function of another file that makes the
  // object, or a parameter of this file. Lost where values meet.
  ProjectEntity made_by = {};
  DefId given_to = kNone;
  bool known() const {
    return node != kNoNode || symbol != kNoSymbol || static_cast<bool>(elsewhere);
  }
  friend bool operator==(const ClassRef&, const ClassRef&) = default;
};

// One of the classes that a class gets its methods from: a class of this file, or the expression
// that names another.
struct Ancestor {
  NodeId klass = kNoNode;
  NodeId foreign_base = kNoNode;
  friend auto operator<=>(const Ancestor&, const Ancestor&) = default;
};

// A method, of this file or of another.
struct MethodRef {
  NodeId node = kNoNode;
  ProjectEntity elsewhere = {};
  bool known() const { return node != kNoNode || static_cast<bool>(elsewhere); }
  friend bool operator==(const MethodRef&, const MethodRef&) = default;
};

struct NamesCache {
  explicit NamesCache(const SyntaxTree& tree)
      : qualified(tree.size(), kUnset), callees(tree.size(), kUnset) {}
  static constexpr std::uint32_t kUnset = UINT32_MAX - 1;

  NodeTable<Symbol> qualified;                          // by node
  NodeTable<NodeId> callees;                            // by call node
  std::map<std::pair<DefId, int>, std::string> merged;  // by phi and depth
  bool classes_ready = false;
  std::vector<ClassInfo> classes;                                      // sorted by node
  std::unordered_map<std::string_view, std::vector<NodeId>> defining;  // classes, by method name
  bool call_sites_ready = false;
  std::unordered_map<NodeId, CallSites> call_sites;  // by function
  bool imports_ready = false;
  std::vector<std::string> imports;
  std::unordered_map<NodeId, ProjectEntity> named_elsewhere;                  // by expression
  std::map<std::string, std::string, std::less<>> libraries_by_star;          // by name
  std::unordered_map<NodeId, std::vector<Ancestor>> orders;                   // by class
  std::unordered_map<NodeId, std::vector<NodeId>> families, joined_families;  // by class
  // By name, which may be another file's, and by the class whose `self` the attribute is of,
  // kNoNode for other objects.
  std::map<std::string, std::unordered_map<NodeId, std::vector<AttributeAccess>>, std::less<>>
      accesses;
  std::unordered_map<NodeId, ProjectEntity> callees_elsewhere;  // by call
};

class NameResolver {
 public:
  NameResolver(const SemanticModel& model, NamesCache& cache);

  // names.cc
  Symbol symbol_of(NodeId expr);
  bool is_of_own_file(Symbol symbol, std::string_view text) const;
  std::string text_of(NodeId expr, int depth = 0);
  std::string name_of(DefId d) { return text_of_definition(d, 0); }
  // The library, or what of it, that star imports from other files bring under the name, or "".
  const std::string& library_by_star(std::string_view name);

  // What an attribute of the file's own module stands for, `this.f` with
  // `this = sys.modules[__name__]`; kNone for others, and where the name is bound more than once.
  DefId named_in_own_module(NodeId attribute);

  // classes.cc
  const std::vector<ClassInfo>& classes();
  const ClassInfo* class_info(NodeId klass);
  // Class of this file that an expression names, or kNoNode.
  NodeId class_named_by(NodeId expr, int depth = 0);
  // The class and those that it gets its methods from, in the order in which Python asks them.
  const std::vector<Ancestor>& order_of(NodeId klass);
  // The method of that name, own or inherited, or kNoNode: also where it is another file's, or
  // where something else than a `def` binds the name.
  NodeId find_method(NodeId klass, std::string_view name);
  // What super() finds in a method of `klass`, where all classes of the file that derive from it
  // agree.
  MethodRef method_after(NodeId klass, std::string_view name);
  // The class whose method calls super(), or the one that super(Class, self) names; or kNoNode.
  NodeId class_before_super(NodeId call);
  // The classes of the file that define a method of that name, in source order.
  const std::vector<NodeId>& classes_defining(std::string_view name);
  // All methods of the file that have one of the names, in source order.
  std::vector<NodeId> methods_named(std::span<const std::string_view> names);
  // Errs to true where hundreds of classes derive from the class.
  bool overridden_below(NodeId klass, std::string_view name);
  // The class and all that derive from it, in source order; nothing when they are more than
  // anybody writes in one file.
  std::optional<std::vector<NodeId>> with_derived(NodeId klass);
  // The class and those of its ancestors that are in this file, nearest first.
  std::vector<NodeId> with_ancestors(NodeId klass);
  bool derives(NodeId klass, NodeId ancestor, int depth = 0);
  // The class itself and everything above and below it in this file.
  bool related(NodeId a, NodeId b) { return derives(a, b) || derives(b, a); }
  // The accesses of the attribute that may be those of an object of the class, in source order:
  // through the `self` of related classes, and through anything else. Linear in them, once the
  // family of the class is known.
  std::vector<AttributeAccess> accesses_of_family(NodeId klass, std::string_view name);
  // The same, with classes that are related by a class that derives from both.
  std::vector<AttributeAccess> accesses_of_joined_family(NodeId klass, std::string_view name);
  // First parameter of a method that is not static: `self`, or `cls`.
  bool is_self(NodeId identifier);
  NodeId class_of_self(NodeId identifier);

  // callees.cc
  NodeId callee(NodeId call);
  NodeId item_setter(NodeId subscript);
  ClassRef class_of_value(NodeId expr, int depth = 0);
  NodeId function_of_definition(DefId d);
  // The class as other files know it; none where they can't name it.
  ProjectEntity entity_of_class(const ClassRef& klass);

  // entries.cc
  ClassRef class_of_entry(NodeId subscript, int depth);

  // names_elsewhere.cc
  // What a name or dotted name stands for in another file of the project.
  ProjectEntity named_elsewhere(NodeId expr);
  ProjectEntity class_elsewhere(NodeId expr);
  ProjectEntity callee_elsewhere(NodeId call);
  // The method that a class of this file inherits from one of another file.
  ProjectEntity method_elsewhere(NodeId klass, std::string_view name);

 private:
  const std::vector<DefId>& bound_by_others(const Variable& variable) const;
  // More than so many functions are not asked what they bind a variable to: it may be anything.
  static constexpr std::size_t kMostBindings = 8;
  // What a read of the variable stands for that the definition reaches, by what each definition of
  // it stands for; `none` where functions bind it to something else, through `global`.
  template <typename Answer, typename Ask>
  Answer agreed_of(DefId d, Answer none, Ask ask) const {
    const Answer own = ask(d);
    const std::vector<DefId>& others = bound_by_others(bindings_.variable_of(d));
    if (others.size() > kMostBindings) return none;
    for (const DefId other : others) {
      if (other != d && !(ask(other) == own)) return none;
    }
    return own;
  }
  void add_ancestors(NodeId klass, int depth, std::vector<Ancestor>& all);
  MethodRef first_method(std::span<const Ancestor> order, std::string_view name);
  std::vector<NodeId> reached_classes(NodeId klass, bool upwards);
  const std::vector<NodeId>& family(NodeId klass);
  const std::vector<NodeId>& joined_family(NodeId klass);
  std::vector<AttributeAccess> accesses_of(const std::vector<NodeId>& classes,
                                           std::string_view name);
  ProjectEntity resolve_elsewhere(NodeId function);
  ProjectEntity attribute_elsewhere(NodeId attribute);
  ProjectEntity run_instance_elsewhere(const ClassRef& klass);
  std::string text_of_definition(DefId d, int depth);
  std::string text_of_merge(DefId phi, int depth);
  std::string text_of_free_name(NodeId identifier);
  NodeId class_of_definition(DefId d, int depth);
  NodeId resolve_callee(NodeId function, int depth);
  NodeId callee_by_name(NodeId identifier, int depth);
  NodeId callee_by_attribute(NodeId attribute, int depth);
  NodeId method_on_self(NodeId klass, std::string_view name);
  NodeId call_of_instance(const ClassRef& klass);
  ClassRef class_of_defined(DefId d, int depth);
  ClassRef class_of_call(NodeId call, int depth);
  ClassRef class_of_attribute(NodeId attribute, int depth);
  ClassRef class_of_stored(const std::vector<NodeId>& stores, int depth);
  ClassRef class_of_annotation(NodeId type);
  ClassRef class_of_given(DefId parameter, int depth);
  ClassRef class_given_by(const std::vector<NodeId>& calls, DefId parameter, int depth);
  ClassRef class_given_elsewhere(DefId parameter, NodeId function, ClassRef here);
  ClassRef class_of_result(NodeId function, int depth);
  ClassRef class_made_elsewhere(ProjectEntity function);
  ClassRef class_of_entity(ProjectEntity klass);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  NamesCache& cache_;
};

// The right side that gives its value to the assignment target `target`, or
// kNoNode: only for a target that is assigned whole (`t = v`, `(t := v)`).
NodeId assigned_value(const SyntaxTree& tree, NodeId target);

// `c` of the right side `b = c` in `a = b = c`, or the right side itself where it is no
// assignment. Constant after the first time in a chain.
NodeId value_of_chain(const SemanticModel& model, NodeId right);

// What the target of an assignment is bound to, alone or at its place: Critic() of b in
// `a, b = Net(), Critic()`; kNoNode where that is no expression of its own.
NodeId value_bound_to(const SemanticModel& model, NodeId target);

// The same of a definition, as an assignment makes it; kNoNode of any other.
NodeId value_bound_by(const SemanticModel& model, const Definition& definition);

// How deep chains of aliases, phis and bases are followed.
inline constexpr int kMaxNameDepth = 12;
// What a merge of several values costs of that depth: it bounds the fan-out.
inline constexpr int kPhiDepth = 3;

}  // namespace mlfix
