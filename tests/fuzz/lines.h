// Mutations that keep a program a program: whole lines are left out, doubled,
// exchanged or re-indented.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace mlfix::fuzz {

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

inline void change_line(std::vector<std::string>& lines, std::minstd_rand& random) {
  const auto any = [&] {
    return lines.begin() + static_cast<std::ptrdiff_t>(random() % lines.size());
  };
  const auto at = any();
  switch (random() % 5) {
    case 0:
      lines.erase(at);
      break;
    case 1:
      lines.insert(any(), std::string(*at));
      break;
    case 2:
      std::swap(*at, *any());
      break;
    case 3:
      at->insert(0, "    ");
      break;
    default:
      if (at->starts_with("    ")) at->erase(0, 4);
  }
}

// Changes one to four lines of a program.
inline std::string with_changed_lines(std::string_view program, std::minstd_rand& random) {
  std::vector<std::string> lines = lines_of(program);
  for (auto i = random() % 4 + 1; i > 0 && !lines.empty(); --i) change_line(lines, random);
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace mlfix::fuzz
