// The name must come first: a list keeps the order in which parts came.

#include "torch/tensor/self_join.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/branches.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/long_lived.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// np.append(out, part, axis)
bool split_append(const SemanticModel& model, SelfJoin& join) {
  const NodeId read = model.argument(join.call, 0, "arr");
  const NodeId part = model.argument(join.call, 1, "values");
  join.dim = model.argument(join.call, 2, "axis");
  if (read == kNoNode || part == kNoNode) return false;
  join.parts = {read, part};
  return true;
}

// df = df.append(row, ignore_index=True), which no list understands.
bool is_frame_append(const SemanticModel& model, NodeId call) {
  return model.method_name(call) == "append" && model.argument(call, -1, "ignore_index") != kNoNode;
}

bool split_frame_append(const SemanticModel& model, SelfJoin& join) {
  const NodeId part = model.argument(join.call, 0, "other");
  join.parts = {model.receiver_of_call(join.call, "append"), part};
  return part != kNoNode;
}

// The parts of the display among the arguments of the call, and the rest.
bool split_arguments(const SyntaxTree& tree, SelfJoin& join) {
  NodeId sequence = kNoNode;
  for (NodeId argument : tree.children(tree.child(join.call, Field::Arguments))) {
    const bool keyword = tree.is(argument, Kind::KeywordArgument);
    const NodeId value = keyword ? tree.child(argument, Field::Value) : argument;
    if (keyword && tree.text(tree.child(argument, Field::Name)) == "out") return false;
    const bool display = tree.is(value, Kind::Tuple) || tree.is(value, Kind::List);
    if (sequence == kNoNode && display) {
      sequence = value;
    } else {
      join.options.push_back(argument);
      join.dim = value;
    }
  }
  if (sequence == kNoNode || join.options.size() > 1) return false;
  for (NodeId part : tree.children(sequence)) join.parts.push_back(part);
  return std::none_of(join.parts.begin(), join.parts.end(),
                      [&](NodeId part) { return tree.is(part, Kind::ListSplat); });
}

// The loop that counts its iterations from 0 in the name that is read at `counter`, or kNoNode.
NodeId loop_counted_by(const SemanticModel& model, NodeId counter) {
  const SyntaxTree& tree = model.tree();
  const DefId d =
      tree.is(counter, Kind::Identifier) ? model.bindings().reaching(counter) : DefId{kNone};
  if (d == kNone || model.bindings().definition(d).kind != DefKind::For) return kNoNode;
  const Definition& target = model.bindings().definition(d);
  const NodeId first = model.argument(target.value, 0, "");
  const bool alone = tree.is(tree.parent(target.node), Kind::ForStatement);
  const bool counts =
      alone ? model.is_call_to(target.value, "builtins.range") &&
                  (model.arguments(target.value).size() == 1 || tree.text(first) == "0")
            : model.is_call_to(target.value, "builtins.enumerate") &&
                  model.arguments(target.value).size() == 1 &&
                  tree.first_child(tree.parent(target.node)) == target.node;
  return counts ? tree.ancestor(target.node, Kind::ForStatement) : NodeId{kNoNode};
}

// Is the expression the size of the variable: len(x), np.size(x), x.size, x.shape[0]?
bool is_size_of(const SemanticModel& model, NodeId expr, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  const std::string object(name);
  const std::string_view text = tree.text(expr);
  if (text == object + ".size" || text == object + ".shape[0]") return true;
  return (model.is_call_to(expr, "builtins.len") || model.is_call_to(expr, Meaning::GivesSize)) &&
         model.arguments(expr).size() == 1 && tree.text(model.arguments(expr)[0]) == name;
}

// Does the condition hold exactly when there is no part yet (`wanted`), or when there is one?
// Then the loop whose counter tells it, kNoNode where the variable itself does.
std::optional<NodeId> told_first(const SemanticModel& model, NodeId condition,
                                 std::string_view name, bool wanted) {
  const SyntaxTree& tree = model.tree();
  const std::string_view text = tree.text(condition);
  if (text == std::string(name) + (wanted ? " is None" : " is not None")) return kNoNode;
  const bool compares_with_zero =
      text.ends_with(wanted ? " == 0" : " > 0") || (!wanted && text.ends_with(" != 0"));
  if (!tree.is(condition, Kind::ComparisonOperator) || !compares_with_zero) return std::nullopt;
  const NodeId left = tree.first_child(condition);
  if (is_size_of(model, left, name)) return kNoNode;
  const NodeId loop = loop_counted_by(model, left);
  return loop == kNoNode ? std::nullopt : std::optional(loop);
}

}  // namespace

