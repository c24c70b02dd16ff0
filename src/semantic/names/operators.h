// The methods that Python runs for an operator, a subscript or a `with` item.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace mlfix {

// Of `+`, `+=`, …: the method itself, the one of the right operand, and the one in place.
// Empty for what is not an operator that a class can define.
std::span<const std::string_view> operator_methods(std::string_view token);

// The methods that operator_methods() gives together, or one of a subscript alone, by the first.
std::span<const std::string_view> methods_led_by(std::string_view first);

// Some operator, a subscript or a `with` item runs a method of that name.
bool is_operator_method(std::string_view name);

// In code: names of the language, which no table could change.
inline constexpr std::array<std::string_view, 1> kItemSetter{"__setitem__"};
inline constexpr std::array<std::string_view, 1> kItemGetter{"__getitem__"};
inline constexpr std::string_view kMissingItem = "__missing__";
// In code: as above.
inline constexpr std::array<std::string_view, 4> kWithItem{"__enter__", "__exit__", "__aenter__",
                                                           "__aexit__"};

}  // namespace mlfix
