#include "lsp/workspace.h"

#include <algorithm>
#include <utility>

#include "text/source_file.h"
#include "text/source_text.h"

namespace mlfix::lsp {

namespace fs = std::filesystem;

Workspace::Workspace(const Registry& registry, LoadSurroundings load, StopRequest stop)
    : folders(
          registry, std::move(load),
          [this](const fs::path& path) -> Result<std::string> {
            const std::string* open = documents.text_of(path);
            if (open == nullptr) return read_source_text(path);
            return make_source_file(path, *open).map([](SourceFile file) { return file.text; });
          },
          std::move(stop)) {}

Subject* Workspace::open_at(const fs::path& path) {
  for (auto& [uri, subject] : documents.all()) {
    if (subject.on_disk && !subject.is_notebook && subject.path == path) return &subject;
  }
  return nullptr;
}

CheckedPtr Workspace::up_to_date(Subject& subject) {
  Folder& folder = folder_of(subject);
  if (subject.checked && subject.revision == folder.revision()) return subject.checked;
  subject.fixed.reset();
  auto checked = check(subject, Purpose::Report, folder, parser_);
  if (!checked) return nullptr;
  subject.revision = folder.revision();
  return subject.checked = std::move(*checked);
}

CheckedPtr Workspace::with_fixes(Subject& subject) {
  if (!up_to_date(subject)) return nullptr;
  if (subject.fixed) return subject.fixed;
  auto fixed = check(subject, Purpose::FixSafely, folder_of(subject), parser_);
  if (!fixed) return nullptr;
  return subject.fixed = std::move(*fixed);
}

CheckedPtr Workspace::on_disk(const fs::path& path) {
  return check_file(path, folders.around(path)).value_or(nullptr);
}

Silence Workspace::silence(const Subject& subject, const FileFinding& finding) {
  if (!subject.checked) return {};
  return silence_findings(subject.checked->module(), {finding}, subject.checked->registry(),
                          parser_, {});
}

}  // namespace mlfix::lsp
