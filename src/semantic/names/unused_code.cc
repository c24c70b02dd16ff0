// A definition is used by whoever mentions its name; a method by whoever may have an object of its
// class and mentions the name. What may be run without being mentioned is known by its form: it is
// decorated, or has a name that Python, a library or a test runner looks for.
//
// A name that a whole program binds nowhere ends the run where it is read. What a loop does before
// it counts as well: its first iteration reads all that stands under no condition, or under one
// that holds when its counter is 0.

#include "semantic/names/unused_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/repetition.h"
#include "semantic/control/trip_count.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/names/part.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/program_guard.h"

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

// Names that Python binds in every file, of version 2 as well, without those that begin with a
// capital letter or an underscore, sorted.
// In code: they belong to the language.
constexpr auto kBoundByPython = std::to_array<std::string_view>({
    "abs",        "aiter",      "all",          "anext",      "any",     "apply",      "ascii",
    "basestring", "bin",        "bool",         "breakpoint", "buffer",  "bytearray",  "bytes",
    "callable",   "chr",        "classmethod",  "cmp",        "coerce",  "compile",    "complex",
    "copyright",  "credits",    "delattr",      "dict",       "dir",     "divmod",     "enumerate",
    "eval",       "exec",       "execfile",     "exit",       "file",    "filter",     "float",
    "format",     "frozenset",  "getattr",      "globals",    "hasattr", "hash",       "help",
    "hex",        "id",         "input",        "int",        "intern",  "isinstance", "issubclass",
    "iter",       "len",        "license",      "list",       "locals",  "long",       "map",
    "max",        "memoryview", "min",          "next",       "object",  "oct",        "open",
    "ord",        "pow",        "print",        "property",   "quit",    "range",      "raw_input",
    "reduce",     "reload",     "repr",         "reversed",   "round",   "set",        "setattr",
    "slice",      "sorted",     "staticmethod", "str",        "sum",     "super",      "tuple",
    "type",       "unichr",     "unicode",      "vars",       "xrange",  "zip",
});

// By these a file gets at tables of names.
// In code: they belong to the language, and to IPython.
constexpr auto kTablesOfNames = std::to_array<std::string_view>({
    "__builtin__",
    "__builtins__",
    "__dict__",
    "builtins",
    "execfile",
    "get_ipython",
    "modules",
});

// May the file get names that it does not bind: from who runs its cells, by a star, by code in a
// text, or by tables of names?
bool gets_names_out_of_sight(const SemanticModel& model) {
  const Bindings& bindings = model.bindings();
  for (ScopeId s = 0; s < bindings.scope_count(); ++s) {
    model.work().spend();
    const Scope& scope = bindings.scope(s);
    if (scope.has_star_import || scope.has_dynamic_names) return true;
  }
  return is_run_in_cells(model) || std::ranges::any_of(kTablesOfNames, [&](std::string_view name) {
           return bindings.names_identifier(name);
         });
}

// Does no scope around the read bind the name, Python, or another file that sets it from outside?
// Tools that watch a program add names for decorators.
bool is_unbound(const SemanticModel& model, const Use& use) {
  const std::string_view name = model.tree().text(use.node);
  if (use.def != kNone || name.front() < 'a' || name.front() > 'z') return false;
  if (std::ranges::binary_search(kBoundByPython, name)) return false;
  if (model.bindings().lookup(model.bindings().scope_of(use.node), name) != nullptr) return false;
  for (NodeId n = use.node; !model.tree().is(n, Kind::Module); n = model.tree().parent(n)) {
    model.work().spend();
    const Kind kind = model.tree().kind(n);
    if (kind == Kind::Decorator || kind == Kind::Type || kind == Kind::TryStatement) return false;
    if (kind == Kind::FunctionDefinition) break;
  }
  const ProjectPlace& place = model.place();
  return place.code == nullptr || place.file == kNoFile ||
         !place.code->mentions_attribute_elsewhere(place.file, name);
}

constexpr std::size_t kMaxUnboundReads = 16;  // of a function

// By function, in source order.
using UnboundReads = std::unordered_map<NodeId, std::vector<NodeId>>;

// Where several names are bound nowhere it is the file that is not whole, not a name that is wrong:
// then it is as if there were none.
UnboundReads find_unbound_reads(const SemanticModel& model) {
  UnboundReads reads;
  if (!is_program(model.tree()) || gets_names_out_of_sight(model)) return reads;
  std::string_view name;
  for (UseId u = 0; u < model.bindings().use_count(); ++u) {
    model.work().spend();
    const Use& use = model.bindings().use(u);
    if (use.def != kNone || !is_unbound(model, use)) continue;
    const std::string_view its_name = model.tree().text(use.node);
    if (!name.empty() && name != its_name) return {};
    name = its_name;
    std::vector<NodeId>& known = reads[model.function_of(use.node)];
    if (known.size() < kMaxUnboundReads) known.push_back(use.node);
  }
  for (auto& [_, known] : reads) std::ranges::sort(known);
  return reads;
}

struct KnownUnboundReads {
  explicit KnownUnboundReads(const SemanticModel& model) : of(find_unbound_reads(model)) {}
  UnboundReads of;
};

