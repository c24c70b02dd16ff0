#include "torch/tensor/tensor_views.h"

#include <algorithm>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/literal_tensor.h"

namespace mlfix {

bool may_give_view(const SemanticModel& model, std::string_view word) {
  return model.means(Meaning::WholeView, word) || model.means(Meaning::OtherView, word);
}

namespace {

// F.hardtanh(x, -1, 1, True): which of the flags it is, its place tells only to who knows the
// function.
bool is_given_flag_by_place(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(call, Field::Function);
  return model.qualified_text(called).find(".functional.") != std::string::npos &&
         std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
           return tree.is(argument, Kind::True) &&
                  !tree.is(tree.parent(argument), Kind::KeywordArgument);
         });
}

}  // namespace

bool is_told_where_to_write(const SemanticModel& model, NodeId call) {
  return model.argument(call, -1, "out") != kNoNode ||
         model.argument(call, -1, "inplace") != kNoNode || is_given_flag_by_place(model, call);
}

namespace {

// Does the value have fewer items than the tensor whose memory it keeps?
bool is_part_of_tensor(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(value, Kind::Subscript)) return model.facts(value).may_be(Fact::Tensor);
  return tree.is(value, Kind::Call) && model.means(Meaning::OtherView, model.method_name(value));
}

}  // namespace

NodeId view_made_for(const SemanticModel& model, NodeId part) {
  const NodeId call = assigned_value(model, part);
  const NodeId function = model.tree().is(call, Kind::Call) ? model.callee(call) : NodeId{kNoNode};
  if (function == kNoNode) return kNoNode;
  for (const NodeId given : model.returned_values(function)) {
    const NodeId value = assigned_value(model, given);
    if (is_part_of_tensor(model, value)) return value;
  }
  return kNoNode;
}

// ---- small views of large tensors ---------------------------------------------------
//
// Integers and slices alone make a view; an index that is a tensor makes a copy, and what a name
// stands for is not asked.

namespace {

bool is_integer(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::Integer) || (tree.is(n, Kind::UnaryOperator) &&
                                       tree.is(tree.child(n, Field::Argument), Kind::Integer));
}

// :5 and -5:, which take as many places however many there are.
bool is_bounded(const SyntaxTree& tree, NodeId slice) {
  const std::string_view text = tree.text(slice);
  const bool one_bound = std::ranges::count(text, ':') == 1;
  const NodeId bound = tree.first_child(slice);
  return one_bound && bound != kNoNode && is_integer(tree, bound) &&
         (text.starts_with(':') ? tree.is(bound, Kind::Integer) : text.ends_with(':')) &&
         text.starts_with('-') == text.ends_with(':');
}

// What the indices of a subscript pick.
struct Picks {
  int dimensions = 0;
  int places = 0;          // dimensions of which one place is taken
  bool of_second = false;  // is the second one of them?
  int bounded = 0;         // dimensions of which a known number of places is taken
  bool are_view = true;
};

Picks picks_of(const SyntaxTree& tree, NodeId subscript) {
  Picks picks;
  for (const NodeId index : tree.children(subscript)) {
    if (tree.field(index) != Field::Subscript) continue;
    ++picks.dimensions;
    if (is_integer(tree, index)) {
      ++picks.places;
      picks.of_second = picks.of_second || picks.dimensions == 2;
    } else if (tree.is(index, Kind::Slice)) {
      picks.bounded += is_bounded(tree, index) ? 1 : 0;
    } else {
      picks.are_view = picks.are_view && tree.is(index, Kind::Ellipsis);
    }
  }
  return picks;
}

// The receiver below methods that give a view of it: h[:, 0, :] of h[:, 0, :].squeeze(1).detach().
NodeId below_views(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  for (;;) {
    const std::string_view method = model.method_name(value);
    // What may give its receiver itself may also move or convert it, which copies.
    const bool views = model.means(Meaning::MayViewReceiver, method) &&
                       !model.means(Meaning::MayGiveReceiver, method);
    if (method.empty() || !views) return value;
    value = model.strip_parentheses(model.receiver_of_call(value, method));
  }
}

