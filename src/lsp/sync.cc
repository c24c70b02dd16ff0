// A client that asks for diagnostics itself is sent none, so nothing is ever due then.

#include "lsp/sync.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "lsp/uri.h"

namespace mlfix::lsp {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// Kinds of file events.
constexpr int kChanged = 2;
constexpr int kDeleted = 3;

std::string notebook_uri(const Json& params) {
  return params.at("notebookDocument").at("uri").get<std::string>();
}

}  // namespace

Sync::Sync(Workspace& workspace, const Client& client, const Surface& surface)
    : workspace_(workspace), client_(client), surface_(surface) {}

bool Sync::take(const std::string& method, const Json& params, Clock::time_point now) {
  static const std::map<std::string_view, Handler> handlers = {
      {"textDocument/didOpen", &Sync::opened},
      {"textDocument/didChange", &Sync::changed},
      {"textDocument/didSave", &Sync::saved},
      {"textDocument/didClose", &Sync::closed},
      {"notebookDocument/didOpen", &Sync::notebook_opened},
      {"notebookDocument/didChange", &Sync::notebook_changed},
      {"notebookDocument/didSave", &Sync::notebook_saved},
      {"notebookDocument/didClose", &Sync::notebook_closed},
      {"workspace/didChangeWatchedFiles", &Sync::files_changed},
      {"workspace/didChangeWorkspaceFolders", &Sync::folders_changed},
      {"workspace/didChangeConfiguration", &Sync::configuration_changed},
  };
  const auto handler = handlers.find(method);
  if (handler == handlers.end()) return false;
  now_ = now;
  (this->*handler->second)(params);
  return true;
}

void Sync::add_roots(const Json& params) {
  const auto add = [&](const Json& uri) {
    if (const auto path = path_of_uri(uri.get<std::string>())) workspace_.folders.add_root(*path);
  };
  const Json folders = params.value("workspaceFolders", Json());
  if (folders.is_array()) {
    for (const Json& folder : folders) add(folder.at("uri"));
  } else if (params.value("rootUri", Json()).is_string()) {
    add(params.at("rootUri"));
  } else if (params.value("rootPath", Json()).is_string()) {
    workspace_.folders.add_root(params.at("rootPath").get<std::string>());
  }
}

// ---- documents ------------------------------------------------------------------

void Sync::opened(const Json& params) {
  Subject* subject = workspace_.documents.open(params);
  if (subject == nullptr) return;
  if (subject->on_disk) file_is_on_disk(subject->path);
  workspace_.folder_of(*subject).file_has_changed(subject->path);
  text_changed(*subject, {});
}

void Sync::changed(const Json& params) {
  Subject* subject = workspace_.documents.change(params, client_.encoding);
  if (subject == nullptr) return;
  if (!subject->is_notebook) workspace_.folder_of(*subject).file_has_changed(subject->path);
  text_changed(*subject, patience_);
  look_at_others(*subject);
}

void Sync::saved(const Json& params) {
  Subject* subject = workspace_.documents.find(uri_in(params));
  if (subject == nullptr) return;
  file_is_on_disk(subject->path);
  if (subject->due) subject->due = now_;
}

void Sync::closed(const Json& params) {
  const auto subject = workspace_.documents.close(uri_in(params));
  if (!subject) return;
  workspace_.folder_of(*subject).file_has_changed(subject->path);
  left(subject->uri);
  look_at_others(*subject);
}

void Sync::notebook_opened(const Json& params) {
  if (Subject* subject = workspace_.documents.open_notebook(params)) text_changed(*subject, {});
}

void Sync::notebook_changed(const Json& params) {
  std::vector<std::string> gone;
  Subject* subject = workspace_.documents.change_notebook(params, client_.encoding, gone);
  if (subject == nullptr) return;
  for (const std::string& uri : gone) {
    subject->sent.erase(uri);
    left(uri);
  }
  text_changed(*subject, patience_);
}

void Sync::notebook_saved(const Json& params) {
  Subject* subject = workspace_.documents.find(notebook_uri(params));
  if (subject != nullptr && subject->due) subject->due = now_;
}

void Sync::notebook_closed(const Json& params) {
  const auto subject = workspace_.documents.close(notebook_uri(params));
  if (!subject) return;
  for (const OpenText& text : subject->texts) left(text.uri);
}

void Sync::text_changed(Subject& subject, milliseconds patience) {
  if (!client_.pulls) subject.due = now_ + patience;
}

