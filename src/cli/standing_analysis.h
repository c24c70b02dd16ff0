// An analysis that goes on while its files are edited: what the files know of each other
// stays, and only files that somebody asks about are looked at again.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "adoption/silence.h"
#include "cli/file_checker.h"
#include "cli/session.h"
#include "cli/setup.h"
#include "engine/found_files.h"
#include "engine/memory_gate.h"
#include "fleet/outcome.h"
#include "semantic/project/project.h"

namespace mlfix {

class StandingAnalysis {
 public:
  // How many of the files are done, how many there are, and one that is being read.
  using OnProgress =
      std::function<void(std::size_t done, std::size_t total, const std::filesystem::path& file)>;

  // `files` are those that know of each other. `setup` and `session` must outlive this object;
  // `stop` is asked while files are analysed.
  StandingAnalysis(const Session& session, const Setup& setup,
                   const std::vector<std::filesystem::path>& files, StopRequest stop);
  StandingAnalysis(const StandingAnalysis&) = delete;
  StandingAnalysis& operator=(const StandingAnalysis&) = delete;

  // What is found in `files` now, in their order, worked out on all threads. After a stop the
  // rest has no outcome.
  std::vector<std::optional<FileOutcome>> check(const std::vector<std::filesystem::path>& files,
                                                const OnProgress& on_progress = {});
  // The file has another text now.
  void renew(const std::filesystem::path& file);

  // As FileChecker does it.
  std::optional<std::string> silenced(const FileReport& file, std::size_t finding,
                                      const SilenceText& text);
  std::optional<Error> problem_with(const std::filesystem::path& path, const std::string& text);

 private:
  // As in a run, a file that is alone has nobody to ask. `gate` may be null.
  CheckSurroundings around(MemoryGate* gate);
  void on_worker(const std::function<void(FileChecker&)>& work);

  const Session& session_;
  const Setup& setup_;
  std::atomic<bool> stopped_ = false;  // since the last question
  StopRequest stop_;
  FoundFiles found_;
  std::size_t count_;
  Project project_;
};

}  // namespace mlfix
