// The program appends plain lines to a file for each process: that works across
// forks and kills, and needs nothing of us while the program runs.

#include "measure/tensor_probe.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include "text/characters.h"
#include "text/file_system.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr std::array<Quantity, 6> kColumns = {Quantity::Heap,          Quantity::Tensors,
                                              Quantity::TensorBytes,   Quantity::Graph,
                                              Quantity::CudaAllocated, Quantity::CudaReserved};

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) words.push_back(take_until(line, ' '));
  return words;
}

std::optional<double> number_of(std::string_view word) {
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

void add_line(std::string_view line, SeriesMap& into) {
  const std::vector<std::string_view> words = fields_of(line);
  if (words.size() != kColumns.size() + 1) return;
  const auto time = number_of(words.front());
  if (!time) return;
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    if (const auto value = number_of(words[i + 1])) into[kColumns[i]].push_back({*time, *value});
  }
}

IoResult<void> write_file(const fs::path& path, std::string_view text) {
  constexpr unsigned kOwnerOnly = 0600;
  auto file = FileHandle::open(system_files(), path, O_WRONLY | O_CREAT | O_EXCL, kOwnerOnly);
  if (!file) return tl::unexpected(file.error());
  return file->write_all(text).and_then([&] { return file->close(); });
}

std::string samples_text(const fs::path& path) {
  constexpr std::uint64_t kLimit = 1 << 30;
  auto file = FileHandle::open(system_files(), path, O_RDONLY);
  return file ? file->read_all(kLimit).value_or("") : "";
}

double last_value_at(const Series& series, double time) {
  if (time < series.front().seconds || time > series.back().seconds) return 0;
  const auto after = std::partition_point(series.begin(), series.end(),
                                          [&](const Point& p) { return p.seconds <= time; });
  return std::prev(after)->value;
}

}  // namespace

SeriesMap parse_samples(std::string_view text) {
  SeriesMap samples;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    add_line(text.substr(0, end), samples);
    text.remove_prefix(end + 1);
  }
  return samples;
}

Series sum_of(std::span<const Series> series) {
  std::set<double> times;
  for (const Series& one : series) {
    for (const Point& point : one) times.insert(point.seconds);
  }
  Series sum;
  for (const double time : times) {
    double value = 0;
    for (const Series& one : series) value += last_value_at(one, time);
    sum.push_back({time, value});
  }
  return sum;
}

Result<TensorProbe> TensorProbe::make(const std::string& script,
                                      std::chrono::milliseconds interval) {
  auto folder = TemporaryFolder::make("measure");
  if (!folder) return tl::unexpected(folder.error());
  const double seconds = std::chrono::duration<double>(interval).count();
  const auto written = write_file(folder->path() / "sitecustomize.py", script).and_then([&] {
    return write_file(folder->path() / "INTERVAL", fmt::format("{}", seconds));
  });
  if (written) return TensorProbe(std::move(*folder));
  return tl::unexpected(Error{ErrorKind::Unwritable, folder->path().string(), 0,
                              describe_errno(written.error()), "set TMPDIR to another folder"});
}

std::string TensorProbe::python_path(const std::optional<std::string>& before) const {
  const std::string ours = folder_.path().string();
  return before && !before->empty() ? fmt::format("{}:{}", ours, *before) : ours;
}

SeriesMap TensorProbe::collect(double start) const {
  std::map<Quantity, std::vector<Series>> by_process;
  const auto names = system_files().list(folder_.path());
  for (const std::string& name : names.value_or(std::vector<std::string>{})) {
    if (!name.ends_with(".samples")) continue;
    for (auto& [quantity, series] : parse_samples(samples_text(folder_.path() / name))) {
      for (Point& point : series) point.seconds -= start;
      by_process[quantity].push_back(std::move(series));
    }
  }
  SeriesMap sums;
  for (const auto& [quantity, series] : by_process) sums[quantity] = sum_of(series);
  return sums;
}

}  // namespace mlfix
