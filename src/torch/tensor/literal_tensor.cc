// Sizes are literal numbers; device and type come from keywords and from the
// conversions after the constructor. What is not understood is not guessed: a
// call that is no known constructor or conversion has no literal size. For a rank, sizes count as
// dimensions, and their values only matter for the shape (0,). A number is followed by names only
// where one definition reaches, and computed with checks for overflow: one that does not fit is
// none.

#include "torch/tensor/literal_tensor.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

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

namespace {

std::vector<NodeId> positional(const SyntaxTree& tree, NodeId call) {
  std::vector<NodeId> result;
  for (NodeId argument : tree.children(tree.child(call, Field::Arguments))) {
    if (!tree.is(argument, Kind::KeywordArgument)) result.push_back(argument);
  }
  return result;
}

std::optional<LiteralShape> shape_of_sizes(const SyntaxTree& tree, std::vector<NodeId> sizes) {
  if (sizes.size() == 1 && (tree.is(sizes[0], Kind::Tuple) || tree.is(sizes[0], Kind::List))) {
    const NodeId display = sizes[0];
    sizes.clear();
    for (NodeId size : tree.children(display)) sizes.push_back(size);
  } else if (sizes.size() == 1 && !tree.is(sizes[0], Kind::Integer)) {
    return std::nullopt;
  }
  const bool splat = std::any_of(sizes.begin(), sizes.end(),
                                 [&](NodeId size) { return tree.is(size, Kind::ListSplat); });
  if (splat || sizes.empty()) return std::nullopt;
  return LiteralShape{static_cast<int>(sizes.size()),
                      sizes.size() == 1 && tree.text(sizes[0]) == "0"};
}

std::optional<LiteralShape> shape_of_data(const SyntaxTree& tree, std::vector<NodeId> data) {
  if (data.empty()) return LiteralShape{1, true};  // torch.Tensor()
  if (data.size() != 1 || !tree.is(data[0], Kind::List)) return std::nullopt;
  const NodeId first = tree.first_child(data[0]);
  if (first == kNoNode) return LiteralShape{1, true};
  const bool numbers = tree.is(first, Kind::Integer) || tree.is(first, Kind::Float);
  return numbers ? std::optional(LiteralShape{1, false}) : std::nullopt;
}

}  // namespace

std::optional<LiteralShape> literal_shape(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  if (model.tree().is(expr, Kind::Identifier)) {
    const DefId d = model.bindings().reaching(expr);
    const bool assigned = d != kNone && model.bindings().definition(d).kind == DefKind::Assign;
    // A definition stands before its uses, so this ends.
    return assigned && model.bindings().definition(d).value < expr
               ? literal_shape(model, model.bindings().definition(d).value)
               : std::nullopt;
  }
  if (!model.tree().is(expr, Kind::Call)) return std::nullopt;
  for (std::string_view name : model.names(Meaning::KeepsShape)) {
    const NodeId receiver = model.receiver_of_call(expr, name);
    if (receiver != kNoNode) return literal_shape(model, receiver);
  }
  // A join gives no leaf, even of one tensor.
  if (model.argument(expr, -1, "requires_grad") != kNoNode) return std::nullopt;
  if (model.is_call_to(expr, Meaning::MakesBySize)) {
    return shape_of_sizes(model.tree(), positional(model.tree(), expr));
  }
  if (model.is_call_to(expr, Meaning::MakesByData)) {
    return shape_of_data(model.tree(), positional(model.tree(), expr));
  }
  return std::nullopt;
}

bool joins_alone(const SyntaxTree& tree, const LiteralShape& shape, NodeId dim) {
  if (shape.is_empty_vector) return true;
  int value = 0;
  if (dim != kNoNode) {
    const std::string_view text = tree.text(dim);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return false;
  }
  return -shape.rank <= value && value < shape.rank;
}

namespace {

using Number = std::optional<std::int64_t>;

Number parsed(std::string_view text) {
  std::string digits;
  for (const char d : text) {
    if (d != '_') digits += d;
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  return whole ? Number(value) : std::nullopt;
}

Number product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::nullopt : Number(result);
}

Number power(std::int64_t base, std::int64_t exponent) {
  if (exponent > 62) return std::nullopt;
  Number result = 1;
  for (std::int64_t i = 0; result && i < exponent; ++i) result = product(*result, base);
  return result;
}

Number computed(std::string_view op, std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (op == "+") return __builtin_add_overflow(a, b, &sum) ? std::nullopt : Number(sum);
  if (op == "-") return a < b ? std::nullopt : Number(a - b);
  if (op == "*") return product(a, b);
  if (op == "//") return b == 0 ? std::nullopt : Number(a / b);
  if (op == "**") return power(a, b);
  if (op == "<<") return b > 62 ? std::nullopt : product(a, std::int64_t{1} << b);
  return std::nullopt;
}

// The value that `n, m = 2, 3` gives to one of its names, or kNoNode.
NodeId unpacked_value(const SyntaxTree& tree, const Definition& definition) {
  const NodeId pattern = tree.parent(definition.node);
  const bool display = tree.is(definition.value, Kind::ExpressionList) ||
                       tree.is(definition.value, Kind::Tuple) ||
                       tree.is(definition.value, Kind::List);
  if (!display || tree.field(pattern) != Field::Left) return kNoNode;
  NodeId value = tree.first_child(definition.value);
  for (const NodeId name : tree.children(pattern)) {
    if (value == kNoNode || !tree.is(name, Kind::Identifier) || tree.is(value, Kind::ListSplat)) {
      return kNoNode;
    }
    if (name == definition.node) return value;
    value = tree.next_sibling(value);
  }
  return kNoNode;
}

}  // namespace

NodeId assigned_value(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  while (model.tree().is(expr, Kind::Identifier)) {
    const DefId d = model.bindings().reaching(expr);
    if (d == kNone) return expr;
    const Definition& definition = model.bindings().definition(d);
    NodeId value = kNoNode;
    if (definition.kind == DefKind::Assign) value = definition.value;
    if (definition.kind == DefKind::Unpack) value = unpacked_value(model.tree(), definition);
    // A definition stands before its uses, so this ends.
    if (value == kNoNode || value >= expr) return expr;
    expr = model.strip_parentheses(value);
  }
  return expr;
}

std::optional<std::int64_t> literal_number(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = assigned_value(model, expr);
  if (tree.is(expr, Kind::Integer)) return parsed(tree.text(expr));
  if (!tree.is(expr, Kind::BinaryOperator)) return std::nullopt;
  const Number left = literal_number(model, tree.child(expr, Field::Left));
  const Number right = literal_number(model, tree.child(expr, Field::Right));
  if (!left || !right) return std::nullopt;
  return computed(tree.text(tree.child(expr, Field::Operator)), *left, *right);
}

}  // namespace mlfix
