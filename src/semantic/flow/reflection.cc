// One mention of a reflecting word counts for the whole file: what is read through vars() or
// buffers() is not told from the words, but for what the arguments of the program are.

#include "semantic/flow/reflection.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/settings_names.h"

namespace mlfix {
namespace {

bool names_attribute(const SyntaxTree& tree, NodeId key, std::string_view attribute) {
  if (!tree.is(key, Kind::String)) return true;
  const std::string_view text = tree.text(key);
  return text.find(attribute) != text.npos || text.find('{') != text.npos;
}

struct Settings {
  explicit Settings(const SemanticModel& model) : names(settings_names(model.tree().source())) {}
  std::vector<std::string_view> names;
};

struct Reflection {
  std::optional<bool> is_mentioned;  // by a word of the tables, of what may be an object
};

// What is looked for: any value, or one that nobody can call.
enum class Sought : std::uint8_t { Any, NotCallable };

// Is the expression what the arguments of the program were parsed to, which no object of its code
// is part of, or a library?
bool is_apart_from_objects(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(expr, Kind::Identifier) && !tree.is(expr, Kind::Attribute)) return false;
  const NodeId root = root_of_path(model, expr);
  if (!tree.is(root, Kind::Identifier)) return false;
  const auto& settings = model.notes<Settings>(model).names;
  if (root == expr && std::ranges::binary_search(settings, tree.text(expr))) return true;
  const DefId def = model.bindings().reaching(root);
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Import) return false;
  const ProjectPlace& place = model.place();
  const std::string name = model.qualified_text(root);
  return !name.starts_with('.') && place.code != nullptr && place.file != kNoFile &&
         !place.project->resolve(place.file, name);
}

// Is the mention of a word by which attributes are read a read of nothing but these:
// vars(args), args.__dict__?
bool is_read_apart(const SemanticModel& model, NodeId word) {
  const SyntaxTree& tree = model.tree();
  const NodeId parent = tree.parent(word);
  if (tree.is(parent, Kind::Attribute) && tree.field(word) == Field::Attribute) {
    return tree.text(word) == "__dict__" &&
           is_apart_from_objects(model, tree.child(parent, Field::Object));
  }
  if (!tree.is(parent, Kind::Call) || tree.text(word) != "vars") return false;
  const std::vector<NodeId> arguments = model.arguments(parent);
  return arguments.size() == 1 && is_apart_from_objects(model, arguments.front());
}

// A copy of what holds a graph fails, which only those notice who handle the error.
bool mentions_reflection(const SemanticModel& model) {
  const auto& words = model.names(Meaning::ReadsByReflection);
  const auto is_mentioned = [&](std::string_view word) { return model.mentions(word); };
  const bool copies = std::ranges::any_of(model.names(Meaning::CopiesWhole), is_mentioned);
  if (!copies && std::ranges::none_of(words, is_mentioned)) return false;
  const SyntaxTree& tree = model.tree();
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (copies && (tree.is(n, Kind::ExceptClause) ||
                   (tree.is(n, Kind::Identifier) && tree.text(n) == "suppress"))) {
      return true;
    }
    if (!tree.is(n, Kind::Identifier)) continue;
    const bool reflects = words.contains(tree.text(n));
    if (reflects && !is_read_apart(model, n)) return true;
  }
  return false;
}

bool is_read_by_getattr(const SemanticModel& model, std::string_view attribute, Sought sought) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Call) ||
        !is_builtin_name(model, tree.child(n, Field::Function), "getattr")) {
      continue;
    }
    if (sought == Sought::NotCallable && model.consumer_of(n).role == Role::Callee) continue;
    const NodeId object = model.argument(n, 0, "");
    if (object != kNoNode && is_apart_from_objects(model, object)) continue;
    const NodeId key = model.argument(n, 1, "");
    if (key == kNoNode || names_attribute(tree, key, attribute)) return true;
  }
  return false;
}

}  // namespace

bool is_mentioned_elsewhere(const SemanticModel& model, std::string_view attribute) {
  const ProjectPlace& place = model.place();
  return place.code != nullptr && place.file != kNoFile &&
         place.code->mentions_attribute_elsewhere(place.file, attribute);
}

bool is_mentioned_by_kin(const SemanticModel& model, std::string_view attribute) {
  const ProjectPlace& place = model.place();
  return place.code != nullptr && place.file != kNoFile &&
         place.code->mentions_attribute_of_kin(place.file, attribute);
}

namespace {

bool finds_read_out_of_sight(const SemanticModel& model, std::string_view attribute,
                             Sought sought) {
  const ProjectPlace& place = model.place();
  if (place.code != nullptr && place.code->may_differentiate_attribute(place.file, attribute)) {
    return true;
  }
  std::optional<bool>& reflects = model.notes<Reflection>().is_mentioned;
  if (!reflects) reflects = mentions_reflection(model);
  return *reflects || (model.mentions("getattr") && is_read_by_getattr(model, attribute, sought));
}

struct ReadOutOfSight {
  std::map<std::string, bool, std::less<>> of;  // by attribute
};

}  // namespace

// All files and all calls of this one are asked, so each name is asked about once.
bool is_read_out_of_sight(const SemanticModel& model, std::string_view attribute) {
  auto& known = model.notes<ReadOutOfSight>().of;
  const auto at = known.find(attribute);
  if (at != known.end()) return at->second;
  return known.emplace(attribute, finds_read_out_of_sight(model, attribute, Sought::Any))
      .first->second;
}

bool is_data_read_out_of_sight(const SemanticModel& model, std::string_view attribute) {
  return finds_read_out_of_sight(model, attribute, Sought::NotCallable);
}

namespace {

bool is_computed_getattr(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  const bool reads =
      tree.is(n, Kind::Call) && is_builtin_name(model, tree.child(n, Field::Function), "getattr");
  return reads && !tree.is(model.argument(n, 1, ""), Kind::String);
}

// Has the class no bases but those of libraries?
bool derives_from_libraries(const SemanticModel& model, NodeId klass) {
  const NodeId bases = model.tree().child(klass, Field::Superclasses);
  if (bases == kNoNode) return true;
  for (const NodeId base : model.tree().children(bases)) {
    if (!model.knowledge().covers(Meaning::IgnoresAttributes, model.qualified_text(base))) {
      return false;
    }
  }
  return true;
}

// Is the call about the `self` of a class that `klass` does not derive from?
bool is_about_another_class(const SemanticModel& model, NodeId call, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  const NodeId object = model.argument(call, 0, "");
  const NodeId own = model.class_of(call);
  return object != kNoNode && tree.text(object) == "self" && own != kNoNode && own != klass &&
         derives_from_libraries(model, klass);
}

bool reads_computed_names(const SemanticModel& model, NodeId klass) {
  if (model.mentions("vars") || model.mentions("__dict__")) return true;
  if (!model.mentions("getattr")) return false;
  for (NodeId n = 0; n < model.tree().size(); ++n) {
    if (is_computed_getattr(model, n) && !is_about_another_class(model, n, klass)) return true;
  }
  return false;
}

}  // namespace

bool sees_readers(const SemanticModel& model, NodeId klass) {
  const ProjectPlace& place = model.place();
  return place.code != nullptr && place.file != kNoFile && place.code->sees_users(place.file) &&
         !reads_computed_names(model, klass);
}

}  // namespace mlfix
