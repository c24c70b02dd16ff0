#include "syntax/generated_text.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace mlfix {
namespace {

constexpr std::ptrdiff_t kMarkerLines = 10;  // where "@generated" counts
constexpr std::ptrdiff_t kNoticeLines = 20;  // where a notice does, which may follow a licence

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

bool says_generated(const SyntaxTree& tree) {
  const std::string_view source = tree.source();
  bool generated = false;
  bool not_to_edit = false;
  std::size_t seen = 0;
  std::ptrdiff_t line = 0;
  for (const TextRange comment : tree.comments()) {
    line += std::ranges::count(source.substr(seen, comment.begin - seen), '\n');
    seen = comment.begin;
    if (line >= kNoticeLines) break;
    const std::string text = lower(source.substr(comment.begin, comment.size()));
    if (line < kMarkerLines && has(text, "@generated")) return true;
    generated = generated || has(text, "generated");
    not_to_edit = not_to_edit || has(text, "do not edit") || has(text, "don't edit") ||
                  has(text, "do not modify");
  }
  return generated && not_to_edit;
}

}  // namespace mlfix
