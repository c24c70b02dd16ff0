// A loop that gives the key makes each entry longer once. So a loop around it is looked for, in
// which the keys are the same each time: those of the container itself, or of what stays as it is.

#include "torch/tensor/growing_entry.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/long_lived.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

class EntryReader {
 public:
  EntryReader(const SemanticModel& model, SelfJoin join)
      : model_(model),
        tree_(model.tree()),
        bindings_(model.bindings()),
        found_{std::move(join)},
        container_(tree_.child(found_.join.growing.target, Field::Value)) {}

  std::optional<GrowingEntry> read() {
    const DefId def = bindings_.reaching(container_);
    if (def == kNone || !find_loop()) return std::nullopt;
    const Definition& made = bindings_.definition(def);
    const bool known = made.kind == DefKind::Assign && made.value != kNoNode &&
                       makes_container(model_, made.value) &&
                       !tree_.contains(found_.loop, made.node);
    return known && is_left_alone(bindings_.variable_of(def)) ? std::optional(found_)
                                                              : std::nullopt;
  }

 private:
  // Sets the loop, and those in it that give the key.
  bool find_loop() {
    const NodeId key = tree_.child(found_.join.growing.target, Field::Subscript);
    for (const NodeId loop : model_.loops_of(found_.join.assignment)) {
      if (giving_.empty() ? model_.is_invariant(key, loop) : is_given_inside(loop, key)) {
        found_.loop = loop;
        break;
      }
      if (!gives(loop, key)) return false;
      giving_.push_back(loop);
    }
    return found_.loop != kNoNode &&
           std::ranges::all_of(giving_, [&](NodeId loop) { return has_same_keys(loop); });
  }

  // Do the loops inside give all of the key that changes in this one?
  bool is_given_inside(NodeId loop, NodeId key) const { return is_bound_by(giving_, loop, key); }

  // Is all of the key that changes in the loop a name that its head binds, or one inside?
  bool gives(NodeId loop, NodeId key) const {
    if (!tree_.is(loop, Kind::ForStatement)) return false;
    std::vector<NodeId> loops = giving_;
    loops.push_back(loop);
    return is_bound_by(loops, loop, key);
  }

  // Is each name of the key that the loop binds bound by the heads of `loops`?
  bool is_bound_by(const std::vector<NodeId>& loops, NodeId loop, NodeId key) const {
    for (NodeId n = key; n < tree_.subtree_end(key); ++n) {
      if (tree_.is(n, Kind::Call)) return false;
      const DefId def = tree_.is(n, Kind::Identifier) ? bindings_.reaching(n) : DefId{kNone};
      if (def == kNone || !tree_.contains(loop, bindings_.definition(def).node)) continue;
      const bool of_head = std::ranges::any_of(loops, [&](NodeId giving) {
        return tree_.contains(tree_.child(giving, Field::Left), bindings_.definition(def).node);
      });
      if (!of_head) return false;
    }
    return true;
  }

  bool is_container(NodeId n) const {
    return tree_.is(n, Kind::Identifier) && tree_.text(n) == tree_.text(container_);
  }

  // Does the loop go over the keys of the container, or over what the loop around it leaves alone?
  bool has_same_keys(NodeId loop) const {
    const NodeId over = model_.strip_parentheses(tree_.child(loop, Field::Right));
    const bool keys = tree_.is(over, Kind::Call) && model_.method_name(over) == "keys" &&
                      is_container(model_.receiver_of_call(over, "keys"));
    return is_container(over) || keys || model_.is_invariant(over, found_.loop);
  }

  // Is the container read in the loop by this join alone, and else for its keys?
  bool is_left_alone(const Variable& variable) const {
    return variable.captured_at == kNoNode && !variable.declared_global &&
           bindings_.definitions_in(variable, found_.loop).empty() &&
           std::ranges::all_of(bindings_.uses_in(variable, found_.loop), [&](UseId use) {
             const NodeId read = bindings_.use(use).node;
             return tree_.contains(found_.join.growing.target, read) ||
                    tree_.contains(found_.join.growing.read, read) || asks_for_keys(read);
           });
  }

  bool asks_for_keys(NodeId read) const {
    const Consumer consumer = model_.consumer_of(read);
    return consumer.role == Role::Iterated ||
           (consumer.role == Role::Compared && tree_.first_child(consumer.node) != read) ||
           (consumer.role == Role::MethodReceiver && consumer.name == "keys") ||
           begins_entry(read, consumer);
  }

  // data[key] = part, where a test has shown that there is no such key.
  bool begins_entry(NodeId read, const Consumer& consumer) const {
    if (consumer.role != Role::Subscripted && !tree_.is(tree_.parent(read), Kind::Subscript)) {
      return false;
    }
    const NodeId entry = tree_.parent(read);
    const NodeId test = tree_.ancestor(entry, Kind::IfStatement);
    return tree_.field(entry) == Field::Left && test != kNoNode &&
           tree_.contains(found_.loop, test) && tests_keys(tree_.child(test, Field::Condition));
  }

  bool tests_keys(NodeId condition) const {
    const std::string_view text = tree_.text(condition);
    return text.ends_with(std::string(" in ") + std::string(tree_.text(container_)));
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  GrowingEntry found_;
  NodeId container_;
  std::vector<NodeId> giving_;  // innermost first
};

}  // namespace

std::optional<GrowingEntry> growing_entry(const SemanticModel& model, NodeId assignment) {
  auto join = match_entry_join(model, assignment);
  return join ? EntryReader(model, std::move(*join)).read() : std::nullopt;
}

}  // namespace mlfix
