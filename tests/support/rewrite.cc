#include "rewrite.h"

namespace mlfix::testing {

Rewrite make_rewrite(std::string_view notation) {
  Rewrite rewrite;
  while (!notation.empty()) {
    const auto open = notation.find("{{");
    rewrite.before += notation.substr(0, open);
    if (open == std::string_view::npos) break;
    const auto arrow = notation.find("=>", open);
    const auto close = notation.find("}}", arrow);
    const std::string_view old_text = notation.substr(open + 2, arrow - open - 2);
    const auto begin = static_cast<Offset>(rewrite.before.size());
    rewrite.before += old_text;
    rewrite.edits.push_back({begin, static_cast<Offset>(rewrite.before.size()),
                             std::string(notation.substr(arrow + 2, close - arrow - 2))});
    notation.remove_prefix(close + 2);
  }
  rewrite.after = apply_edits(rewrite.before, rewrite.edits);
  return rewrite;
}

}  // namespace mlfix::testing
