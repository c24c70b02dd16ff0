// Keys and positions are told apart where they are literals. What is beside them, or in
// containers that are nested deeper than kMaxAround, may be any part.

#include "semantic/names/part.h"

namespace mlfix {
namespace {

constexpr int kMaxAround = 3;  // containers in containers in which a part is told from others

int small_integer(const SyntaxTree& tree, NodeId literal) {
  const std::string_view text = tree.text(literal);
  if (text.empty() || text.size() > 4) return -1;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace

Part as_item(Part part) {
  if (part.whole() || part.around == kMaxAround) return {};
  ++part.around;
  return part;
}

Part of_item(Part part) {
  if (part.around == 0) return {};
  --part.around;
  return part;
}

std::string_view string_content(const SyntaxTree& tree, NodeId literal) {
  const std::string_view text = tree.text(literal);
  const auto open = text.find_first_of("'\"");
  if (open == std::string_view::npos || text.size() < open + 2) return {};
  return text.substr(open + 1, text.size() - open - 2);
}

Part part_of_key(const SyntaxTree& tree, NodeId key) {
  Part part;
  if (tree.is(key, Kind::String)) part.key = string_content(tree, key);
  if (tree.is(key, Kind::Integer)) part.index = small_integer(tree, key);
  return part;
}

Part constant_part(const SyntaxTree& tree, NodeId key) {
  const std::string_view text = tree.text(key);
  const bool tells = !tree.is(key, Kind::String) || text.starts_with('"') || text.starts_with('\'');
  return tells ? part_of_key(tree, key) : Part{};
}

bool may_be_same_part(const Part& held, const Part& wanted) {
  if (held.whole() || wanted.whole() || held.around > 0) return true;
  if (!held.key.empty() && !wanted.key.empty()) return held.key == wanted.key;
  if (held.index >= 0 && wanted.index >= 0) return held.index == wanted.index;
  return false;
}

}  // namespace mlfix
