// The type is followed back along the chain of calls that makes the value. See float_tensor.h.

#include "torch/tensor/float_tensor.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/flow/module_output.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"

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
    if (model.is_call_to(call, Meaning::MakesTensor)) return true;
    const NodeId called = model.tree().child(call, Field::Function);
    const std::string_view method = model.method_name(call);
    const Facts tensor{Fact::Tensor, Fact::Tensor, {}};
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

}  // namespace

bool is_float_tensor(const SemanticModel& model, NodeId expr) {
  return origins_of(model, OtherThanFloats(), expr).empty();
}

}  // namespace mlfix
