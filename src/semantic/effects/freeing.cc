// The knowledge tables know calls by qualified name; the words of the
// configuration go by the last name alone, because a project's own helper is
// imported from anywhere.

#include "semantic/effects/freeing.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_word_of(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const auto edge = [&](char c) { return c == ' ' || c == ','; };
    if ((at == 0 || edge(words[at - 1])) && (end == words.size() || edge(words[end]))) return true;
  }
  return false;
}

bool call_frees(const SemanticModel& model, NodeId call, std::string_view words) {
  const NodeId callee = model.tree().child(call, Field::Function);
  const CallableInfo* info = model.knowledge().callable(model.qualified_name(callee));
  if (info != nullptr && (info->effects & static_cast<EffectBits>(Effect::Frees)) != 0) return true;
  const std::string name = model.qualified_text(callee);
  const std::string_view method = model.method_name(call);
  const std::string_view last =
      !method.empty() ? method : std::string_view(name).substr(name.rfind('.') + 1);
  return !last.empty() && is_word_of(words, last);
}

NodeId find_freeing(const SemanticModel& model, NodeId root, std::string_view calls) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = root; n < tree.subtree_end(root); ++n) {
    const bool set_to_none = tree.is(n, Kind::Assignment) &&
                             tree.is(tree.child(n, Field::Right), Kind::None) &&
                             tree.child(n, Field::Type) == kNoNode;
    if (set_to_none || tree.is(n, Kind::DeleteStatement) ||
        (tree.is(n, Kind::Call) && call_frees(model, n, calls))) {
      return n;
    }
  }
  return kNoNode;
}

// By region and words: many objects are kept in one loop.
struct Freeings {
  std::map<std::pair<NodeId, std::string>, NodeId> known;
};

}  // namespace

NodeId freeing_in(const SemanticModel& model, NodeId region, std::string_view calls) {
  const NodeId root = region == kNoNode ? model.tree().root() : region;
  const auto [known, is_new] =
      model.notes<Freeings>().known.try_emplace({root, std::string(calls)}, kNoNode);
  if (is_new) known->second = find_freeing(model, root, calls);
  return known->second;
}

namespace {

bool is_harmless_method(const SemanticModel& model, NodeId call, std::string_view name) {
  if (model.means(Meaning::LooksUp, name)) return true;
  const NodeId receiver = model.receiver_of_call(call, name);
  const MethodInfo* info = model.knowledge().method(name, model.facts(receiver));
  return info != nullptr && !info->in_place && info->effects == 0 && !name.ends_with('_');
}

bool is_harmless_call(const SemanticModel& model, NodeId call) {
  if (model.callee(call) != kNoNode || model.callee_elsewhere(call)) return false;
  const NodeId called = called_expression(model, call);
  if (is_builtin(model, called)) {
    return model.means(Meaning::KeepsNothing, model.tree().text(called));
  }
  const CallableInfo* info = model.knowledge().callable(model.qualified_name(called));
  const bool copies = called_name(model.tree(), call) == "deepcopy";
  if (info != nullptr) return (info->pure_in_arguments || copies) && info->effects == 0;
  const std::string_view method = model.method_name(call);
  return !method.empty() && is_harmless_method(model, call, method);
}

// What a comprehension goes through may be an iterator, which moves on.
bool may_move_on(const SemanticModel& model, NodeId iterated) {
  constexpr FactSet kStanding = Fact::Container | Fact::Tensor | Fact::NdArray;
  iterated = model.strip_parentheses(iterated);
  return !model.tree().is(iterated, Kind::Call) && !model.facts(iterated).must.has_any(kStanding);
}

}  // namespace

bool may_be_left_out(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    switch (tree.kind(n)) {
      case Kind::Await:
      case Kind::Yield:
      case Kind::NamedExpression:
        return false;
      case Kind::Call:
        if (!is_harmless_call(model, n)) return false;
        break;
      case Kind::ForInClause:
        if (may_move_on(model, tree.child(n, Field::Right))) return false;
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace mlfix
