// `out = torch.empty((0, n))`, then `for i in range(count): out = torch.cat((out, row[None]))`. How
// many rows come, how large they are, of which type and where they are is said there in full, so
// the list that cat-in-loop makes otherwise would say less, and hold all of it twice at its end.

#include "transforms/loop/joining/preallocation.h"

#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/tensor/joining_later.h"
#include "torch/tensor/literal_tensor.h"

namespace mlfix {
namespace {

// The first size of torch.empty((0, n), …) where it is 0, or kNoNode. To make more random numbers
// than before would change those that come after.
NodeId empty_size(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (!model.is_call_to(value, Meaning::MakesBySize) || !literal_shape(model, value) ||
      model.effects(value).has(Effect::Random)) {
    return kNoNode;
  }
  NodeId size = tree.first_child(tree.child(value, Field::Arguments));
  if (tree.is(size, Kind::Tuple) || tree.is(size, Kind::List)) size = tree.first_child(size);
  return tree.is(size, Kind::Integer) && tree.text(size) == "0" ? size : NodeId{kNoNode};
}

// The only argument of range(n) in `for i in range(n)`, or kNoNode. No iteration binds i itself.
NodeId count_of(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(loop, Kind::ForStatement)) return kNoNode;
  const NodeId counter = tree.child(loop, Field::Left), range = tree.child(loop, Field::Right);
  if (!tree.is(counter, Kind::Identifier) || !model.is_call_to(range, "builtins.range")) {
    return kNoNode;
  }
  const auto& variable = model.bindings().variable_of(model.bindings().definition_at(counter));
  const auto arguments = model.arguments(range);
  return arguments.size() == 1 && model.bindings().definitions_in(variable, loop).size() == 1
             ? arguments[0]
             : NodeId{kNoNode};
}

// Is it made of whole numbers and names, which are bound before the node and not again until
// they are read?
bool is_known_at(const SemanticModel& model, NodeId expr, NodeId at) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    if (tree.field(n) == Field::Operator) continue;
    switch (tree.kind(n)) {
      case Kind::Integer:
      case Kind::BinaryOperator:
      case Kind::ParenthesizedExpression:
        break;
      case Kind::Identifier: {
        const DefId def = bindings.reaching(n);
        if (def == kNone || bindings.definition(def).node >= at ||
            bindings.scope_of(n) != bindings.definition(def).scope) {
          return false;
        }
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

bool is_text(const SyntaxTree& tree, NodeId n, std::string_view text) {
  return n != kNoNode && tree.text(n) == text;
}

// The row of row.unsqueeze(0) and row[None]; of a vector also of number.view(1) and
// number.reshape(1). kNoNode for what may be several.
NodeId row_of(const SemanticModel& model, NodeId part, int rank) {
  const SyntaxTree& tree = model.tree();
  part = model.strip_parentheses(part);
  if (tree.is(part, Kind::Subscript)) {
    const NodeId row = tree.child(part, Field::Value);
    const NodeId index = row == kNoNode ? NodeId{kNoNode} : tree.next_sibling(row);
    const bool alone = index != kNoNode && tree.next_sibling(index) == kNoNode;
    return alone && is_text(tree, index, "None") ? row : NodeId{kNoNode};
  }
  if (!tree.is(part, Kind::Call)) return kNoNode;
  const std::string_view method = model.method_name(part);
  const auto arguments = model.arguments(part);
  if (arguments.size() != 1) return kNoNode;
  const bool unsqueezes = method == "unsqueeze" && is_text(tree, arguments[0], "0");
  const bool reshapes =
      rank == 1 && (method == "view" || method == "reshape") && is_text(tree, arguments[0], "1");
  return unsqueezes || reshapes ? model.strip_parentheses(model.receiver_of_call(part, method))
                                : NodeId{kNoNode};
}

bool shows_graph(const SemanticModel& model, NodeId row) {
  return model.facts(row).may_be(Fact::GradTensor) ||
         attachment_of(model, row) == Attachment::Proven;
}

}  // namespace

std::optional<Preallocation> preallocation(const SemanticModel& model, const SelfJoin& join) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = join.growing.loop;
  const bool by_rows = join.dim == kNoNode || is_text(tree, join.dim, "0");
  if (!by_rows || join.parts.size() != 1 || loop != model.loop_of(join.assignment)) {
    return std::nullopt;
  }
  const FirstValue first = first_value_of(model, join);
  const NodeId size = first.statement == kNoNode ? NodeId{kNoNode} : empty_size(model, first.value);
  const NodeId count = count_of(model, loop);
  if (size == kNoNode || count == kNoNode || !is_known_at(model, count, first.statement)) {
    return std::nullopt;
  }
  const NodeId row = row_of(model, join.parts.front(), literal_shape(model, first.value)->rank);
  if (row == kNoNode || shows_graph(model, row)) return std::nullopt;
  const auto slot = std::string(tree.text(join.growing.target)) + "[" +
                    std::string(tree.text(tree.child(loop, Field::Left))) + "]";
  return Preallocation{size, count, slot, row};
}

}  // namespace mlfix