namespace {

// Takes the call apart whose first part is what it is assigned to. False where it is no such join.
bool split_join(const SemanticModel& model, SelfJoin& join) {
  const SyntaxTree& tree = model.tree();
  const NameSet& joins = model.names(Meaning::Joins);
  const auto function = std::ranges::find_if(
      joins, [&](std::string_view name) { return model.is_call_to(join.call, name); });
  const bool frame = function == joins.end() && is_frame_append(model, join.call);
  if (function == joins.end() && !frame) return false;
  join.function = frame ? kFrameAppend : std::string_view(*function);
  const bool split = frame                             ? split_frame_append(model, join)
                     : join.function == "numpy.append" ? split_append(model, join)
                                                       : split_arguments(tree, join);
  const NodeId target = join.growing.target;
  if (!split || join.parts.size() < 2 || tree.kind(join.parts[0]) != tree.kind(target) ||
      tree.text(join.parts[0]) != tree.text(target)) {
    return false;
  }
  join.growing.read = join.parts[0];
  join.parts.erase(join.parts.begin());
  return true;
}

}  // namespace

namespace {

// The join that a plain assignment to `target` is.
std::optional<SelfJoin> match_join_to(const SemanticModel& model, NodeId assignment,
                                      NodeId target) {
  const SyntaxTree& tree = model.tree();
  SelfJoin join;
  join.assignment = assignment;
  join.call = tree.child(assignment, Field::Right);
  join.growing.target = target;
  const bool plain = tree.is(tree.parent(assignment), Kind::ExpressionStatement) &&
                     tree.child(assignment, Field::Type) == kNoNode;
  return plain && split_join(model, join) ? std::optional(join) : std::nullopt;
}

}  // namespace

std::optional<SelfJoin> match_self_join(const SemanticModel& model, NodeId assignment) {
  const NodeId target = model.tree().child(assignment, Field::Left);
  if (!model.tree().is(target, Kind::Identifier)) return std::nullopt;
  return match_join_to(model, assignment, target);
}

std::optional<SelfJoin> match_entry_join(const SemanticModel& model, NodeId assignment) {
  const SyntaxTree& tree = model.tree();
  const NodeId target = tree.child(assignment, Field::Left);
  const bool entry = tree.is(target, Kind::Subscript) &&
                     tree.is(tree.child(target, Field::Value), Kind::Identifier);
  return entry ? match_join_to(model, assignment, target) : std::nullopt;
}

std::optional<SelfJoin> match_attribute_join(const SemanticModel& model, NodeId assignment) {
  const SyntaxTree& tree = model.tree();
  SelfJoin join;
  join.assignment = assignment;
  join.growing.target = tree.child(assignment, Field::Left);
  if (!tree.is(join.growing.target, Kind::Attribute) ||
      tree.text(tree.child(join.growing.target, Field::Object)) != "self") {
    return std::nullopt;
  }
  join.call = model.strip_parentheses(tree.child(assignment, Field::Right));
  if (tree.is(join.call, Kind::ConditionalExpression)) {
    const NodeId condition = tree.next_sibling(tree.first_child(join.call));
    if (tree.text(condition) != std::string(tree.text(join.growing.target)) + " is None") {
      return std::nullopt;
    }
    join.call = model.strip_parentheses(tree.next_sibling(condition));
  }
  return split_join(model, join) ? std::optional(join) : std::nullopt;
}

void find_first_part(const SemanticModel& model, SelfJoin& join) {
  const SyntaxTree& tree = model.tree();
  const NodeId block = model.block_of(model.statement_of(join.assignment));
  const NodeId branching = owner_of_block(tree, block);
  if (!tree.is(branching, Kind::IfStatement) || join.parts.size() != 1) return;
  const NodeId other = other_branch(tree, branching, block);
  if (other == kNoNode || model.statements(block).size() != 1) return;
  const std::string_view name = tree.text(join.growing.target);
  const std::vector<NodeId> first = model.statements(other);
  if (first.size() != 1 || tree.text(first.front()) !=
                               std::string(name) + " = " + std::string(tree.text(join.parts[0]))) {
    return;
  }
  const bool in_else = tree.is(tree.parent(block), Kind::ElseClause);
  const std::optional<NodeId> told =
      told_first(model, tree.child(branching, Field::Condition), name, in_else);
  const bool other_loop = told && *told != kNoNode && *told != model.loop_of(join.assignment);
  if (!told || other_loop) return;
  join.growing.branching = branching;
  join.growing.begun_by = *told;
}

namespace {

// A loop that gives the key makes each entry longer once. So a loop around it is looked for, in
// which the keys are the same each time: those of the container itself, or of what stays as it is.
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
