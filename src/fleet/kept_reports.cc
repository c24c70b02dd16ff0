// Whatever is dropped is larger than all that stays. A report among the smallest that fit
// together is therefore never dropped: when it is the largest of those at hand, these are among
// the smallest too, and fit.

#include "fleet/kept_reports.h"

#include <iterator>

namespace mlfix {
namespace {

constexpr std::uint64_t kPerLine = 5;        // of a table of lines
constexpr std::uint64_t kPerFinding = 2600;  // measured for 8,000 findings with a fix
constexpr std::uint64_t kPerAbstention = 200;
// For SARIF, whose document is made as a whole: measured for 60,000 findings.
constexpr std::uint64_t kToShowAFinding = 13'000;

}  // namespace

std::uint64_t memory_to_keep(const FileReport& report) {
  const std::uint64_t wrapped = report.wrapping ? report.wrapping->text.size() : 0;
  std::uint64_t bytes = report.file.text.size() + wrapped +
                        report.file.lines.line_count() * kPerLine +
                        report.result.abstentions.size() * kPerAbstention;
  for (const FileFinding& found : report.result.findings) {
    bytes += kPerFinding + found.identity.scope.size() + found.identity.statement.size() +
             found.finding.message.size();
  }
  return bytes;
}

void KeptReports::keep(std::size_t file, FileOutcome& outcome) {
  if (!outcome.report) return;
  const std::uint64_t bytes =
      memory_to_keep(*outcome.report) + outcome.report->result.findings.size() * kToShowAFinding;
  const std::lock_guard lock(mutex_);
  reports_.emplace(file, std::move(*outcome.report));
  outcome.report.reset();
  by_size_.emplace(bytes, file);
  bytes_ += bytes;
  while (bytes_ > most_) drop_largest();
}

void KeptReports::drop_largest() {
  const auto largest = std::prev(by_size_.end());
  const auto [bytes, file] = *largest;
  const auto report = reports_.find(file);
  dropped_.emplace(file, report->second.file.path);
  if (gate_ != nullptr) gate_->take_back(memory_to_keep(report->second));
  reports_.erase(report);
  by_size_.erase(largest);
  bytes_ -= bytes;
}

void KeptReports::give_back(std::size_t file, FileOutcome& outcome) {
  const std::lock_guard lock(mutex_);
  if (const auto report = reports_.find(file); report != reports_.end()) {
    outcome.report = std::move(report->second);
  } else if (const auto dropped = dropped_.find(file); dropped != dropped_.end()) {
    outcome.errors.push_back({ErrorKind::Refused, dropped->second.string(), 0,
                              "what was found in it is left out: one run keeps no more than 1 GiB",
                              "name fewer folders, or divide the run: --shard 1/8"});
  }
}

}  // namespace mlfix
