// The folder in which the shards of a run write down what they have finished: a record
// (see record.h) for each shard. A process that is killed at any moment leaves a record
// from which another goes on.
//
// Nothing in the folder is ever removed or begun again: who wants that removes it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/registry.h"
#include "fleet/record.h"
#include "text/error.h"
#include "text/file_system.h"

namespace mlfix {

// The record of one shard, open for writing; no other process can have it meanwhile.
class RunJournal {
 public:
  enum class Start : std::uint8_t { New, Resume };

  // Makes `folder` when it is not there. What a record that is there says of files is kept
  // when `start` is Resume; a last line that was cut off is dropped. `registry` must outlive the
  // journal. Errors: Usage (there is a record, and `start` is New; or it is that of another
  // run), Refused (it is no record; another process writes it), Unwritable.
  static Result<RunJournal> open(const std::filesystem::path& folder, const RecordHead& head,
                                 Start start, const Registry& registry);

  // What an earlier process said of the file with that index; once. Thread-safe.
  std::optional<FileOutcome> take_finished(std::size_t index);
  std::size_t finished() const { return finished_count_; }  // by earlier processes

  // Writes down that a file is finished. Thread-safe. After a failure, nothing more
  // is written.
  void add(const RecordedFile& file);

  // Says that all files are finished, once. Errors: Unwritable, also for what add() could
  // not write.
  Result<void> finish();

 private:
  RunJournal(std::filesystem::path path, FileHandle handle, const Registry& registry)
      : path_(std::move(path)), handle_(std::move(handle)), registry_(&registry) {}
  Result<void> read(const RecordHead& head, Start start);
  void write(std::string_view line);

  std::filesystem::path path_;
  FileHandle handle_;
  const Registry* registry_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();  // guards what follows
  std::map<std::size_t, FileOutcome> earlier_;
  std::size_t finished_count_ = 0;
  std::size_t files_ = 0;  // in the record
  bool ended_ = false;     // the record says that all files are finished
  std::optional<int> failure_;
};

// A whole run, out of the records of all of its shards.
struct WholeRun {
  RunIdentity run;
  std::vector<RecordedFile> files;  // in path order
};

// Reads records: files, or folders with records in them. Errors: Usage (a shard is missing,
// not finished, or of another run), Refused (a damaged record), Unreadable.
Result<WholeRun> read_run(const std::vector<std::filesystem::path>& records,
                          const Registry& registry);

}  // namespace mlfix
