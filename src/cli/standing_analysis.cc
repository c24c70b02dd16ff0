// Whatever was being worked out when a stop came may be half done, so it is forgotten.

#include "cli/standing_analysis.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "engine/scheduler.h"
#include "fleet/kept_reports.h"
#include "notebook/notebook.h"
#include "semantic/project_entity.h"
#include "text/source_file.h"

namespace mlfix {

namespace fs = std::filesystem;

StandingAnalysis::StandingAnalysis(const Session& session, const Setup& setup,
                                   const std::vector<fs::path>& files, StopRequest stop)
    : session_(session),
      setup_(setup),
      stop_([this, asked = std::move(stop)] {
        if (!stopped_ && asked()) stopped_ = true;
        return stopped_.load();
      }),
      found_(session.options.paths),
      count_(files.size()),
      project_(files, *setup.knowledge, stop_, {}, notebook_reader()) {}

CheckSurroundings StandingAnalysis::around(MemoryGate* gate) {
  return {count_ > 1 ? &project_ : nullptr, gate, stop_, found_};
}

std::vector<std::optional<FileOutcome>> StandingAnalysis::check(const std::vector<fs::path>& files,
                                                                const OnProgress& on_progress) {
  stopped_ = false;
  std::vector<std::uint64_t> sizes;
  for (const fs::path& file : files) sizes.push_back(size_on_disk(file));
  std::atomic<std::size_t> current = 0;
  MemoryGate gate;
  KeptReports kept(&gate);
  const CheckSurroundings shared = around(&gate);
  const auto make_work = [&] {
    return [&, checker = std::make_shared<FileChecker>(session_, setup_, shared)](
               std::size_t index) -> std::optional<FileOutcome> {
      current = index;
      FileOutcome outcome = checker->check_path(files[index]);
      if (stop_()) return std::nullopt;
      kept.keep(index, outcome);
      return outcome;
    };
  };
  std::vector<std::optional<FileOutcome>> outcomes(files.size());
  const auto deliver = [&](std::size_t index, std::optional<FileOutcome> outcome) {
    outcomes[index] = std::move(outcome);
  };
  const auto progress = [&](std::size_t done, std::size_t total) {
    if (on_progress) on_progress(done, total, files[current]);
  };
  map_in_order<std::optional<FileOutcome>>(sizes, make_work, deliver,
                                           {session_.options.jobs, &stopped_, progress});
  if (stopped_) project_.drop_unfinished();
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i]) kept.give_back(i, *outcomes[i]);
  }
  return outcomes;
}

void StandingAnalysis::renew(const fs::path& file) {
  const FileIndex index = project_.file_of(file);
  if (index != kNoFile) project_.renew(index);
}

// On a thread of its own, for the sake of its stack.
void StandingAnalysis::on_worker(const std::function<void(FileChecker&)>& work) {
  stopped_ = false;
  const CheckSurroundings shared = around(nullptr);
  const auto make_work = [&] {
    return [&](std::size_t) {
      FileChecker checker(session_, setup_, shared);
      work(checker);
      return true;
    };
  };
  const std::vector<std::uint64_t> one_job{1};
  map_in_order<bool>(one_job, make_work, [](std::size_t, bool) {}, {1, nullptr, {}});
}

std::optional<std::string> StandingAnalysis::silenced(const FileReport& file, std::size_t finding,
                                                      const SilenceText& text) {
  std::optional<std::string> bytes;
  on_worker([&](FileChecker& checker) { bytes = checker.silenced(file, finding, text); });
  return bytes;
}

std::optional<Error> StandingAnalysis::problem_with(const fs::path& path, const std::string& text) {
  std::optional<Error> problem;
  on_worker([&](FileChecker& checker) { problem = checker.problem_with(path, text); });
  return problem;
}

}  // namespace mlfix
