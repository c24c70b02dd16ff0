// A cell has a newline at its end in the module that the document need not have.
// Edits that touch it are made on the text with the newline, and what comes out
// loses it again.

#include "lsp/checked.h"

#include <algorithm>
#include <utility>

#include "lsp/text_document.h"

namespace mlfix::lsp {
namespace {

// What turns one text into the other.
Edit difference(std::string_view before, std::string_view after) {
  const std::size_t limit = std::min(before.size(), after.size());
  std::size_t same = 0;
  while (same < limit && before[same] == after[same]) ++same;
  while (same > 0 && same < before.size() && continues_character(before[same])) --same;
  std::size_t tail = 0;
  while (tail < limit - same && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  while (tail > 0 && continues_character(before[before.size() - tail])) --tail;
  return {static_cast<Offset>(same), static_cast<Offset>(before.size() - tail),
          std::string(after.substr(same, after.size() - tail - same))};
}

std::vector<Edit> without_added_newline(const std::string& text, const std::vector<Edit>& edits) {
  const std::string_view newline = text.find("\r\n") == std::string::npos ? "\n" : "\r\n";
  std::string after = apply_edits(text + std::string(newline), edits);
  if (after.ends_with(newline)) after.resize(after.size() - newline.size());
  return {difference(text, after)};
}

}  // namespace

Checked::Checked(std::shared_ptr<const Registry> registry, SourceFile module, FileResult result,
                 std::vector<Part> parts)
    : registry_(std::move(registry)), parts_(std::move(parts)) {
  report_.registry = registry_.get();
  report_.files.push_back({std::move(module), std::move(result)});
}

const Part& Checked::part_at(Offset offset) const {
  const Part* last = &parts_.front();
  for (const Part& part : parts_) {
    if (part.range.empty() && &part != last) break;
    if (part.range.begin > offset) break;
    last = &part;
  }
  return *last;
}

DocumentRange Checked::locate(TextRange range) const {
  const Part& part = part_at(range.begin);
  if (part.opaque) return {&part, {}};
  const auto size = static_cast<Offset>(part.document->text().size());
  const auto moved = [&](Offset offset) {
    return std::min(std::max(offset, part.range.begin) - part.range.begin + part.begin, size);
  };
  return {&part, {moved(range.begin), moved(range.end)}};
}

std::vector<DocumentEdits> Checked::edits_of_documents(const std::vector<Edit>& edits) const {
  std::vector<DocumentEdits> result;
  for (const Edit& edit : edits) {
    const Part& part = part_at(edit.begin);
    if (result.empty() || result.back().part != &part) result.push_back({&part, {}});
    const Offset begin = edit.begin - part.range.begin + part.begin;
    result.back().edits.push_back({begin, begin + edit.range().size(), edit.text});
  }
  for (DocumentEdits& one : result) {
    const std::string& text = one.part->document->text();
    if (one.edits.back().end > text.size()) one.edits = without_added_newline(text, one.edits);
  }
  return result;
}

}  // namespace mlfix::lsp
