// A test counts by what it mentions, whatever it asks of it: `if not self._warming_up: return`
// and `if self._warming_up:` both tell that the object behaves differently some time.

#include "semantic/flow/object_phase.h"

#include <algorithm>

#include "semantic/flow/long_lived.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr int kMostCallers = 3;  // methods between the test and what it lets run

class PhaseFinder {
 public:
  PhaseFinder(const SemanticModel& model, NodeId klass)
      : model_(model), tree_(model.tree()), klass_(klass) {}

  NodeId find(NodeId n, int callers_left) const {
    const NodeId method = model_.function_of(n);
    if (method == kNoNode) return kNoNode;
    for (NodeId at = n; at != method; at = tree_.parent(at)) {
      if (const NodeId test = test_at(at); test != kNoNode) return test;
    }
    return callers_left == 0 ? NodeId{kNoNode} : find_around_calls(method, callers_left - 1);
  }

 private:
  // A test that `at` is the body of, or one before it that leaves the method.
  NodeId test_at(NodeId at) const {
    const NodeId parent = tree_.parent(at);
    if (tree_.is(parent, Kind::IfStatement) && tree_.field(at) == Field::Consequence) {
      const NodeId condition = tree_.child(parent, Field::Condition);
      if (asks_for_phase(condition)) return condition;
    }
    if (!tree_.is(parent, Kind::Block)) return kNoNode;
    for (const NodeId before : model_.statements(parent)) {
      model_.work().spend();
      if (before >= at) break;
      if (!tree_.is(before, Kind::IfStatement)) continue;
      const NodeId condition = tree_.child(before, Field::Condition);
      const auto body = model_.statements(tree_.child(before, Field::Consequence));
      if (!body.empty() && tree_.is(body.back(), Kind::ReturnStatement) &&
          asks_for_phase(condition)) {
        return condition;
      }
    }
    return kNoNode;
  }

  bool asks_for_phase(NodeId condition) const {
    for (NodeId n = condition; n < tree_.subtree_end(condition); ++n) {
      model_.work().spend();
      const bool own =
          tree_.is(n, Kind::Attribute) && tree_.text(tree_.child(n, Field::Object)) == "self";
      if (own && is_switched(tree_.text(tree_.child(n, Field::Attribute)))) return true;
    }
    return false;
  }

  // Is the attribute set to True or False where the object is in use?
  bool is_switched(std::string_view attribute) const {
    return std::ranges::any_of(
        model_.attribute_accesses(attribute), [&](const AttributeAccess& access) {
          const NodeId store = tree_.parent(access.node);
          if (!access.is_store || access.klass != klass_ || !tree_.is(store, Kind::Assignment)) {
            return false;
          }
          const NodeId value = tree_.child(store, Field::Right);
          const bool is_flag =
              value != kNoNode && (tree_.is(value, Kind::True) || tree_.is(value, Kind::False));
          return is_flag && !sets_up(model_, model_.function_of(store));
        });
  }

  // The test around the first call of the method in its class, when there is one around each.
  NodeId find_around_calls(NodeId method, int callers_left) const {
    const std::string_view name = tree_.text(tree_.child(method, Field::Name));
    NodeId first = kNoNode;
    for (const AttributeAccess& access : model_.attribute_accesses(name)) {
      model_.work().spend();
      if (access.klass != klass_) continue;
      const NodeId test = find(access.node, callers_left);
      if (test == kNoNode) return kNoNode;
      if (first == kNoNode) first = test;
    }
    return first;
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId klass_;
};

}  // namespace

NodeId phase_test_at(const SemanticModel& model, NodeId n) {
  const NodeId klass = model.class_of(n);
  return klass == kNoNode ? NodeId{kNoNode} : PhaseFinder(model, klass).find(n, kMostCallers);
}

}  // namespace mlfix