std::span<const NodeId> unbound_reads_of(const SemanticModel& model, NodeId function) {
  const UnboundReads& reads = model.notes<KnownUnboundReads>(model).of;
  const auto found = reads.find(function);
  return found == reads.end() ? std::span<const NodeId>() : found->second;
}

// Does the loop over the iterable count from 0: the index of enumerate(x), range(n)? A wrapper such
// as tqdm() changes nothing.
bool counts_from_zero(const SemanticModel& model, NodeId iterable, bool is_first_of_several) {
  const SyntaxTree& tree = model.tree();
  constexpr int kMaxWrappers = 4;
  for (int i = 0; i < kMaxWrappers && tree.is(iterable, Kind::Call); ++i) {
    const NodeId called = tree.child(iterable, Field::Function);
    const std::vector<NodeId> arguments = model.arguments(iterable);
    if (arguments.empty()) return false;
    const bool has_one = arguments.size() == 1;
    if (model.is_named(called, "builtins.enumerate")) return is_first_of_several && has_one;
    if (model.is_named(called, "builtins.range")) return !is_first_of_several && has_one;
    if (!model.means(Meaning::PassesItems, last_name(tree, called))) return false;
    iterable = arguments.front();
  }
  return false;
}

// Is it a counter of the loop, which is 0 in the first iteration?
bool is_counter_of(const SemanticModel& model, NodeId loop, NodeId name) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(loop, Kind::ForStatement) || !tree.is(name, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(name);
  const NodeId target = tree.child(loop, Field::Left);
  const NodeId bound = def == kNone ? NodeId{kNoNode} : model.bindings().definition(def).node;
  if (bound == kNoNode) return false;
  const bool is_whole = bound == target;
  const bool is_first = tree.parent(bound) == target && tree.first_child(target) == bound;
  return (is_whole || is_first) &&
         counts_from_zero(model, tree.child(loop, Field::Right), is_first);
}

// Does the condition hold in the first iteration: `i % n == 0`, `i == 0`, `not i % n`?
bool holds_at_first(const SemanticModel& model, NodeId loop, NodeId condition) {
  const SyntaxTree& tree = model.tree();
  condition = model.strip_parentheses(condition);
  NodeId zero = tree.first_child(condition);
  if (tree.is(condition, Kind::ComparisonOperator)) {
    const bool asks_for_zero = tree.text(tree.child(condition, Field::Operators)) == "==" &&
                               tree.text(tree.last_child(condition)) == "0";
    if (!asks_for_zero) return false;
  } else if (!tree.is(condition, Kind::NotOperator)) {
    return false;
  }
  zero = model.strip_parentheses(zero);
  if (tree.is(zero, Kind::BinaryOperator) && tree.text(tree.child(zero, Field::Operator)) == "%") {
    zero = tree.child(zero, Field::Left);
  }
  return is_counter_of(model, loop, zero);
}

// Does each run of the block that the statement stands in get past it?
bool runs_with_block(const SemanticModel& model, NodeId statement) {
  const NodeId first = model.statements(model.block_of(statement)).front();
  return statement == first || post_dominates(model, statement, first);
}

// The statement of the loop's body whose first run reads the name, whatever comes before; or
// kNoNode.
NodeId part_that_reads_first(const SemanticModel& model, NodeId loop, NodeId read) {
  const SyntaxTree& tree = model.tree();
  NodeId part = model.statement_of(read);
  if (part != read && !has_run_behind(model, read, part)) return kNoNode;
  while (runs_with_block(model, part)) {
    const NodeId block = model.block_of(part), owner = tree.parent(block);
    if (owner == loop) return tree.child(loop, Field::Body) == block ? part : NodeId{kNoNode};
    const bool runs_at_first =
        (tree.is(owner, Kind::WithStatement) && has_run_behind(model, part, owner)) ||
        (tree.is(owner, Kind::IfStatement) && tree.field(block) == Field::Consequence &&
         holds_at_first(model, loop, tree.child(owner, Field::Condition)));
    if (!runs_at_first) return kNoNode;
    part = owner;
  }
  return kNoNode;
}

// Has `read`, whose function is that of `at`, run whenever `at` begins?
bool has_been_read(const SemanticModel& model, NodeId read, NodeId at) {
  if (dominates(model, read, at)) return true;
  for (const NodeId loop : model.loops_of(read)) {
    const NodeId part = part_that_reads_first(model, loop, read);
    if (part == kNoNode) return false;
    if (dominates(model, part, at)) return true;
    const bool has_iteration =
        model.trip_count(loop).certainly_runs || model.effects(loop).has(Effect::Backward);
    if (!has_iteration) return false;
    if (dominates(model, loop, at)) return true;
    read = loop;
  }
  return false;
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

NodeId unbound_read_before(const SemanticModel& model, NodeId at) {
  const std::span<const NodeId> reads = unbound_reads_of(model, model.function_of(at));
  const auto is_before = [&](NodeId read) { return has_been_read(model, read, at); };
  const auto found = std::ranges::find_if(reads, is_before);
  return found == reads.end() ? NodeId{kNoNode} : *found;
}

}  // namespace mlfix
