// The cells of a notebook are written as a notebook file would have them, and read as
// it is read: what a cell is, and which magics it has, is decided in one place.

#include "lsp/checker.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "lsp/uri.h"
#include "notebook/notebook.h"

namespace mlfix::lsp {
namespace {

// What can't be read has no findings.
CheckedPtr nothing_found(const Folder& folder, std::filesystem::path path,
                         std::vector<Part> parts) {
  SourceFile empty;
  empty.path = std::move(path);
  for (Part& part : parts) part.range = {};
  return std::make_shared<const Checked>(folder.registry(), std::move(empty), FileResult{},
                                         std::move(parts));
}

Part part_of(const OpenText& text) {
  Part part;
  part.uri = text.uri;
  part.version = text.version;
  part.document = text.text;
  return part;
}

std::optional<CheckedPtr> check_module(Result<SourceFile> file, Part part, Purpose purpose,
                                       Folder& folder, const std::filesystem::path& path) {
  if (!file) return nothing_found(folder, path, {std::move(part)});
  part.range = {0, static_cast<Offset>(file->text.size())};
  auto result = folder.check(*file, purpose);
  if (!result) return std::nullopt;
  return std::make_shared<const Checked>(folder.registry(), std::move(*file), std::move(*result),
                                         std::vector{std::move(part)});
}

std::string notebook_text(const std::vector<OpenText>& cells) {
  Json list = Json::array();
  for (const OpenText& cell : cells) {
    list.push_back({{"cell_type", cell.language == "python" ? "code" : "markdown"},
                    {"metadata", Json::object()},
                    {"execution_count", nullptr},
                    {"outputs", Json::array()},
                    {"source", cell.text->text()}});
  }
  const Json notebook = {{"nbformat", 4},
                         {"nbformat_minor", 5},
                         {"metadata", Json::object()},
                         {"cells", std::move(list)}};
  return notebook.dump();
}

// Which part of the module each cell is; those that are not analysed come last.
std::vector<Part> parts_of(const Subject& subject, const Cells& cells) {
  std::vector<Part> parts;
  std::vector<bool> taken(subject.texts.size());
  for (const Cell& cell : cells.all()) {
    const std::size_t index = cell.number - 1;
    Part part = part_of(subject.texts[index]);
    part.range = cell.range;
    part.opaque = cell.opaque;
    part.begin = part.document->offset({cell.first_line - 1, 0}, Encoding::Utf8);
    parts.push_back(std::move(part));
    taken[index] = true;
  }
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (!taken[i]) parts.push_back(part_of(subject.texts[i]));
  }
  return parts;
}

std::optional<CheckedPtr> check_notebook(const Subject& subject, Purpose purpose, Folder& folder,
                                         Parser& parser) {
  const auto nothing = [&] { return nothing_found(folder, subject.path, parts_of(subject, {})); };
  const auto file = make_source_file(subject.path, notebook_text(subject.texts));
  if (!file || !folder.may_find_in_notebook(*file)) return nothing();
  try {
    const auto notebook = Notebook::read(*file, parser);
    if (!notebook) return nothing();
    SourceFile module = notebook->module();
    auto result = folder.check(module, purpose, notebook->moves_imports());
    if (!result) return std::nullopt;
    std::vector<Part> parts = parts_of(subject, module.cells);
    return std::make_shared<const Checked>(folder.registry(), std::move(module), std::move(*result),
                                           std::move(parts));
  } catch (const GaveUp&) {  // a cell that takes too much work to read
    return nothing();
  }
}

}  // namespace

std::optional<CheckedPtr> check(const Subject& subject, Purpose purpose, Folder& folder,
                                Parser& parser) {
  if (subject.is_notebook) return check_notebook(subject, purpose, folder, parser);
  const OpenText& text = subject.texts.front();
  return check_module(make_source_file(subject.path, text.text->text()), part_of(text), purpose,
                      folder, subject.path);
}

std::optional<CheckedPtr> check_file(const std::filesystem::path& path, Folder& folder) {
  auto file = read_source_file(path);
  Part part;
  part.uri = uri_of_path(path);
  part.document = std::make_shared<const TextDocument>(file ? file->text : std::string());
  return check_module(std::move(file), std::move(part), Purpose::Report, folder, path);
}

}  // namespace mlfix::lsp
