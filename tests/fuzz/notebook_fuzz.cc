// A notebook through all rules, with unsafe fixes: what is written must be a
// notebook again, the same but for the sources of cells that were fixed, and
// those must be the fixed module. A second run must find nothing more to do.
//
// An input that begins with a brace is the notebook's file. Any other is the
// code of one: it is cut into cells at its blank lines and written in one of the
// forms that notebooks have, so that the Python programs of the seed corpus
// serve here too.

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/shared.h"
#include "notebook/document.h"
#include "notebook/notebook.h"

namespace mlfix {
namespace {

using Json = nlohmann::ordered_json;

// The form of a made notebook: a list of lines or one string for each cell, with
// or without escapes, indented or not.
struct Form {
  bool lists = false;
  bool ascii = false;
  int indent = -1;
};

Form form_of(std::string_view code) {
  const std::uint64_t hash = hash_text(code);
  return {(hash & 1u) != 0, (hash & 2u) != 0, static_cast<int>(hash >> 2 & 3u) - 1};
}

Json cell_of(const std::string& source, bool as_list) {
  Json value = source;
  if (as_list) value = fuzz::lines_of(source);
  return {{"cell_type", "code"},
          {"metadata", Json::object()},
          {"outputs", Json::array()},
          {"source", std::move(value)}};
}

std::string notebook_of(std::string_view code) {
  const Form form = form_of(code);
  Json cells = Json::array();
  while (!code.empty()) {
    const std::size_t gap = code.find("\n\n");
    cells.push_back(cell_of(std::string(code.substr(0, gap)), form.lists));
    code.remove_prefix(gap == code.npos ? code.size() : gap + 2);
  }
  const Json notebook{{"cells", std::move(cells)}, {"metadata", Json::object()}, {"nbformat", 4}};
  return notebook.dump(form.indent, ' ', form.ascii, Json::error_handler_t::replace);
}

// Every edit must lie in the source of one cell.
void require_inside_sources(const std::string& file, const std::vector<Edit>& edits) {
  const NotebookDocument document = read_document(file).value();
  for (const Edit& edit : edits) {
    const bool inside = std::ranges::any_of(document.cells, [&](const DocumentCell& cell) {
      return cell.is_code && !cell.strings.empty() && cell.strings.front().begin <= edit.begin &&
             edit.end <= cell.strings.back().end;
    });
    if (!inside) fuzz::fail("an edit outside of the code:", file);
  }
}

// Takes the sources of code cells out of a notebook, wherever they are.
void drop_sources(Json& value) {
  if (value.is_object() && value.contains("cell_type")) {
    value.erase("source");
    value.erase("input");
  }
  for (Json& part : value) {
    if (part.is_structured()) drop_sources(part);
  }
}

Json without_sources(const std::string& file) {
  Json notebook = Json::parse(file, nullptr, false);
  if (notebook.is_discarded()) fuzz::fail("what is written is no JSON:", file);
  drop_sources(notebook);
  return notebook;
}

// The lines that are not blank, without their ends: a cell that a fix empties is
// no part of a module any more, and the module ends a cell as the file does not.
std::vector<std::string> code_of(std::string_view module) {
  std::vector<std::string> code;
  for (std::string& line : fuzz::lines_of(module)) {
    line.erase(line.find_last_not_of("\r\n") + 1);
    if (line.find_first_not_of(" \t") != line.npos) code.push_back(std::move(line));
  }
  return code;
}

struct Read {
  std::string module;
  FileResult result;
  std::vector<Edit> edits;  // of the notebook
};

std::optional<Read> run_once(const std::string& text) {
  static Parser parser;
  const auto file = make_source_file("fuzz.ipynb", text);
  if (!file) return std::nullopt;
  const auto notebook = Notebook::read(*file, parser);
  if (!notebook) return std::nullopt;
  const SourceFile module = notebook->module();
  FileResult result = fuzz::checked_run(module);
  std::vector<Edit> edits = notebook->edits_of_file(result.fixed_edits);
  return Read{module.text, std::move(result), std::move(edits)};
}

void run(const std::string& text) {
  const auto first = run_once(text);
  if (!first || !first->result.changed) return;
  require_inside_sources(text, first->edits);
  const std::string fixed = apply_edits(text, first->edits);
  if (without_sources(fixed) != without_sources(text)) {
    fuzz::fail("more than the code changed:", fixed);
  }
  const auto second = run_once(fixed);
  if (!second) fuzz::fail("a fix makes a notebook that can't be read:", fixed);
  if (code_of(second->module) != code_of(first->result.fixed_text)) {
    fuzz::fail("the notebook is not the fixed module:", fixed + "\n" + first->result.fixed_text);
  }
  if (second->result.changed) fuzz::fail("a second run changes more:", fixed);
}

}  // namespace
}  // namespace mlfix

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  mlfix::run(input.starts_with('{') ? std::string(input) : mlfix::notebook_of(input));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return mlfix::fuzz::mutate_program(data, size, max_size, seed);
}