void Sync::look_at_all(milliseconds patience) {
  for (auto& [uri, subject] : workspace_.documents.all()) text_changed(subject, patience);
}

// What is found in other files may be another thing now. They come after the one that
// is edited.
void Sync::look_at_others(const Subject& subject) {
  const Folder& folder = workspace_.folder_of(subject);
  if (subject.is_notebook) return;
  for (auto& [uri, other] : workspace_.documents.all()) {
    const bool stays = uri == subject.uri || other.due || &workspace_.folder_of(other) != &folder;
    if (!stays) text_changed(other, patience_ + milliseconds(1));
  }
}

// A client that tells nothing of files on disk says at least what it opens and saves.
void Sync::file_is_on_disk(const fs::path& path) {
  Folder& folder = workspace_.folders.around(path);
  if (folder.is_new(path)) folder.files_came_or_went();
  if (folder.has_stale_configuration()) reload({&folder});
}

// The client shows nothing for it any more.
void Sync::left(const std::string& uri) {
  if (!client_.pulls) publish(uri, std::nullopt, Json::array());
}

// ---- files and folders ----------------------------------------------------------

void Sync::files_changed(const Json& params) {
  std::vector<Folder*> stale;
  for (const Json& event : params.at("changes")) {
    const auto path = path_of_uri(event.at("uri").get<std::string>());
    if (!path) continue;
    for (Folder* folder : workspace_.folders.all()) {
      const bool known = std::ranges::find(stale, folder) != stale.end();
      if (!known && folder->is_configured_by(*path)) stale.push_back(folder);
    }
    if (path->extension() == ".py") file_event(event);
  }
  if (!stale.empty()) reload(stale);
  look_at_all(patience_);
}

void Sync::file_event(const Json& event) {
  const auto uri = event.at("uri").get<std::string>();
  const fs::path path = *path_of_uri(uri);
  const int type = event.at("type").get<int>();
  Folder& folder = workspace_.folders.around(path);
  if (type != kChanged) folder.files_came_or_went();
  folder.file_has_changed(path);
  if (type == kDeleted && workspace_.open_at(path) == nullptr) left(uri);
}

void Sync::folders_changed(const Json& params) {
  const Json& event = params.at("event");
  for (const Json& folder : event.at("removed")) {
    const auto path = path_of_uri(folder.at("uri").get<std::string>());
    if (path) workspace_.folders.remove_root(*path);
  }
  add_roots({{"workspaceFolders", event.at("added")}});
  for (auto& [uri, subject] : workspace_.documents.all()) subject.checked.reset();
  look_at_all({});
}

void Sync::configuration_changed(const Json& /*params*/) {
  reload(workspace_.folders.all());
}

void Sync::reload(const std::vector<Folder*>& folders) {
  for (Folder* folder : folders) workspace_.folders.reload(*folder);
  look_at_all({});
  reloaded_ = true;
}

// ---- diagnostics ----------------------------------------------------------------

std::optional<Clock::time_point> Sync::next_work() const {
  std::optional<Clock::time_point> next;
  for (const auto& [uri, subject] : workspace_.documents.all()) {
    if (subject.due && (!next || *subject.due < *next)) next = subject.due;
  }
  return next;
}

bool Sync::work(Clock::time_point now) {
  Subject* first = nullptr;
  for (auto& [uri, subject] : workspace_.documents.all()) {
    const bool due = subject.due && *subject.due <= now;
    if (due && (first == nullptr || *subject.due < *first->due)) first = &subject;
  }
  if (first != nullptr) send_diagnostics(*first);
  return first != nullptr;
}

// What was interrupted stays due, what failed does not.
void Sync::send_diagnostics(Subject& subject) {
  const auto due = std::exchange(subject.due, std::nullopt);
  const CheckedPtr checked = workspace_.up_to_date(subject);
  if (!checked) {
    subject.due = due;
    return;
  }
  for (const auto& [uri, list] : diagnostics_of(*checked, client_)) {
    const OpenText* text = workspace_.documents.text(uri);
    if (text == nullptr) continue;
    Json sent = {{"version", text->version}, {"diagnostics", list}};
    Json& known = subject.sent[uri];
    if (known == sent) continue;
    known = std::move(sent);
    publish(uri, text->version, list);
  }
}

void Sync::publish(const std::string& uri, std::optional<std::int64_t> version, const Json& list) {
  Json params = {{"uri", uri}, {"diagnostics", list}};
  if (version) params["version"] = *version;
  surface_.send(notification("textDocument/publishDiagnostics", std::move(params)));
}

}  // namespace mlfix::lsp
