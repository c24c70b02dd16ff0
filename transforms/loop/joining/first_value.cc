// An empty vector takes part in a join by its type alone: torch.cat skips it, but the result has
// a type that can hold floats. So it may go where the parts are floats themselves. That is
// followed back along the chain of calls that makes a part: what a module gives, and what tensors
// that are made without a type hold. It is evidence and no proof, since a model may be of half
// precision.

#include "transforms/loop/joining/first_value.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "semantic/control/walk.h"
#include "semantic/flow/value_origins.h"
#include "torch/module/module_output.h"
#include "torch/tensor/literal_shape.h"

namespace mlfix {
namespace {

// Marks what is not known to be a tensor of floats.
class OtherThanFloats final : public OriginPolicy {
 public:
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    const SyntaxTree& tree = model.tree();
    const Facts facts = model.facts(expr);
    if (facts.may_be(Fact::IntTensor)) return marked(origins, expr);
    if (facts.may_be(Fact::GradTensor) || facts.may_be(Fact::Parameter)) return true;
    switch (tree.kind(expr)) {
      case Kind::Call:
        return takes_call(origins, expr);
      case Kind::Attribute:
        origins.follow(tree.child(expr, Field::Object));
        return true;
      case Kind::Subscript:
        origins.follow(tree.child(expr, Field::Value));
        return true;
      case Kind::BinaryOperator: {
        // A float and whatever else make a float.
        const NodeId left = tree.child(expr, Field::Left);
        const bool number = model.facts(left).must_be(Fact::Number);
        origins.follow(number ? tree.child(expr, Field::Right) : left);
        return true;
      }
      default:
        return false;
    }
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const SemanticModel& model = origins.model();
    const Definition& d = model.bindings().definition(def);
    return d.kind == DefKind::Unpack && comes_from_module(model, model.strip_parentheses(d.value));
  }
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override { marked(origins, expr); }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    marked(origins, origins.model().bindings().definition(def).node);
  }

 private:
  static bool marked(ValueOrigins& origins, NodeId at) {
    origins.mark(own_source(0), at);
    return true;
  }

  // Does the call ask for a type of its own: x.to(torch.long), torch.zeros(n, dtype=torch.long)?
  static bool names_type(const SemanticModel& model, NodeId call) {
    const auto is_type = [&](NodeId argument) {
      const std::string name = model.qualified_text(argument);
      return name.starts_with("torch.") && !name.ends_with(".float") && !name.ends_with(".float32");
    };
    return std::ranges::any_of(model.arguments(call), is_type);
  }

  static bool takes_call(ValueOrigins& origins, NodeId call) {
    const SemanticModel& model = origins.model();
    if (names_type(model, call)) return marked(origins, call);
    if (comes_from_module(model, call)) return true;
    const bool made =
        std::ranges::any_of(model.names(Meaning::MakesTensor),
                            [&](std::string_view name) { return model.is_call_to(call, name); });
    if (made) return true;
    const NodeId called = model.tree().child(call, Field::Function);
    const std::string_view method = model.method_name(call);
    const Facts tensor{Fact::Tensor, Fact::Tensor, FactSet()};
    if (!method.empty() && model.qualified_name(called) == kNoSymbol) {
      const MethodInfo* info = model.knowledge().method(method, tensor);
      const bool keeps =
          info != nullptr && info->result.has(Fact::Tensor) && !info->result.has(Fact::IntTensor);
      if (!keeps && (info == nullptr || !info->returns_receiver)) return marked(origins, call);
      origins.follow(model.receiver_of_call(call, method));
      return true;
    }
    const auto arguments = model.arguments(call);
    if (arguments.empty() || !model.qualified_text(called).starts_with("torch.")) return false;
    origins.follow(arguments[0]);
    return true;
  }
};

// torch.tensor([]) and torch.empty(0), of the type that torch makes without being told.
bool is_plain_empty_vector(const SemanticModel& model, NodeId value) {
  const auto made_by = [&](std::string_view name) {
    return !name.ends_with("LongTensor") && model.is_call_to(value, name);
  };
  const auto shape = literal_shape(model, value);
  return shape && shape->is_empty_vector && model.argument(value, -1, "dtype") == kNoNode &&
         (std::ranges::any_of(model.names(Meaning::MakesBySize), made_by) ||
          std::ranges::any_of(model.names(Meaning::MakesByData), made_by));
}

}  // namespace

bool runs_in_each_iteration(const SemanticModel& model, NodeId statement, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = tree.parent(statement); n != loop; n = tree.parent(n)) {
    if (n == kNoNode || tree.is(n, Kind::IfStatement) || tree.is(n, Kind::MatchStatement) ||
        tree.is(n, Kind::TryStatement) || tree.is(n, Kind::ElseClause)) {
      return false;
    }
  }
  bool skips = false;
  for_each_node(tree, loop, statement, [&](NodeId n) {
    skips = skips || tree.is(n, Kind::ContinueStatement) || tree.is(n, Kind::BreakStatement);
  });
  return !skips;
}

bool leads_to(const SemanticModel& model, NodeId statement, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const NodeId block = tree.parent(statement);
  for (NodeId n = loop; n != kNoNode; n = tree.parent(n)) {
    if (tree.parent(n) == block) return n > statement;
    const NodeId up = tree.parent(n);
    if (!tree.is(up, Kind::Block) && !tree.is(up, Kind::WithStatement)) return false;
  }
  return false;
}

NodeId plain_start(const SemanticModel& model, const SelfJoin& join) {
  const SyntaxTree& tree = model.tree();
  const DefId start = join.growing.start;
  if (start == kNone) return kNoNode;
  const Definition& d = model.bindings().definition(start);
  if (d.kind != DefKind::Assign || !d.uses.empty()) return kNoNode;
  const NodeId assignment = tree.parent(d.node);
  const bool plain = tree.is(assignment, Kind::Assignment) &&
                     tree.child(assignment, Field::Right) == d.value &&
                     tree.child(assignment, Field::Type) == kNoNode &&
                     tree.is(tree.parent(assignment), Kind::ExpressionStatement);
  return plain ? model.statement_of(assignment) : NodeId{kNoNode};
}

NodeId dispensable_start(const SemanticModel& model, const SelfJoin& join) {
  const bool skips_vectors =
      join.function.starts_with("torch.") && !join.function.ends_with("stack");
  const NodeId statement = skips_vectors ? plain_start(model, join) : NodeId{kNoNode};
  if (statement == kNoNode ||
      !is_plain_empty_vector(
          model, model.strip_parentheses(model.bindings().definition(join.growing.start).value)) ||
      !leads_to(model, statement, join.growing.loop) ||
      !runs_in_each_iteration(model, model.statement_of(join.assignment), join.growing.loop)) {
    return kNoNode;
  }
  for (const NodeId part : join.parts) {
    if (!origins_of(model, OtherThanFloats(), part).empty()) return kNoNode;
  }
  return statement;
}

}  // namespace mlfix
