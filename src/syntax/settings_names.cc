#include "syntax/settings_names.h"

#include <algorithm>
#include <array>

#include "text/characters.h"

namespace mlfix {
namespace {

// In code: the methods of argparse.ArgumentParser that give a Namespace.
constexpr std::array<std::string_view, 2> kParsers{"parse_args(", "parse_known_args("};

// The name that the line binds, of which `head` is what stands before the call; "" for none.
std::string_view bound_by(std::string_view head) {
  const std::size_t equals = head.find('=');
  if (equals == std::string_view::npos || head.substr(equals).starts_with("==")) return {};
  std::string_view name = head.substr(0, equals);
  const std::size_t begin = name.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  name.remove_prefix(begin);
  const std::size_t end = static_cast<std::size_t>(
      std::ranges::find_if_not(name, [](char c) { return is_name_byte(c); }) - name.begin());
  const std::size_t next = name.find_first_not_of(" \t", end);
  const bool is_plain = next == std::string_view::npos ||
                        std::string_view(",:").find(name[next]) != std::string_view::npos;
  return is_plain ? name.substr(0, end) : std::string_view();
}

}  // namespace

std::vector<std::string_view> settings_names(std::string_view text) {
  std::vector<std::string_view> names;
  for (const std::string_view parser : kParsers) {
    for (std::size_t at = text.find(parser); at != std::string_view::npos;
         at = text.find(parser, at + parser.size())) {
      const std::size_t before = text.substr(0, at).rfind('\n');
      const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
      const std::string_view name = bound_by(text.substr(start, at - start));
      if (!name.empty()) names.push_back(name);
    }
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

}  // namespace mlfix