bool is_small(const SemanticModel& model, NodeId whole, const Picks& picks) {
  if (!picks.are_view) return false;
  const bool takes_step = picks.places == 1 && picks.of_second;
  if (picks.dimensions == 3) return takes_step;
  const SyntaxTree& tree = model.tree();
  if (tree.is(whole, Kind::Attribute)) {
    return takes_step && last_name(tree, whole) == "last_hidden_state";
  }
  const bool is_order = tree.is(whole, Kind::Call) && called_name(tree, whole) == "argsort";
  return is_order && picks.dimensions == 2 && picks.bounded == 1;
}

// Is the result kept, or given on, by another name or container?
bool is_kept_by_others(const SemanticModel& model, DefId def, NodeId except) {
  const Bindings& bindings = model.bindings();
  return std::ranges::any_of(bindings.definition(def).uses, [&](UseId use) {
    const NodeId read = bindings.use(use).node;
    const Consumer consumer = model.consumer_of(read);
    const bool keeps =
        consumer.role == Role::Assigned || consumer.role == Role::Element ||
        consumer.role == Role::Returned || consumer.role == Role::Yielded ||
        (consumer.role == Role::Argument && model.method_name(consumer.node) == "append");
    return keeps && !model.tree().contains(except, read);
  });
}

// Is it what a call has just made, or a part of that, and kept by nobody else?
bool is_made_for_this(const SemanticModel& model, NodeId whole, NodeId value) {
  const SyntaxTree& tree = model.tree();
  NodeId at = whole;
  while (tree.is(at, Kind::Attribute) || tree.is(at, Kind::Subscript)) {
    at = tree.child(at, tree.is(at, Kind::Attribute) ? Field::Object : Field::Value);
  }
  if (tree.is(at, Kind::Call)) return true;
  const DefId def = tree.is(at, Kind::Identifier) ? model.bindings().reaching(at) : DefId{kNone};
  if (def == kNone) return false;
  const Definition& made = model.bindings().definition(def);
  const bool by_call = (made.kind == DefKind::Assign || made.kind == DefKind::Unpack) &&
                       tree.is(model.strip_parentheses(made.value), Kind::Call);
  return by_call && model.loop_of(made.node) == model.loop_of(value) &&
         !is_kept_by_others(model, def, value);
}

// An array of NumPy needs another copy.
bool may_be_array(const SemanticModel& model, NodeId whole) {
  return model.facts(whole).may.has_any(Fact::NdArray | FactSet(Fact::Container)) ||
         !model.facts(whole).could_be(Fact::Tensor);
}

}  // namespace

std::optional<SmallView> small_view(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const NodeId part = below_views(model, value);
  if (!tree.is(part, Kind::Subscript)) return std::nullopt;
  const NodeId whole = model.strip_parentheses(tree.child(part, Field::Value));
  const bool is_one = is_small(model, whole, picks_of(tree, part)) && !may_be_array(model, whole) &&
                      is_made_for_this(model, whole, value);
  return is_one ? std::optional(SmallView{whole, part}) : std::nullopt;
}

namespace {

// x[:3], x.t(): of what is viewed, or kNoNode. An entry of a dict is no view of it.
NodeId viewed_by(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Subscript)) {
    const bool is_entry = tree.is(tree.child(n, Field::Subscript), Kind::String);
    const bool is_stored = tree.field(n) == Field::Left;
    return is_entry || is_stored ? NodeId{kNoNode} : tree.child(n, Field::Value);
  }
  const std::string_view method = model.method_name(n);
  // A conversion gives a copy, or the receiver itself; and detach() what may be changed.
  const bool is_view = !method.empty() && model.means(Meaning::MayViewReceiver, method) &&
                       !model.means(Meaning::MayGiveReceiver, method) && method != "detach";
  return is_view ? model.receiver_of_call(n, method) : NodeId{kNoNode};
}

