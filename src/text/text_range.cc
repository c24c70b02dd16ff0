// Splices sorted edits into a text. Wrong order would not crash but quietly
// produce other code than the edits say, so the contract is checked in every
// build and not only in debug ones.
#include "text/text_range.h"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

namespace mlfix {
namespace {

[[noreturn]] void fail(const Edit& edit, Offset previous_end, std::size_t size) {
  fmt::print(stderr,
             "mlfix: internal error: edit [{}, {}) is out of order or outside the text "
             "(previous edit ends at {}, text has {} bytes)\n",
             edit.begin, edit.end, previous_end, size);
  std::abort();
}

std::size_t size_after(std::string_view text, const std::vector<Edit>& edits) {
  std::size_t size = text.size();
  Offset previous_end = 0;
  for (const Edit& edit : edits) {
    if (edit.begin < previous_end || edit.end < edit.begin || edit.end > text.size()) {
      fail(edit, previous_end, text.size());
    }
    size = size - edit.range().size() + edit.text.size();
    previous_end = edit.end;
  }
  return size;
}

}  // namespace

std::string apply_edits(std::string_view text, const std::vector<Edit>& edits) {
  std::string result;
  result.reserve(size_after(text, edits));
  Offset copied = 0;
  for (const Edit& edit : edits) {
    result.append(text.substr(copied, edit.begin - copied));
    result.append(edit.text);
    copied = edit.end;
  }
  result.append(text.substr(copied));
  return result;
}

}  // namespace mlfix
