// One process runs all of them, in forks, so that what they import is imported once.

#include "measure/observation.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process/process.h"
#include "text/file_system.h"
#include "text/new_file.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;
using SortedJson = nlohmann::json;

constexpr std::chrono::seconds kLongest{120};  // all programs together
constexpr std::uint64_t kMostObserved = 16u << 20;

struct ObservedFiles {
  fs::path samples, out, err;
};

ObservedFiles files_of_program(const fs::path& folder, std::size_t index) {
  const auto named = [&](const char* what) { return folder / fmt::format("{}-{}", what, index); };
  return {named("samples"), named("out"), named("err")};
}

std::string text_in(const fs::path& file) {
  return read_file(system_files(), file, kMostObserved).value_or("");
}

std::vector<double> samples_in(const std::string& text) {
  const SortedJson list = SortedJson::parse(text, nullptr, false);
  std::vector<double> samples;
  if (!list.is_array()) return samples;
  for (const SortedJson& one : list) {
    if (one.is_number()) samples.push_back(one.get<double>());
  }
  return samples;
}

}  // namespace

Result<std::vector<Observation>> observe(const std::string& python, std::string_view script,
                                         const fs::path& folder,
                                         const std::vector<fs::path>& programs,
                                         const std::string& measure) {
  const fs::path observer = folder / "observe.py";
  if (const auto written = create_file(observer, script); !written) {
    return tl::unexpected(written.error());
  }
  Command command;
  command.words = {python, "-B", observer.string()};
  command.folder = folder;
  command.environment = {{"OMP_NUM_THREADS", "1"},          {"MPLBACKEND", "Agg"},
                         {"MPLCONFIGDIR", folder.string()}, {"IPYTHONDIR", folder.string()},
                         {"PYTHONHASHSEED", "0"},           {"TMPDIR", folder.string()}};
  command.bounds.time = kLongest;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const ObservedFiles files = files_of_program(folder, i);
    const SortedJson request = {
        {"program", programs[i].string()}, {"measure", measure},
        {"folder", folder.string()},       {"samples", files.samples.string()},
        {"out", files.out.string()},       {"err", files.err.string()}};
    command.input += request.dump(-1, ' ', false, SortedJson::error_handler_t::replace) + "\n";
  }
  const auto run = run_process(command);
  if (!run) return tl::unexpected(run.error());
  std::istringstream statuses(run->out);
  std::vector<Observation> observations;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    Observation one;
    if (!(statuses >> one.status)) {
      return tl::unexpected(
          Error{ErrorKind::Unreadable, python, 0, "is no Python that can run it: " + run->err, {}});
    }
    const ObservedFiles files = files_of_program(folder, i);
    one.out = text_in(files.out);
    one.err = text_in(files.err);
    one.samples = samples_in(text_in(files.samples));
    observations.push_back(std::move(one));
  }
  return observations;
}

}  // namespace mlfix
