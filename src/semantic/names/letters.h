// What the letters of a name say, of ASCII. All are linear in the name.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace mlfix {

constexpr bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

constexpr char in_lower_case(char c) {
  return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string in_lower_case(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](char c) { return in_lower_case(c); });
  return lower;
}

// Is the name, which may begin with underscores, written as those of classes are: Module,
// _Module? A convention and no proof.
constexpr bool begins_like_class(std::string_view name) {
  const auto first = name.find_first_not_of('_');
  return first != std::string_view::npos && is_capital(name[first]);
}

}  // namespace mlfix