// Of what nothing is known a slice may be one of a tensor; an item is mostly one of a list.
bool may_be_view(const SemanticModel& model, NodeId n, NodeId viewed) {
  constexpr FactSet kOtherThanTensors = Fact::Number | Fact::String | Fact::NdArray | Fact::None |
                                        Fact::Container | FactSet(Fact::Callable) |
                                        FactSet(Fact::Module);
  const Facts whole = model.facts(viewed), part = model.facts(n);
  if (whole.must.has_any(kOtherThanTensors) || part.must.has_any(kOtherThanTensors)) return false;
  const SyntaxTree& tree = model.tree();
  return whole.could_be(Fact::Tensor) || part.could_be(Fact::Tensor) ||
         (tree.is(n, Kind::Subscript) && tree.is(tree.child(n, Field::Subscript), Kind::Slice));
}

// Is that, or what the name stands for, computed by the statements themselves?
bool is_made_within(const SemanticModel& model, NodeId first, NodeId last, NodeId root) {
  if (root == kNoNode || model.tree().is(root, Kind::Call)) return true;
  const DefId def =
      model.tree().is(root, Kind::Identifier) ? model.bindings().reaching(root) : DefId{kNone};
  if (def == kNone) return false;
  const Definition& d = model.bindings().definition(def);
  return d.kind == DefKind::Assign && d.node >= first && d.node < model.tree().subtree_end(last) &&
         viewed_by(model, model.strip_parentheses(d.value)) == kNoNode;
}

// Goes with the view itself, through displays, choices and names, to where it leaves the
// statements. What is computed of it has memory of its own.
class WayOut {
 public:
  WayOut(const SemanticModel& model, NodeId first, NodeId last)
      : model_(model), tree_(model.tree()), first_(first), end_(model.tree().subtree_end(last)) {}

  bool leads_from(NodeId view, int names_left) {
    NodeId at = view;
    NodeId up = tree_.parent(at);
    while (holds_itself(up) && tree_.field(at) != Field::Condition) {
      at = up;
      up = tree_.parent(at);
    }
    if (tree_.is(up, Kind::ReturnStatement) || tree_.is(up, Kind::Yield)) return true;
    if (tree_.is(up, Kind::Assignment)) return is_bound_outside(up, at, names_left);
    const Consumer consumer = model_.consumer_of(at);
    return consumer.role == Role::Argument &&
           model_.means(Meaning::StoresArgument, model_.method_name(consumer.node));
  }

 private:
  bool holds_itself(NodeId n) const {
    switch (tree_.kind(n)) {
      case Kind::ParenthesizedExpression:
      case Kind::Tuple:
      case Kind::List:
      case Kind::ExpressionList:
      case Kind::ConditionalExpression:
        return true;
      default:
        return false;
    }
  }

  bool is_bound_outside(NodeId assignment, NodeId value, int names_left) {
    const NodeId left = tree_.child(assignment, Field::Left);
    if (value == left) return false;
    for (NodeId n = left; n < tree_.subtree_end(left); ++n) {
      if (tree_.is(n, Kind::Attribute) || tree_.is(n, Kind::Subscript)) return true;
      const DefId def =
          tree_.is(n, Kind::Identifier) ? model_.bindings().definition_at(n) : DefId{kNone};
      if (def != kNone && is_read_outside(def, names_left)) return true;
    }
    return false;
  }

  bool is_read_outside(DefId def, int names_left) {
    const Definition& d = model_.bindings().definition(def);
    if (names_left == 0) return true;
    const auto merge_is_read = [&](DefId merge) { return is_read_outside(merge, names_left - 1); };
    if (std::ranges::any_of(d.phis, merge_is_read)) return true;
    return std::ranges::any_of(d.uses, [&](UseId use) {
      const NodeId read = model_.bindings().use(use).node;
      const bool is_within = read >= first_ && read < end_;
      return !is_within || leads_from(read, names_left - 1);
    });
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId first_, end_;
};

constexpr int kMostNames = 4;  // one bound to the other

}  // namespace

NodeId view_let_out(const SemanticModel& model, NodeId first, NodeId last) {
  for (NodeId n = first; n < model.tree().subtree_end(last); ++n) {
    model.work().spend();
    const NodeId viewed = viewed_by(model, n);
    const bool is_of_outside = viewed != kNoNode && may_be_view(model, n, viewed) &&
                               !is_made_within(model, first, last, root_of_path(model, viewed));
    if (is_of_outside && WayOut(model, first, last).leads_from(n, kMostNames)) return n;
  }
  return kNoNode;
}

}  // namespace mlfix
