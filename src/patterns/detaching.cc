// The template without `.detach()` is compiled as a pattern, and has to match where the rule
// does, each variable with the code that it has there. The order of named arguments may differ, as
// in all patterns: it is not the template that is written then, but `.detach()` after the
// values, so the fix is the change that is judged.

#include "patterns/detaching.h"

#include <algorithm>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix::patterns {
namespace {

constexpr std::string_view kDetach = ".detach()";

// $X, where `call` is $X.detach().
std::optional<Variable> detached_by(const Pattern& pattern, NodeId call) {
  const SyntaxTree& tree = pattern.tree();
  const NodeId called = tree.child(call, Field::Function);
  if (!tree.is(call, Kind::Call) || !tree.is(called, Kind::Attribute)) return std::nullopt;
  const NodeId object = tree.child(called, Field::Object);
  const Part part = pattern.part(object);
  const bool bare =
      tree.is(object, Kind::Identifier) && part.slot == Slot::One && part.variable != kAnonymous;
  const bool detaches = tree.text(tree.child(called, Field::Attribute)) == "detach" &&
                        tree.first_child(tree.child(call, Field::Arguments)) == kNoNode;
  return bare && detaches ? std::optional(part.variable) : std::nullopt;
}

std::size_t times_named(const Pattern& pattern, Variable variable) {
  const SyntaxTree& tree = pattern.tree();
  std::size_t times = 0;
  for (NodeId p = 0; p < tree.size(); ++p) {
    if (!tree.is(p, Kind::Identifier) || pattern.part(p).slot == Slot::Code) continue;
    if (pattern.part(p).variable == variable) ++times;
  }
  return times;
}

bool is_same_capture(const SemanticModel& model, const Captures& a, const Captures& b, Variable v) {
  if (!a.of(v)) return true;
  return b.of(v) && std::ranges::equal(*a.of(v), *b.of(v), [&](NodeId one, NodeId other) {
           return is_same_code(model, one, other);
         });
}

bool may_change_argument(const SemanticModel& model, const Consumer& consumer) {
  const NodeId called = model.tree().child(consumer.node, Field::Function);
  const std::string_view method = model.method_name(consumer.node);
  if (method.empty()) return true;
  const NodeId receiver = model.tree().child(called, Field::Object);
  return !model.means(Meaning::StoresArgument, method, receiver) &&
         !model.means(Meaning::LogsOnly, method, receiver);
}

}  // namespace

std::optional<Detaching> Detaching::of(const Phrase& code, const Pattern& compiled,
                                       Variables& variables, std::span<const std::string> modules) {
  std::vector<Variable> detached;
  for (NodeId p = 0; p < compiled.tree().size(); ++p) {
    const auto variable = detached_by(compiled, p);
    if (!variable) continue;
    // One that stands elsewhere, too, is the graph's owner there.
    if (times_named(compiled, *variable) != 1) return std::nullopt;
    detached.push_back(*variable);
  }
  if (detached.empty()) return std::nullopt;
  Phrase before = code;
  std::size_t taken = 0;
  for (std::size_t at = before.text.find(kDetach); at != before.text.npos;
       at = before.text.find(kDetach, at)) {
    before.text.erase(at, kDetach.size());
    ++taken;
  }
  if (taken != detached.size()) return std::nullopt;  // on other values as well
  auto pattern = Pattern::compile(before, variables, modules);
  if (!pattern) return std::nullopt;
  return Detaching(std::move(*pattern), std::move(detached), variables.names().size());
}

std::vector<NodeId> Detaching::values_at(const SemanticModel& model, const Place& place,
                                         const Captures& captures) const {
  Captures own(variables_);
  const auto there = match_at(model, before_, place.first, own);
  if (!there || there->first != place.first || there->last != place.last) return {};
  for (Variable v = 0; v < variables_; ++v) {
    if (!is_same_capture(model, own, captures, v)) return {};
  }
  std::vector<NodeId> values;
  for (const Variable v : detached_) {
    if (!own.of(v) || own.of(v)->size() != 1) return {};
    values.push_back(own.of(v)->front());
  }
  return values;
}

bool is_handed_on(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const Consumer consumer = model.consumer_of(value);
  switch (consumer.role) {
    case Role::Argument:
      return !may_change_argument(model, consumer);
    case Role::Element:
    case Role::Augmenting:
      return true;
    case Role::Operand:
      return tree.is(consumer.node, Kind::BinaryOperator);
    case Role::Assigned:
      return tree.is(consumer.node, Kind::Assignment) &&
             (tree.is(tree.child(consumer.node, Field::Left), Kind::Attribute) ||
              tree.is(tree.child(consumer.node, Field::Left), Kind::Subscript));
    default:
      return false;
  }
}

}  // namespace mlfix::patterns
