// A run over a part of the project must not lose what the baseline says of the
// rest, so "gone" is said only of what the run could have seen.

#include "cli/baseline_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/exit_status.h"
#include "cli/refusal.h"
#include "engine/fingerprint.h"
#include "report/labels.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;
using Fingerprints = std::set<std::string, std::less<>>;

constexpr std::size_t kListed = 10;

bool is_inside(const std::string& path, const std::string& folder) {
  return folder == "." || path == folder || path.starts_with(folder + "/");
}

// What the run could have seen of the baseline.
class Coverage {
 public:
  Coverage(const Session& session, const Setup& setup, const RunReport& report)
      : setup_(setup), registry_(session.registry) {
    const RuleArguments& rules = session.options.rules;
    all_rules_ = rules.select.empty() && rules.ignore.empty();
    if (session.options.from_stdin) {
      paths_.push_back(fingerprint_path(session.options.stdin_name, setup.root));
    }
    for (const fs::path& path : session.options.paths) {
      std::string below = fingerprint_path(path, setup.root);
      while (below.ends_with('/')) below.pop_back();
      paths_.push_back(std::move(below));
    }
    for (const Error& error : report.errors) {
      if (!error.path.empty()) failed_.insert(fingerprint_path(error.path, setup.root));
    }
  }

  bool holds(const BaselineEntry& entry) const {
    const bool asked = std::ranges::any_of(
        paths_, [&](const std::string& path) { return is_inside(entry.path, path); });
    if (!asked || failed_.contains(entry.path)) return false;
    if (all_rules_) return true;
    const auto rule = registry_.find(entry.rule);
    return rule && setup_.settings.rules[*rule].enabled;
  }

 private:
  const Setup& setup_;
  const Registry& registry_;
  bool all_rules_ = true;
  std::vector<std::string> paths_;
  Fingerprints failed_;
};

}  // namespace

std::vector<BaselineEntry> stale_entries(const Session& session, const Setup& setup,
                                         const RunReport& report) {
  const auto& shard = session.options.part.shard;
  const bool sees_all = !shard || shard->count == 1;
  if (!setup.baseline || setup.changes || !sees_all) return {};
  const Coverage coverage(session, setup, report);
  const Fingerprints met(report.known.begin(), report.known.end());
  return setup.baseline->stale(met,
                               [&](const BaselineEntry& entry) { return coverage.holds(entry); });
}

int rewrite_baseline(Session& session, const Setup& setup, const RunReport& report,
                     const InterruptGuard& interrupt) {
  Baseline now;
  Fingerprints met;
  for (const FileReport& file : report.files) {
    for (const FileFinding& found : file.result.findings) {
      if (found.suppressed || found.later) continue;
      now.entries.push_back(entry_of(found, report.registry->rules()[found.finding.rule].name));
      met.insert(found.identity.fingerprint);
    }
  }
  const std::size_t found = now.entries.size();
  std::size_t gone = 0;
  if (setup.baseline) {
    const Coverage coverage(session, setup, report);
    for (const BaselineEntry& old : setup.baseline->entries) {
      if (met.contains(old.fingerprint)) continue;
      if (coverage.holds(old)) {
        ++gone;
      } else {
        now.entries.push_back(old);
      }
    }
  }
  const auto written = write_baseline(setup.baseline_path, now);
  const LastResort end = while_reporting(session, interrupt);
  for (const Error& error : report.errors) complain(session, error);
  if (!written) return refuse(session, written.error());
  if (!session.options.quiet) {
    session.err.tell(fmt::format("{}: {}, {} of them found now; {} gone.\n",
                                 visible(setup.baseline_path.string()),
                                 counted(now.entries.size(), "finding"), found, gone));
  }
  return report.errors.empty() ? kExitClean : kExitError;
}

void complain_of_stale(Session& session, const Setup& setup,
                       const std::vector<BaselineEntry>& stale) {
  const bool json = session.options.format == Format::Json;
  if (stale.empty() || session.options.quiet || json) return;
  std::string text = fmt::format("{}: {} no longer there (drop with --write-baseline)\n",
                                 visible(setup.baseline_path.string()),
                                 counted(stale.size(), "finding is", "findings are"));
  for (std::size_t i = 0; i < std::min(stale.size(), kListed); ++i) {
    text += fmt::format("  {}: {}: {}\n", visible(stale[i].path), visible(stale[i].rule),
                        visible(stale[i].statement));
  }
  if (stale.size() > kListed) text += fmt::format("  and {} more\n", stale.size() - kListed);
  session.err.tell(text);
}

}  // namespace mlfix
