// A cell's source is decoded with the place of every byte, so an edit of it is an
// edit between two places of the file. What needs care is the list form: a new
// line is a new string of the list, a line that goes takes its string along.

#include "notebook/notebook.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "notebook/cell_texts.h"
#include "notebook/document.h"
#include "notebook/magics.h"
#include "syntax/syntax_rules.h"

namespace mlfix {
namespace {

bool is_continuation_byte(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

// Why the text of a cell can't be analysed; empty when it can.
std::string_view why_unreadable(std::string_view text, Parser& parser) {
  if (text.find('\0') != std::string_view::npos) return "a NUL byte";
  for (std::size_t at = text.find('\r'); at != std::string_view::npos;
       at = text.find('\r', at + 1)) {
    if (text.substr(at, 2) != "\r\n") return "a carriage return without a line feed";
  }
  for (const Violation violation : find_violations(parser.parse(text))) {
    if (violation.rule != SyntaxRule::AwaitAtModuleLevel) return describe(violation.rule);
  }
  return {};
}

// The terminator that `text` lacks at its end, in the style of its lines.
std::string_view missing_newline(std::string_view text) {
  if (text.ends_with('\n')) return {};
  return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

// Makes one edit of those that touch.
std::vector<Edit> joined(const std::vector<Edit>& edits) {
  std::vector<Edit> result;
  for (const Edit& edit : edits) {
    if (!result.empty() && result.back().end == edit.begin) {
      result.back().end = edit.end;
      result.back().text += edit.text;
    } else {
      result.push_back(edit);
    }
  }
  return result;
}

// Leaves out what an edit replaces by itself, in whole characters.
Edit narrowed(Edit edit, std::string_view text) {
  const std::string_view old = text.substr(edit.begin, edit.end - edit.begin);
  const std::size_t limit = std::min(old.size(), edit.text.size());
  std::size_t same = 0;
  while (same < limit && old[same] == edit.text[same]) ++same;
  while (same > 0 && same < old.size() && is_continuation_byte(old[same])) --same;
  std::size_t tail = 0;
  while (tail < limit - same &&
         old[old.size() - 1 - tail] == edit.text[edit.text.size() - 1 - tail]) {
    ++tail;
  }
  while (tail > 0 && is_continuation_byte(old[old.size() - tail])) --tail;
  return {edit.begin + static_cast<Offset>(same), edit.end - static_cast<Offset>(tail),
          edit.text.substr(same, edit.text.size() - same - tail)};
}

std::optional<std::string> module_of_notebook(const std::filesystem::path& path, std::string text) {
  const auto file = make_source_file(path, std::move(text));
  if (!file) return std::nullopt;
  Parser parser;
  auto notebook = Notebook::read(*file, parser);
  return notebook ? std::optional(notebook->module().text) : std::nullopt;
}

// Does the file write characters beyond ASCII as escapes?
bool writes_ascii_only(std::string_view text) {
  const bool ascii =
      std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return ascii && text.find("\\u") != std::string_view::npos;
}

}  // namespace

bool is_notebook_path(const std::filesystem::path& path) {
  return path.extension() == ".ipynb";
}

NotebookReader notebook_reader() {
  return {module_of_notebook, text_of_cells};
}

Result<Notebook> Notebook::read(const SourceFile& file, Parser& parser) {
  auto document = read_document(file.text);
  if (!document) {
    document.error().path = file.path.string();
    return tl::unexpected(std::move(document.error()));
  }
  Notebook notebook;
  notebook.path_ = file.path;
  notebook.identity_ = file.identity;
  notebook.ascii_only_ = writes_ascii_only(file.text);
  if (!document->is_python) return notebook;
  for (std::size_t i = 0; i < document->cells.size(); ++i) {
    const DocumentCell& cell = document->cells[i];
    if (!cell.is_code || (!cell.language.empty() && cell.language != "python")) continue;
    Source source;
    source.is_list = cell.is_list;
    for (const TextRange raw : cell.strings) {
      const auto inside = std::string_view(file.text).substr(raw.begin, raw.size());
      DecodedString decoded = decode_json_string(inside, raw.begin);
      source.lines.push_back({raw, static_cast<Offset>(source.text.size())});
      source.text += decoded.text;
      source.origin.insert(source.origin.end(), decoded.origin.begin(), decoded.origin.end() - 1);
    }
    if (source.text.empty()) continue;
    source.origin.push_back(source.lines.back().raw.end);
    notebook.moves_imports_ = notebook.moves_imports_ || may_move_imports(source.text);
    notebook.add_gap(source, file.text);
    notebook.add_cell(static_cast<std::uint32_t>(i + 1), std::move(source), parser);
  }
  return notebook;
}

// How the strings of a list are separated, closing and opening quote included.
void Notebook::add_gap(Source& source, std::string_view file) {
  if (source.lines.size() > 1) {
    const Offset begin = source.lines[0].raw.end;
    source.gap = file.substr(begin, source.lines[1].raw.begin - begin);
    return;
  }
  const Offset quote = source.lines[0].raw.begin - 1;
  const std::size_t before = file.substr(0, quote).find_last_not_of(" \t\r\n") + 1;
  source.gap = "\"," + std::string(file.substr(before, quote - before)) + "\"";
}

void Notebook::add_cell(std::uint32_t number, Source source, Parser& parser) {
  ReadableCell readable = readable_cell(source.text);
  if (readable.kind == CellKind::Foreign || readable.kind == CellKind::Empty) return;
  Cell cell{{}, number, 1, true};
  std::string_view reason = "its magic is opaque";
  source.begin = readable.begin;
  if (readable.kind == CellKind::Python) {
    source.added_newline = missing_newline(readable.text);
    readable.text += source.added_newline;
    reason = why_unreadable(readable.text, parser);
  }
  if (!reason.empty()) {
    skipped_.push_back({number, std::string(reason)});
    const std::string code =
        opaque_statement(source.text, readable.kind == CellKind::Binding) + "\n";
    add_text(cell, code, code, {});
  } else {
    cell.opaque = false;
    cell.first_line += static_cast<std::uint32_t>(
        std::count(source.text.begin(), source.text.begin() + source.begin, '\n'));
    add_text(cell, readable.text, source.text.substr(source.begin) + source.added_newline,
             readable.opaque);
  }
  sources_.push_back(std::move(source));
}

void Notebook::add_text(Cell cell, std::string_view text, std::string_view shown,
                        const std::vector<TextRange>& opaque) {
  const auto begin = static_cast<Offset>(text_.size());
  text_ += text;
  shown_ += shown;
  cell.range = {begin, static_cast<Offset>(text_.size())};
  std::vector<TextRange> in_text;
  if (cell.opaque) in_text.push_back(cell.range);
  for (const TextRange range : opaque) in_text.push_back({begin + range.begin, begin + range.end});
  cells_.add(cell, in_text);
  text_ += '\n';
  shown_ += '\n';
}

SourceFile Notebook::module() const {
  return {path_, text_, LineTable(text_), identity_, cells_};
}

SourceFile Notebook::shown() const {
  return {path_, shown_, LineTable(shown_), identity_, cells_};
}

TextRange Notebook::range_in_file(TextRange range) const {
  // Asked for the last byte, not for the end: that may be in the next string.
  const Offset begin = offset_in_file(range.begin);
  if (range.empty()) return {begin, begin};
  return {begin, std::max(begin, offset_in_file(range.end - 1)) + 1};
}

Offset Notebook::offset_in_file(Offset offset) const {
  const auto index = cells_.at(offset);
  if (!index) return 0;
  const Source& source = sources_[*index];
  const Cell& cell = cells_.all()[*index];
  if (cell.opaque) return source.origin.front();
  const std::size_t in_source = offset - cell.range.begin + source.begin;
  return source.origin[std::min(in_source, source.origin.size() - 1)];
}

std::vector<Edit> Notebook::edits_of_file(const std::vector<Edit>& edits) const {
  std::vector<Edit> result;
  for (const Edit& edit : joined(edits)) {
    const std::size_t cell = *cells_.at(edit.begin);
    const Source& source = sources_[cell];
    const Edit in_source = edit_of_source(source, cells_.all()[cell].range.begin, edit);
    result.push_back(edit_of_file(source, narrowed(in_source, source.text)));
  }
  return result;
}

TextRange Notebook::range_of_file(TextRange range) const {
  const std::size_t cell = *cells_.at(range.begin);
  const Source& source = sources_[cell];
  const Offset shift = source.begin - cells_.all()[cell].range.begin;
  const auto size = static_cast<Offset>(source.text.size());
  return {source.origin[std::min(range.begin + shift, size)],
          source.origin[std::min(range.end + shift, size)]};
}

// The module has a newline after every cell that the source need not have: it
// comes and goes with the last line.
Edit Notebook::edit_of_source(const Source& source, Offset cell_begin, const Edit& edit) const {
  const Offset shift = source.begin - cell_begin;
  const auto size = static_cast<Offset>(source.text.size());
  const std::string& newline = source.added_newline;
  Edit result{edit.begin + shift, edit.end + shift, edit.text};
  if (result.end <= size) return result;
  result.end = size;
  if (result.begin > size) {
    result.begin = size;
    result.text = newline + result.text;
  }
  if (result.text.ends_with(newline)) {
    result.text.resize(result.text.size() - newline.size());
  } else if (result.text.empty() && result.begin > 0 && source.text[result.begin - 1] == '\n') {
    result.begin -= source.text.substr(0, result.begin).ends_with("\r\n") ? 2 : 1;
  }
  return result;
}

// An edit may begin or end between two strings. Which side it takes decides
// whether the strings stay apart, as their lines must, or become one.
Edit Notebook::edit_of_file(const Source& source, const Edit& edit) const {
  const auto size = static_cast<Offset>(source.text.size());
  const auto string_before = [&source](Offset offset) -> const Line* {
    const auto at = std::ranges::lower_bound(source.lines, offset, {}, &Line::begin);
    if (at == source.lines.begin()) return nullptr;
    const bool at_break = at != source.lines.end() && at->begin == offset;
    return at_break ? &*(at - 1) : nullptr;
  };
  Edit result{source.origin[edit.begin], source.origin[edit.end], {}};
  const Line* before_begin = edit.begin == size ? nullptr : string_before(edit.begin);
  const Line* before_end = string_before(edit.end);
  const bool keeps_last_break = edit.begin < edit.end && edit.text.ends_with('\n');
  if (keeps_last_break && edit.end < size && before_end != nullptr)
    result.end = before_end->raw.end;
  if (edit.text.empty() && edit.end == size && before_begin != nullptr) {
    result.begin = before_begin->raw.end;
  }
  const bool at_end = edit.end == size || keeps_last_break;
  result.text = raw_text(source, edit.text, at_end);
  const bool opens_line = edit.begin == size && source.text.ends_with('\n');
  if (opens_line && source.is_list) result.text.insert(0, source.gap);
  return result;
}

// New text as it stands in the file. After each newline a new string begins,
// but for the last one where `at_break` says that one begins or ends anyway.
std::string Notebook::raw_text(const Source& source, std::string_view text, bool at_break) const {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    result += encode_json_string(text.substr(0, end), ascii_only_);
    const bool ends_line = text[end - 1] == '\n';
    text.remove_prefix(end);
    if (ends_line && source.is_list && !(text.empty() && at_break)) result += source.gap;
  }
  return result;
}

}  // namespace mlfix
