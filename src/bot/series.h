// The fixes of one group of rules as a branch: one commit for each rule, on top
// of the base branch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bot/git.h"
#include "config/bot_settings.h"
#include "engine/offset_map.h"
#include "report/place.h"
#include "report/run_report.h"
#include "rewrite/fix.h"

namespace mlfix {

// What to look for: one rule or all of them, and which of its fixes to make.
struct FixRequest {
  std::optional<std::uint32_t> rule;  // nothing: all that are wanted
  Applicability level = Applicability::Safe;
  std::set<std::string> declined;  // fingerprints of findings to leave alone
};

// Analyses the files below a folder (absolute), whose paths in the report begin
// with it. Writes nothing.
using Analyser = std::function<Result<RunReport>(const std::filesystem::path&, const FixRequest&)>;

// A fact behind a fix, and a fix, as a reader of the base branch finds them.
struct FixedFact {
  Place place;
  std::string text;
  std::string path{};  // of another file than the finding's
};

struct FixedFinding {
  std::string path;
  Place place;
  std::string message;
  std::string title;  // of the fix
  Growth growth = Growth::None;
  Severity severity = Severity::Medium;
  std::vector<FixedFact> why;
  std::vector<FixedFact> way;
  std::string fingerprint;
};

struct RuleCommit {
  std::uint32_t rule = 0;
  std::string commit;
  std::string message;
  std::vector<std::string> files;  // sorted
  std::vector<FixedFinding> findings;
};

struct FixSeries {
  std::string group;
  Applicability level = Applicability::Safe;
  std::string branch;
  std::vector<RuleCommit> commits;
  std::string tip;                 // the last commit, one for .git-blame-ignore-revs included
  std::set<std::string> declined;  // findings that were left out because of a "no"
};

// The files of the base commit in a folder, and what the commits so far have
// made of them.
class Bench {
 public:
  // Writes the Python sources of `commit` to `folder`. `git` must outlive it.
  static Result<Bench> set_up(const Git& git, const std::string& commit,
                              const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }
  const std::string& base() const { return base_; }

  // Takes over the files that `report` changed; their entries for a tree.
  Result<std::vector<TreeEntry>> apply(const RunReport& report);
  // What was fixed, at the places of the base commit. Call it before apply().
  std::vector<FixedFinding> fixed(const RunReport& report) const;
  // Puts all files back as they are in the base commit.
  Result<void> reset();

 private:
  // A file that a commit of ours changed.
  struct Changed {
    SourceFile base;
    OffsetMap map;
  };
  Bench(const Git& git, std::string base, std::filesystem::path folder)
      : git_(&git), base_(std::move(base)), folder_(std::move(folder)) {}
  std::string name_of(const std::filesystem::path& file) const;
  Result<void> write(const std::vector<TreeEntry>& entries) const;

  const Git* git_;
  std::string base_;
  std::filesystem::path folder_;
  std::map<std::string, TreeEntry> entries_;  // by path
  std::map<std::string, Changed> changed_;    // by path
};

// Makes the branch of `group`; one without commits when there is nothing to fix.
// `rules` are the group's, in order. Leaves the bench as it found it.
Result<FixSeries> make_series(const Git& git, Bench& bench, const Analyser& analyse,
                              const BotSettings& settings, const Registry& registry,
                              const std::vector<std::uint32_t>& rules, FixRequest request);

}  // namespace mlfix
