// The fixes that a user decides on, one after the other, and what was decided so far. Nothing here
// knows of a terminal.
//
// What is on disk is the truth: a decision is carried out at once, and the file is then analysed
// again, as fixes of one place depend on each other. So whatever ends the program, decisions stay
// decided and files are whole. Other files are looked at again when their turn comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/decision_log.h"
#include "cli/session.h"
#include "cli/setup.h"
#include "cli/standing_analysis.h"
#include "report/run_report.h"

namespace mlfix {

// A fix to decide on.
struct Question {
  std::size_t file = 0;     // of the work list
  std::size_t finding = 0;  // of its report
};

enum class Deed : std::uint8_t { Fixed, Edited, Silenced, Declined, Skipped };

// What one decision did to one file.
struct Step {
  Deed deed = Deed::Fixed;
  std::size_t file = 0;
  unsigned decision = 0;  // steps of one decision have the same number
  bool is_safe = false;   // the fix
  std::string key;        // of what was declined
  std::string line;       // the finding, for people
  std::string before;     // the bytes of the file; empty when it was not written
  std::string after;
};

// What came of a decision: its steps, or why there are none, or no more.
struct Outcome {
  std::vector<Step> steps;
  std::optional<Error> problem;
};

class Worklist {
 public:
  // All must outlive this object. `setup` is brought up to date where changed lines count.
  Worklist(Session& session, Setup& setup, StandingAnalysis& analysis, DecisionLog& log,
           std::vector<std::filesystem::path> files);

  // Looks at all files. False when the analysis was stopped.
  bool begin(const StandingAnalysis::OnProgress& on_progress);

  // The next fix to decide on; nothing at the end, or when the analysis was stopped.
  std::optional<Question> next();
  const FileReport& file_of(const Question& question) const;
  const FileFinding& finding_of(const Question& question) const;
  // Whatever there is to say of the run, for reports.
  const RunReport& report() const { return report_; }

  // What could not be read or analysed since the last call.
  std::vector<Error> take_problems() { return std::exchange(report_.errors, {}); }
  bool had_problems() const { return had_problems_; }

  // How many fixes are still to be decided on, as far as the files were looked at.
  std::size_t open_questions() const;
  // How many were declined in an earlier run, and were not asked about.
  std::size_t declined_before() const { return declined_before_.size(); }
  std::size_t remaining_findings() const;

  Outcome fix(const Question& question);
  // This fix, and all others of its rule that assume no more than this one does.
  Outcome fix_all_like(const Question& question, const StopRequest& stop);
  Outcome decline(const Question& question);
  Outcome skip_file(const Question& question);
  Outcome silence(const Question& question, const std::string& reason);
  // The fixed text of the file, and the line in it where the fix begins.
  std::string fixed_text(const Question& question) const;
  std::uint32_t line_of_fix(const Question& question) const;
  // Gives the file the text that the user made of it.
  Outcome replace(const Question& question, std::string text);
  // Takes the last decision back. Nothing when there is none.
  std::optional<Outcome> undo();

  const std::vector<Step>& steps() const { return steps_; }

 private:
  struct AskedFile {
    std::filesystem::path path;
    std::optional<FileReport> report;
    std::uint64_t revision = 0;  // of the run, when it was looked at
    bool is_done = false;        // nothing is left to decide on
    bool is_skipped = false;
  };

  bool look_at(AskedFile& file);
  bool is_up_to_date(const AskedFile& file) const { return file.revision == revision_; }
  void take(AskedFile& file, FileOutcome outcome);
  bool is_offered(const AskedFile& file, std::size_t finding) const;
  bool is_open(const AskedFile& file, std::size_t finding) const;  // and was not declined
  std::optional<std::size_t> first_open(const AskedFile& file) const;
  std::string key_of(const AskedFile& file, std::size_t finding) const;
  Step step_of(Deed deed, const Question& question) const;
  Outcome done(Step step);
  Outcome write(Step step);
  std::optional<Error> put(AskedFile& file, std::string before, std::string after);
  void has_changed(AskedFile& file);
  std::optional<Error> take_back(const Step& step);

  Session& session_;
  Setup& setup_;
  StandingAnalysis& analysis_;
  DecisionLog& log_;
  std::vector<AskedFile> files_;
  RunReport report_;
  std::uint64_t revision_ = 1;
  unsigned decision_ = 0;
  bool had_problems_ = false;
  std::vector<Step> steps_;
  std::set<std::string> declined_here_;  // in this run
  std::set<std::string> declined_before_;
};

}  // namespace mlfix
