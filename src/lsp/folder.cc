// Nothing is worked out before a file is checked: an editor opens more folders than
// its user looks at.

#include "lsp/folder.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "config/config_file.h"
#include "engine/discovery.h"
#include "notebook/notebook.h"
#include "semantic/project_entity.h"

namespace mlfix::lsp {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxEntries = 100'000;  // of folders that git does not list

ConfigStamp stamp_in(const fs::path& folder) {
  const auto found = find_config_file(folder);
  if (!found || !*found) return {};
  const auto status = system_files().status(**found);
  return {**found, status ? std::optional(*status) : std::nullopt};
}

}  // namespace

Folder::Folder(fs::path path, bool of_project, const Registry& registry, LoadSurroundings load,
               ReadText read, StopRequest stop)
    : path_(std::move(path)),
      of_project_(of_project),
      registry_(registry),
      load_(std::move(load)),
      read_(std::move(read)),
      stop_([this, asked = std::move(stop)] {
        stopped_ = stopped_ || asked();
        return stopped_;
      }) {}

Folder::~Folder() = default;

std::optional<Error> Folder::reload() {
  is_set_up_ = true;
  read_config_ = stamp_in(path_);
  auto around = load_(path_);
  if (!around) return std::move(around.error());
  ++revision_;
  report_.reset();
  fix_.reset();
  project_.reset();
  around_ = std::make_unique<const Surroundings>(std::move(*around));
  return std::nullopt;
}

// What a configuration extends may have any name.
bool Folder::is_configured_by(const fs::path& file) const {
  const fs::path extension = file.extension();
  if (extension == ".yaml" || extension == ".yml" || extension == ".toml") return true;
  return around_ && around_->baseline == file;
}

bool Folder::has_stale_configuration() const {
  return read_config_ != stamp_in(path_);
}

void Folder::file_has_changed(const fs::path& file) {
  ++revision_;
  changed_.insert(file);
}

void Folder::files_came_or_went() {
  ++revision_;
  if (!is_too_large_) files_.reset();
}

const std::vector<fs::path>& Folder::modules() {
  bring_up_to_date();
  return modules_;
}

bool Folder::is_new(const fs::path& file) const {
  if (!of_project_ || is_too_large_ || !files_ || file.extension() != ".py") return false;
  std::error_code error;
  return !std::ranges::binary_search(*files_, file) && fs::exists(file, error);
}

// A file system as a whole, or somebody's home, is no project, and listing it would take
// minutes.
void Folder::list_files() {
  Discovery found = discover({path_}, kForIgnoreRules, kMaxEntries);
  is_too_large_ = !found.is_whole;
  if (is_too_large_) {
    found.files.clear();
    problem_ = Error{ErrorKind::Refused, path_.string(), 0,
                     "the folder holds too many files to be one project",
                     "open files are looked at one by one; open the folder of the project"};
  }
  files_ = std::move(found.files);
  std::ranges::sort(*files_);
}

// Lists the files when they may be others, and tells the project which were edited.
void Folder::bring_up_to_date() {
  if (!of_project_ || !around_) return;
  if (!files_) {
    list_files();
    modules_.clear();
    std::ranges::copy_if(*files_, std::back_inserter(modules_),
                         [](const fs::path& file) { return file.extension() == ".py"; });
    project_.reset();
    report_.reset();
    fix_.reset();
  }
  // As in a run, a file that is alone has nobody to ask.
  if (!project_ && files_->size() > 1) {
    project_ =
        std::make_unique<Project>(*files_, *around_->knowledge, stop_, read_, notebook_reader());
  }
  for (const fs::path& file : changed_) renew(file);
  changed_.clear();
}

void Folder::renew(const fs::path& file) {
  const FileIndex index = project_ ? project_->file_of(file) : kNoFile;
  if (index != kNoFile) project_->renew(index);
}

std::shared_ptr<const Registry> Folder::registry() const {
  if (around_ && around_->registry) return around_->registry;
  return {std::shared_ptr<const void>(), &registry_};
}

void Folder::make_pipelines() {
  const Registry& rules = *registry();
  PipelineOptions options;
  options.apply_safe = false;
  options.project = project_.get();
  options.root = around_->root;
  options.stop = stop_;
  options.today = around_->today;
  report_ = std::make_unique<Pipelines>(rules, around_->settings, *around_->knowledge, options);
  options.apply_safe = true;
  fix_ = std::make_unique<Pipelines>(rules, around_->settings, *around_->knowledge,
                                     std::move(options));
}

FilePipeline* Folder::pipeline(const fs::path& file, Purpose purpose) {
  if (!around_) return nullptr;
  bring_up_to_date();
  if (!report_) make_pipelines();
  return (purpose == Purpose::Report ? report_ : fix_)->for_path(file);
}

bool Folder::may_find_in_notebook(const SourceFile& file) {
  const FilePipeline* asked = pipeline(file.path, Purpose::Report);
  return asked != nullptr && asked->may_find_in_notebook(file.text);
}

std::optional<FileResult> Folder::check(const SourceFile& module, Purpose purpose, bool is_apart) {
  FilePipeline* asked = pipeline(module.path, purpose);
  if (asked == nullptr) return FileResult{};
  if (!module.cells.empty()) renew(module.path);  // its cells are as they are typed
  stopped_ = false;
  Interest interest;
  interest.is_apart = is_apart;
  if (!around_->known.empty()) interest.known = &around_->known;
  FileResult result = asked->run(module, interest);
  if (!stopped_) return result;
  if (project_) project_->drop_unfinished();
  return std::nullopt;
}

}  // namespace mlfix::lsp
