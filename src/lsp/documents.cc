// A text is shared with what was found in it, so an edit makes a new one.

#include "lsp/documents.h"

#include <algorithm>
#include <utility>

#include "lsp/uri.h"

namespace mlfix::lsp {
namespace {

std::shared_ptr<const TextDocument> document(std::string text) {
  return std::make_shared<const TextDocument>(std::move(text));
}

OpenText open_text(const Json& item) {
  return {item.at("uri").get<std::string>(), item.at("languageId").get<std::string>(),
          item.at("version").get<std::int64_t>(), document(item.at("text").get<std::string>())};
}

// An address that is no file's is a name for messages.
Subject subject_at(std::string uri) {
  Subject subject;
  const auto path = path_of_uri(uri);
  subject.on_disk = path.has_value();
  subject.path = path.value_or(std::filesystem::path(uri));
  subject.uri = std::move(uri);
  return subject;
}

void edit(OpenText& text, const Json& changes, Encoding encoding) {
  TextDocument edited = *text.text;
  for (const Json& change : changes) {
    const auto& with = change.at("text").get_ref<const std::string&>();
    if (change.contains("range")) {
      edited.replace(span_of(change.at("range")), with, encoding);
    } else {
      edited = TextDocument(with);
    }
  }
  text.text = std::make_shared<const TextDocument>(std::move(edited));
}

void forget(Subject& subject) {
  subject.checked.reset();
  subject.fixed.reset();
}

OpenText* text_in(Subject& subject, const std::string& uri) {
  const auto found = std::ranges::find(subject.texts, uri, &OpenText::uri);
  return found == subject.texts.end() ? nullptr : &*found;
}

}  // namespace

Subject* Documents::open(const Json& params) {
  OpenText text = open_text(params.at("textDocument"));
  Subject subject = subject_at(text.uri);
  if (text.language != "python") return nullptr;
  subject.texts.push_back(std::move(text));
  Subject& known = subjects_[subject.uri];
  return &(known = std::move(subject));
}

Subject* Documents::change(const Json& params, Encoding encoding) {
  const std::string uri = uri_in(params);
  Subject* subject = find(uri);
  OpenText* open = text(uri);
  if (open == nullptr) return nullptr;
  forget(*subject);
  open->version = params.at("textDocument").at("version").get<std::int64_t>();
  edit(*open, params.at("contentChanges"), encoding);
  return subject;
}

Subject* Documents::open_notebook(const Json& params) {
  const Json& notebook = params.at("notebookDocument");
  Subject subject = subject_at(notebook.at("uri").get<std::string>());
  subject.is_notebook = true;
  std::map<std::string, OpenText> texts;
  for (const Json& item : params.at("cellTextDocuments")) {
    OpenText text = open_text(item);
    texts.emplace(text.uri, std::move(text));
  }
  for (const Json& cell : notebook.at("cells")) {
    const auto found = texts.find(cell.at("document").get<std::string>());
    if (found == texts.end()) continue;
    notebook_of_[found->first] = subject.uri;
    subject.texts.push_back(found->second);
  }
  Subject& known = subjects_[subject.uri];
  return &(known = std::move(subject));
}

Subject* Documents::change_notebook(const Json& params, Encoding encoding,
                                    std::vector<std::string>& closed) {
  Subject* subject = find(params.at("notebookDocument").at("uri").get<std::string>());
  if (subject == nullptr || !subject->is_notebook) return nullptr;
  const Json cells = params.at("change").value("cells", Json::object());
  forget(*subject);
  if (cells.contains("structure")) {
    const Json& structure = cells.at("structure");
    std::map<std::string, OpenText> texts;
    for (OpenText& text : subject->texts) texts.emplace(text.uri, text);
    for (const Json& item : structure.value("didOpen", Json::array())) {
      OpenText text = open_text(item);
      notebook_of_[text.uri] = subject->uri;
      texts.insert_or_assign(text.uri, std::move(text));
    }
    const Json& splice = structure.at("array");
    const std::size_t size = subject->texts.size();
    const std::size_t start = std::min(splice.at("start").get<std::size_t>(), size);
    const std::size_t count = std::min(splice.at("deleteCount").get<std::size_t>(), size - start);
    std::vector<OpenText> added;
    for (const Json& cell : splice.value("cells", Json::array())) {
      const auto found = texts.find(cell.at("document").get<std::string>());
      if (found != texts.end()) added.push_back(found->second);
    }
    const auto at = subject->texts.begin() + static_cast<std::ptrdiff_t>(start);
    const auto after = subject->texts.erase(at, at + static_cast<std::ptrdiff_t>(count));
    subject->texts.insert(after, added.begin(), added.end());
    for (const Json& item : structure.value("didClose", Json::array())) {
      closed.push_back(item.at("uri").get<std::string>());
      notebook_of_.erase(closed.back());
    }
  }
  for (const Json& change : cells.value("textContent", Json::array())) {
    const Json& document = change.at("document");
    OpenText* text = text_in(*subject, document.at("uri").get<std::string>());
    if (text == nullptr) continue;
    text->version = document.at("version").get<std::int64_t>();
    edit(*text, change.at("changes"), encoding);
  }
  return subject;
}

std::optional<Subject> Documents::close(const std::string& uri) {
  const auto found = subjects_.find(uri);
  if (found == subjects_.end()) return std::nullopt;
  Subject subject = std::move(found->second);
  subjects_.erase(found);
  if (subject.is_notebook) {
    for (const OpenText& text : subject.texts) notebook_of_.erase(text.uri);
  }
  return subject;
}

Subject* Documents::find(const std::string& uri) {
  const auto notebook = notebook_of_.find(uri);
  const auto found = subjects_.find(notebook == notebook_of_.end() ? uri : notebook->second);
  return found == subjects_.end() ? nullptr : &found->second;
}

OpenText* Documents::text(const std::string& uri) {
  Subject* subject = find(uri);
  return subject == nullptr ? nullptr : text_in(*subject, uri);
}

const std::string* Documents::text_of(const std::filesystem::path& path) const {
  const auto is_that = [&](const auto& entry) {
    const Subject& subject = entry.second;
    return subject.on_disk && !subject.is_notebook && subject.path == path;
  };
  const auto found = std::ranges::find_if(subjects_, is_that);
  return found == subjects_.end() ? nullptr : &found->second.texts.front().text->text();
}

}  // namespace mlfix::lsp
