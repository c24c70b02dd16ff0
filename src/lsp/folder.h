// A folder of the workspace: its configuration, its files, and what they say of
// each other, kept up to date while documents are edited.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "config/pipelines.h"
#include "config/settings.h"
#include "engine/file_pipeline.h"
#include "semantic/project/project.h"
#include "text/file_system.h"
#include "text/source_file.h"

namespace mlfix {
class Knowledge;
}

namespace mlfix::lsp {

// What a run on the folder would work with.
struct Surroundings {
  std::shared_ptr<const Registry> registry;  // null: only the rules that the server has
  Settings settings;
  std::shared_ptr<const Knowledge> knowledge;
  std::filesystem::path root;                // what fingerprints name files relative to
  std::filesystem::path baseline;            // empty without one
  std::set<std::string, std::less<>> known;  // fingerprints that are left out
  std::string today;
};

using LoadSurroundings = std::function<Result<Surroundings>(const std::filesystem::path& folder)>;

enum class Purpose : std::uint8_t { Report, FixSafely };

// A configuration file as it was found.
struct ConfigStamp {
  std::filesystem::path path;
  std::optional<FileStatus> status;
  friend bool operator==(const ConfigStamp&, const ConfigStamp&) = default;
};

class Folder {
 public:
  // With `of_project` the files below `path` are one project; otherwise each stands
  // alone. `registry` must outlive the folder. `read` gives the text of a file as
  // the client has it. `stop` is asked while a file is analysed.
  Folder(std::filesystem::path path, bool of_project, const Registry& registry,
         LoadSurroundings load, ReadText read, StopRequest stop);
  ~Folder();

  const std::filesystem::path& path() const { return path_; }

  // Has its configuration been read?
  bool is_set_up() const { return is_set_up_; }
  // Reads the configuration again. Where it is wrong the last right one stays, or,
  // where there was none, nothing is found.
  std::optional<Error> reload();
  // May the file be part of the configuration?
  bool is_configured_by(const std::filesystem::path& file) const;
  // Is the configuration on disk another one than was read, as far as its main file
  // tells?
  bool has_stale_configuration() const;

  void file_has_changed(const std::filesystem::path& file);
  void files_came_or_went();

  // Grows with everything that may change what is found in some file.
  std::uint64_t revision() const { return revision_; }
  // Those a run on the folder reads, as far as they are Python and no notebooks.
  const std::vector<std::filesystem::path>& modules();
  // What is to be said of the folder and has not been yet.
  std::optional<Error> take_problem() { return std::exchange(problem_, std::nullopt); }
  // Is it a module on disk that came after the files were listed?
  bool is_new(const std::filesystem::path& file) const;

  // Can something be found in a notebook with these bytes?
  bool may_find_in_notebook(const SourceFile& file);
  // `is_apart`: it knows of no other file. Nothing after a stop.
  std::optional<FileResult> check(const SourceFile& module, Purpose purpose, bool is_apart = false);
  // The rules that its files are checked by.
  std::shared_ptr<const Registry> registry() const;

 private:
  void bring_up_to_date();
  void renew(const std::filesystem::path& file);
  void list_files();
  void make_pipelines();
  FilePipeline* pipeline(const std::filesystem::path& file, Purpose purpose);

  const std::filesystem::path path_;
  const bool of_project_;
  const Registry& registry_;
  const LoadSurroundings load_;
  const ReadText read_;
  const StopRequest stop_;
  bool stopped_ = false;  // since the last question
  std::uint64_t revision_ = 0;

  bool is_set_up_ = false;
  ConfigStamp read_config_;
  std::unique_ptr<const Surroundings> around_;
  std::optional<std::vector<std::filesystem::path>> files_;  // nothing: to be listed
  bool is_too_large_ = false;  // to be listed, so that no file of it knows of another
  std::optional<Error> problem_;
  std::vector<std::filesystem::path> modules_;
  std::set<std::filesystem::path> changed_;  // since the project was asked
  std::unique_ptr<Project> project_;
  std::unique_ptr<Pipelines> report_;
  std::unique_ptr<Pipelines> fix_;
};

}  // namespace mlfix::lsp
