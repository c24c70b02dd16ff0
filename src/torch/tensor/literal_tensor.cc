// Sizes are literal numbers; device and type come from keywords and from the
// conversions after the constructor. What is not understood is not guessed: a
// call that is no known constructor or conversion has no literal size.

#include "torch/tensor/literal_tensor.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/literal_number.h"

namespace mlfix {
namespace {

// In code: the sizes of the types go with the names.
constexpr auto kTypes =
    std::to_array<std::pair<std::string_view, std::int64_t>>({{"float64", 8},
                                                              {"double", 8},
                                                              {"int64", 8},
                                                              {"long", 8},
                                                              {"complex64", 8},
                                                              {"cfloat", 8},
                                                              {"float32", 4},
                                                              {"float", 4},
                                                              {"int32", 4},
                                                              {"int", 4},
                                                              {"float16", 2},
                                                              {"half", 2},
                                                              {"bfloat16", 2},
                                                              {"int16", 2},
                                                              {"short", 2},
                                                              {"int8", 1},
                                                              {"uint8", 1},
                                                              {"bool", 1},
                                                              {"complex128", 16}});

TensorPlace place_of_text(const SemanticModel& model, std::string_view text) {
  if (model.suggests(Hint::Gpu, text)) return TensorPlace::Gpu;
  return text.find("cpu") != text.npos ? TensorPlace::Cpu : TensorPlace::Unknown;
}

// "cuda:0", torch.device("cuda"), 0, `"cuda" if torch.cuda.is_available() else "cpu"`.
TensorPlace place_named(const SemanticModel& model, NodeId expr) {
  expr = assigned_value(model, expr);
  const Kind kind = model.tree().kind(expr);
  if (kind == Kind::Integer) return TensorPlace::Gpu;
  const bool literal = kind == Kind::String || kind == Kind::ConditionalExpression ||
                       model.is_call_to(expr, "torch.device");
  return literal ? place_of_text(model, model.tree().text(expr)) : TensorPlace::Unknown;
}

// Where tensors are made when nothing is said.
TensorPlace default_place(const SemanticModel& model) {
  if (!model.mentions("set_default_device")) return TensorPlace::Cpu;
  for (NodeId n = 0; n < model.tree().size(); ++n) {
    if (!model.is_call_to(n, Meaning::SetsDefaultDevice)) continue;
    const auto arguments = model.arguments(n);
    if (!arguments.empty()) return place_named(model, arguments[0]);
  }
  return TensorPlace::Unknown;
}

void set_type(std::string_view name, LiteralTensor& tensor) {
  const std::string_view last = name.substr(name.rfind('.') + 1);
  for (const auto& [type, bytes] : kTypes) {
    if (type == last) tensor.element_bytes = bytes;
  }
}

std::vector<NodeId> size_arguments(const SemanticModel& model, NodeId call, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> sizes;
  for (const NodeId argument : tree.children(tree.child(call, Field::Arguments))) {
    if (!tree.is(argument, Kind::KeywordArgument)) sizes.push_back(argument);
  }
  if (name == "torch.full" && sizes.size() > 1) sizes.erase(sizes.begin() + 1, sizes.end());
  if (name == "torch.eye" && sizes.size() == 1) sizes.push_back(sizes[0]);
  if (name == "torch.randint")
    sizes.erase(sizes.begin(), sizes.empty() ? sizes.end() : sizes.end() - 1);
  const NodeId keyword = model.argument(call, -1, "size");
  if (sizes.empty() && keyword != kNoNode) sizes.push_back(keyword);
  if (sizes.size() != 1) return sizes;
  const NodeId display = assigned_value(model, sizes[0]);
  if (!tree.is(display, Kind::Tuple) && !tree.is(display, Kind::List)) return sizes;
  sizes.clear();
  for (const NodeId size : tree.children(display)) sizes.push_back(size);
  return sizes;
}

std::optional<LiteralTensor> made(const SemanticModel& model, NodeId call) {
  const std::string name = model.qualified_text(model.tree().child(call, Field::Function));
  if (!model.means(Meaning::MakesTensor, name)) return std::nullopt;
  LiteralTensor tensor;
  for (const NodeId size : size_arguments(model, call, name)) {
    const auto number = literal_number(model, size);
    if (!number) return std::nullopt;
    tensor.sizes.push_back(*number);
  }
  if (tensor.sizes.empty()) return std::nullopt;
  if (name == "torch.randint") tensor.element_bytes = 8;
  const NodeId device = model.argument(call, -1, "device");
  const NodeId type = model.argument(call, -1, "dtype");
  if (type != kNoNode) set_type(model.tree().text(type), tensor);
  tensor.place = model.suggests(Hint::Gpu, name) ? TensorPlace::Gpu
                 : device != kNoNode             ? place_named(model, device)
                                                 : default_place(model);
  return tensor;
}

void convert(const SemanticModel& model, NodeId call, LiteralTensor& tensor) {
  const std::string_view method = model.method_name(call);
  set_type(method, tensor);
  if (method == "cuda") tensor.place = TensorPlace::Gpu;
  if (method == "cpu") tensor.place = TensorPlace::Cpu;
  if (method != "to" && method != "type") return;
  for (const NodeId argument : model.arguments(call)) {
    set_type(model.tree().text(argument), tensor);
    if (model.tree().text(argument).starts_with("torch.") &&
        !model.is_call_to(argument, "torch.device")) {
      continue;
    }
    if (!model.tree().is(argument, Kind::True) && !model.tree().is(argument, Kind::False)) {
      tensor.place = place_named(model, argument);
    }
  }
}

// What the class gives `self.a`, when it does so in one place only.
NodeId attribute_value(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  NodeId value = kNoNode;
  for (const AttributeAccess& access :
       model.attribute_accesses(tree.text(tree.child(attribute, Field::Attribute)))) {
    if (!access.is_store) continue;
    const NodeId store = tree.parent(access.node);
    const bool plain = value == kNoNode && tree.is(store, Kind::Assignment) &&
                       access.klass != kNoNode && access.klass == model.class_of(attribute);
    if (!plain) return kNoNode;
    value = tree.child(store, Field::Right);
  }
  // What comes after the use may need it itself: no circles.
  return value < attribute ? value : kNoNode;
}

}  // namespace

std::optional<std::int64_t> LiteralTensor::bytes() const {
  std::int64_t total = element_bytes;
  for (const std::int64_t size : sizes) {
    if (__builtin_mul_overflow(total, size, &total)) return std::nullopt;
  }
  return total;
}

std::optional<LiteralTensor> literal_tensor(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = assigned_value(model, expr);
  NodeId transposed = kNoNode;
  if (tree.is(expr, Kind::Attribute)) {
    const std::string_view name = tree.text(tree.child(expr, Field::Attribute));
    if (name == "T" || name == "mT") transposed = tree.child(expr, Field::Object);
    const NodeId value = transposed == kNoNode ? attribute_value(model, expr) : kNoNode;
    if (value != kNoNode) return literal_tensor(model, value);
  } else if (tree.is(expr, Kind::Call) && model.method_name(expr) == "t") {
    transposed = model.receiver_of_call(expr, "t");
  }
  if (transposed != kNoNode) {
    auto tensor = literal_tensor(model, transposed);
    if (tensor) std::reverse(tensor->sizes.begin(), tensor->sizes.end());
    return tensor && tensor->sizes.size() == 2 ? tensor : std::nullopt;
  }
  if (!tree.is(expr, Kind::Call)) return std::nullopt;
  if (model.is_call_to(expr, Meaning::WrapsTensor) && !model.arguments(expr).empty()) {
    return literal_tensor(model, model.arguments(expr)[0]);
  }
  const std::string_view method = model.method_name(expr);
  if (model.means(Meaning::KeepsSize, method) &&
      model.qualified_text(tree.child(expr, Field::Function)).rfind("torch.", 0) != 0) {
    auto tensor = literal_tensor(model, model.receiver_of_call(expr, method));
    if (tensor) convert(model, expr, *tensor);
    return tensor;
  }
  return made(model, expr);
}

}  // namespace mlfix
