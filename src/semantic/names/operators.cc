// `a += b` runs __iadd__ of `a`, or its __add__, or __radd__ of `b`.

#include "semantic/names/operators.h"

#include <algorithm>

namespace mlfix {
namespace {

struct Operator {
  std::string_view token;
  std::array<std::string_view, 3> methods;
};

// In code: the protocol of the language.
constexpr std::array<Operator, 13> kOperators{{
    {"+", {"__add__", "__radd__", "__iadd__"}},
    {"-", {"__sub__", "__rsub__", "__isub__"}},
    {"*", {"__mul__", "__rmul__", "__imul__"}},
    {"/", {"__truediv__", "__rtruediv__", "__itruediv__"}},
    {"//", {"__floordiv__", "__rfloordiv__", "__ifloordiv__"}},
    {"%", {"__mod__", "__rmod__", "__imod__"}},
    {"**", {"__pow__", "__rpow__", "__ipow__"}},
    {"@", {"__matmul__", "__rmatmul__", "__imatmul__"}},
    {"<<", {"__lshift__", "__rlshift__", "__ilshift__"}},
    {">>", {"__rshift__", "__rrshift__", "__irshift__"}},
    {"&", {"__and__", "__rand__", "__iand__"}},
    {"|", {"__or__", "__ror__", "__ior__"}},
    {"^", {"__xor__", "__rxor__", "__ixor__"}},
}};

}  // namespace

std::span<const std::string_view> operator_methods(std::string_view token) {
  if (token.ends_with('=')) token.remove_suffix(1);
  const auto known = std::ranges::find(kOperators, token, &Operator::token);
  if (known == kOperators.end()) return {};
  return known->methods;
}

std::span<const std::string_view> methods_led_by(std::string_view first) {
  if (first == kItemSetter.front()) return kItemSetter;
  if (first == kItemGetter.front()) return kItemGetter;
  const auto known =
      std::ranges::find(kOperators, first, [](const Operator& one) { return one.methods.front(); });
  if (known == kOperators.end()) return {};
  return known->methods;
}

bool is_operator_method(std::string_view name) {
  const auto is_its = [&](const Operator& one) {
    return std::ranges::find(one.methods, name) != one.methods.end();
  };
  return name == kItemSetter[0] || name == kItemGetter[0] ||
         std::ranges::find(kWithItem, name) != kWithItem.end() ||
         std::ranges::any_of(kOperators, is_its);
}

}  // namespace mlfix
