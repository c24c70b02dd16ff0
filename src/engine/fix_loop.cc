// The loop works on snapshots: a text with its tree, model and rewriter. An
// attempt starts from the original text and runs passes until nothing is left
// to apply. What goes wrong on the way quarantines a rule, which makes the next
// decision without it; when wrong steps were already taken (a cycle, no end),
// the attempt starts over from the original text. Each time at least one rule is
// quarantined, so there are at most as many attempts as rules.

#include "engine/fix_loop.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "engine/cell_guard.h"
#include "engine/demotion.h"
#include "engine/finding_ledger.h"
#include "engine/fingerprint.h"
#include "engine/ignore_rules.h"
#include "engine/interest.h"
#include "engine/offset_map.h"
#include "engine/snapshot.h"
#include "engine/suppression.h"
#include "rewrite/fix_planner.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "syntax/generated_text.h"
#include "syntax/syntax_guard.h"

namespace mlfix {
namespace {

// How often fixes that exclude each other are tried out.
constexpr int kMaxTrials = 20;

void withhold_untried(FileFinding* found) {
  found->finding.fix.reset();
  found->edits.clear();
  found->withheld = "too many fixes of this file exclude each other to try each of them";
}

// The cells of a notebook are at hand as a module, which the project would have to read.
ProjectPlace place_of(const SourceFile& file, const Project* project) {
  const FileIndex index = project == nullptr ? kNoFile : project->file_of(file.path);
  if (index == kNoFile) return {};
  if (!file.cells.empty()) project->take_module(index, file.text);
  return {*project, index};
}

Error refusal(const SourceFile& file, const GuardFailure& reason, std::string consequence) {
  return {ErrorKind::Refused, file.path.string(), file.lines.line_at(reason.offset), reason.message,
          std::move(consequence)};
}

// What one pass saw. Fixes still have their intents.
struct Pass {
  std::vector<FileFinding> findings;
  std::vector<std::size_t> entries;  // of the ledger, by finding
};

// A set of fixes that passed the guard together.
struct Step {
  std::unique_ptr<Snapshot> after;
  std::vector<Edit> edits;
  std::vector<std::size_t> findings;  // of the pass, whose fixes these are
};

using RuleIndexes = std::set<std::uint32_t>;

std::tuple<Offset, Offset, std::uint32_t> sort_key(const FileFinding& f) {
  return {f.finding.range.begin, f.finding.range.end, f.finding.rule};
}

// The text as it was read, with its tree: what questions of other files left
// parsed, or parsed now and left for them at the end.
class OriginalText {
 public:
  OriginalText(const SourceFile& file, ProjectPlace place, Parser& parser);
  ~OriginalText();
  OriginalText(const OriginalText&) = delete;
  OriginalText& operator=(const OriginalText&) = delete;

  const std::shared_ptr<const ParsedText>& parsed() const { return parsed_; }

 private:
  const SourceFile& file_;
  const ProjectPlace place_;
  std::shared_ptr<ParsedText> fresh_;  // when it was parsed here
  std::shared_ptr<const ParsedText> parsed_;
};

OriginalText::OriginalText(const SourceFile& file, ProjectPlace place, Parser& parser)
    : file_(file), place_(place) {
  if (place_.project != nullptr) {
    parsed_ = place_.project->parsed_text(place_.file);
    if (parsed_ && parsed_->text == file_.text) return;
  }
  fresh_ = std::make_shared<ParsedText>(file_.text, parser);
  parsed_ = fresh_;
}

OriginalText::~OriginalText() {
  // What is staged, or typed, is not what other files' questions read from disk.
  const bool on_disk = file_.identity != FileIdentity{};
  if (fresh_ == nullptr || place_.project == nullptr || !on_disk) return;
  fresh_->tree.drop_parser_tree();
  place_.project->keep(place_.file, std::move(fresh_));
}

class FixLoop {
 public:
  // `original` is a text whose syntax allows for more than FileUse::Nothing.
  FixLoop(const SourceFile& file, const std::vector<std::uint32_t>& triggered,
          const Dispatcher& dispatcher, const Knowledge& knowledge, const PipelineOptions& options,
          const Interest& interest, Parser& parser, const OriginalText& original,
          ProjectPlace place, WorkBudget& work)
      : file_(file),
        triggered_(triggered),
        dispatcher_(dispatcher),
        knowledge_(knowledge),
        options_(options),
        interest_(interest),
        parser_(parser),
        texts_(parser),
        work_(work),
        original_(original.parsed(), file.cells, knowledge, place, work) {}

  FileResult run(const SyntaxVerdict& syntax);

 private:
  Pass examine(const Snapshot& at);
  Examination look(const Snapshot& at, bool with_abstentions);
  void lower(const Snapshot& at, std::vector<FileFinding>& findings);
  void keep_cells_apart(const Snapshot& at, std::vector<FileFinding>& findings);
  void demote(const Snapshot& at, FileFinding& found);
  void withhold_malformed(FileFinding& found);
  std::string why_not_edited(const SyntaxVerdict& syntax);
  bool attempt(const Pass& first);
  std::optional<Step> advance(const Snapshot& at, const Pass& pass);
  void judge(Pass& first);
  void judge_later();
  bool may_apply(const FileFinding& found) const;
  bool is_wanted(const Pass& pass, std::size_t n) const;
  std::size_t wanted_in(const Pass& pass) const;
  void guard_shown();
  bool is_only_shown(const FileFinding& found) const;
  std::optional<GuardFailure> try_out(const Snapshot& at, const std::vector<PlannedFix>& fixes);
  std::size_t guilty(const Snapshot& at, const std::vector<PlannedFix>& accepted);
  void quarantine(std::uint32_t rule, const Finding& finding, const GuardFailure& failure);
  void quarantine_endless(const RuleIndexes& rules);
  void leave_for_later(const Pass& pass);
  void finish(const std::string& reason_for_all);
  void leave_out_unwanted();
  void say_what_is_unanswered();
  void add_error(Error error);
  const std::string& name_of(std::uint32_t rule) const;

  const SourceFile& file_;
  const std::vector<std::uint32_t>& triggered_;  // by the original text
  const Dispatcher& dispatcher_;
  const Knowledge& knowledge_;
  const PipelineOptions& options_;
  const Interest& interest_;
  Parser& parser_;
  LatestText texts_;
  WorkBudget& work_;
  Snapshot original_;
  std::optional<Identifier> identifier_;
  FindingLedger ledger_{{}};
  RuleIndexes quarantined_;
  FileResult result_;
};

FileResult FixLoop::run(const SyntaxVerdict& syntax) {
  const std::string reason = why_not_edited(syntax);
  result_.analysed = true;
  Pass first = examine(original_);
  judge(first);
  ledger_ = FindingLedger(first.findings);
  if (reason.empty()) {
    while (!attempt(first)) {
    }
    guard_shown();
  }
  finish(reason);
  say_what_is_unanswered();
  return std::move(result_);
}

Examination FixLoop::look(const Snapshot& at, bool with_abstentions) {
  const auto rules =
      &at == &original_ ? triggered_ : dispatcher_.triggered(at.text, !at.cells().empty());
  return dispatcher_.examine(at.model(), at.rewriter(), rules, with_abstentions);
}

Pass FixLoop::examine(const Snapshot& at) {
  const bool is_first = &at == &original_;
  Examination seen = look(at, is_first && options_.show_abstained);
  for (Error& error : seen.errors) add_error(std::move(error));
  Suppressions suppressions(at.tree, dispatcher_.registry(), options_.today);
  if (is_first) {
    result_.abstentions = std::move(seen.abstentions);
    result_.unknown_suppressions = suppressions.unknown();
  }
  Pass pass;
  const auto add = [&](Finding& finding) -> FileFinding& {
    FileFinding& found = pass.findings.emplace_back();
    found.finding = std::move(finding);
    return found;
  };
  for (Finding& finding : seen.findings) {
    if (at.cells().is_opaque(finding.range)) continue;
    const bool covered = suppressions.cover(finding.rule, finding.range);
    add(finding).suppressed = covered;
  }
  // A rule that failed may have had the finding that a comment silences.
  if (seen.errors.empty()) {
    for (Finding& finding : find_idle_ignores(at.tree, at.cells(), dispatcher_, suppressions)) {
      add(finding);
    }
  }
  lower(at, pass.findings);
  std::ranges::stable_sort(pass.findings, {}, sort_key);
  pass.entries.resize(pass.findings.size());
  std::iota(pass.entries.begin(), pass.entries.end(), std::size_t{0});
  return pass;
}

// Lowers the fixes to edits and takes away what the engine does not believe.
void FixLoop::lower(const Snapshot& at, std::vector<FileFinding>& findings) {
  for (FileFinding& found : findings) {
    if (!found.finding.fix) continue;
    found.edits = at.planner().lower(*found.finding.fix);
    if (found.edits.empty()) withhold_malformed(found);
  }
  if (!at.cells().empty()) keep_cells_apart(at, findings);
  for (FileFinding& found : findings) demote(at, found);
}

// Tries the fixes out on the cells. One that takes away what a cell displays is
// not safe.
void FixLoop::keep_cells_apart(const Snapshot& at, std::vector<FileFinding>& findings) {
  const auto withhold = [](FileFinding& found) {
    found.finding.fix.reset();
    found.edits.clear();
    found.withheld = "a fix must stay inside one cell, and away from magics";
  };
  std::vector<FileFinding*> allowed;
  for (FileFinding& found : findings) {
    if (!found.finding.fix) continue;
    if (at.cells().allow(found.edits)) {
      allowed.push_back(&found);
    } else {
      withhold(found);
    }
  }
  if (allowed.empty()) return;
  const CellGuard::Verdict verdict =
      CellGuard(at.tree, at.cells(), at.planner(), texts_).judge(allowed);
  for (FileFinding* found : verdict.parted) withhold(*found);
  for (FileFinding* found : verdict.showing) {
    std::optional<Fix>& fix = found->finding.fix;
    if (!fix || !fix->verdict().is_safe()) continue;
    fix->lower_to({AssumptionKind::OutputNotAwaited, "nobody needs what the cell displays"});
    found->finding.why.push_back(
        {found->finding.range, "the fix is not safe because it changes what the cell displays"});
  }
}

void FixLoop::demote(const Snapshot& at, FileFinding& found) {
  std::optional<Fix>& fix = found.finding.fix;
  if (!fix || !fix->verdict().is_safe()) return;
  if (dispatcher_.registry().rules()[found.finding.rule].by_engine) return;
  if (auto demotion = reason_to_demote(at.model(), found.finding.range, found.edits)) {
    fix->lower_to(std::move(demotion->assumption));
    found.finding.why.push_back(std::move(demotion->reason));
  }
}

void FixLoop::withhold_malformed(FileFinding& found) {
  found.finding.fix.reset();
  found.withheld = "the fix changes nothing, or its edits overlap";
  add_error({ErrorKind::Internal,
             {},
             0,
             fmt::format("a fix of {} changes nothing, or its edits overlap",
                         name_of(found.finding.rule)),
             "it is left out; please report this"});
}

// Why this file is reported on and not edited; empty when it may be.
std::string FixLoop::why_not_edited(const SyntaxVerdict& syntax) {
  if (says_generated(original_.tree)) return "the file is generated";
  if (syntax.use == FileUse::Edit) return {};
  add_error(refusal(file_, syntax.reason, "its findings are reported, nothing in it is changed"));
  return syntax.reason.message;
}

// Runs passes from the original text to the fixed point, or until there were too many.
// False when rules had to be quarantined for steps that were already taken.
bool FixLoop::attempt(const Pass& first) {
  ledger_ = FindingLedger(first.findings);
  OffsetMap map(static_cast<Offset>(original_.text.size()));
  std::unique_ptr<Snapshot> owned;
  const Snapshot* at = &original_;
  Pass pass = first;
  std::map<std::uint64_t, std::size_t> seen;  // text -> the step that left it
  std::vector<RuleIndexes> rules_of_step;
  std::size_t fewest = wanted_in(pass);
  int idle = 0;
  bool again_as_before = false;
  const auto hand_over = [&] {
    result_.changed = at != &original_;
    result_.fixed_text = result_.changed ? at->text : std::string();
    result_.fixed_edits = map.edits(at->text);
    return true;
  };
  for (int i = 0; i < kMaxPasses && idle < kMaxIdlePasses; ++i) {
    std::optional<Step> step = advance(*at, pass);
    if (!step) return hand_over();
    seen.emplace(hash_text(at->text), rules_of_step.size());
    RuleIndexes& rules = rules_of_step.emplace_back();
    for (const std::size_t n : step->findings) {
      rules.insert(pass.findings[n].finding.rule);
      ledger_.mark_applied(pass.entries[n], pass.findings[n], map);
    }
    if (const auto again = seen.find(hash_text(step->after->text)); again != seen.end()) {
      for (std::size_t s = again->second; s + 1 < rules_of_step.size(); ++s) {
        rules.insert(rules_of_step[s].begin(), rules_of_step[s].end());
      }
      again_as_before = true;
      break;
    }
    map.apply(step->edits);
    owned = std::move(step->after);
    at = owned.get();
    pass = examine(*at);
    pass.entries = ledger_.enter(pass.findings, map);
    judge_later();
    const std::size_t left = wanted_in(pass);
    idle += left < fewest ? 0 : 1;
    fewest = std::min(fewest, left);
  }
  if (!again_as_before && idle < kMaxIdlePasses) {
    leave_for_later(pass);
    return hand_over();
  }
  quarantine_endless(rules_of_step.back());
  return false;
}

bool FixLoop::may_apply(const FileFinding& found) const {
  if (!found.finding.fix || found.suppressed || quarantined_.contains(found.finding.rule)) {
    return false;
  }
  if (options_.apply_of_engine_only &&
      !dispatcher_.registry().rules()[found.finding.rule].by_engine) {
    return false;
  }
  switch (found.finding.fix->applicability()) {
    case Applicability::Safe:
      return options_.apply_safe;
    case Applicability::Unsafe:
      return options_.apply_unsafe;
    case Applicability::Suggestion:
      return false;
  }
  return false;
}

bool FixLoop::is_wanted(const Pass& pass, std::size_t n) const {
  return may_apply(pass.findings[n]) && !ledger_[pass.entries[n]].unwanted;
}

std::size_t FixLoop::wanted_in(const Pass& pass) const {
  std::size_t count = 0;
  for (std::size_t n = 0; n < pass.findings.size(); ++n) count += is_wanted(pass, n) ? 1 : 0;
  return count;
}

// Applies what can be applied together; nothing when there is nothing to do.
std::optional<Step> FixLoop::advance(const Snapshot& at, const Pass& pass) {
  for (;;) {
    std::vector<PlannedFix> wanted;
    std::vector<std::size_t> finding_of;
    for (std::size_t n = 0; n < pass.findings.size(); ++n) {
      const FileFinding& found = pass.findings[n];
      if (!is_wanted(pass, n)) continue;
      wanted.push_back({&*found.finding.fix, found.finding.rule,
                        static_cast<int>(found.finding.fix->applicability())});
      finding_of.push_back(n);
    }
    Plan plan = at.planner().plan(wanted);
    if (plan.edits.empty()) return std::nullopt;
    work_.spend(at.text.size() + wanted.size());
    // Parsed from scratch: what is kept of a file must not rest on an incremental
    // parse, which in rare cases gives another tree.
    auto after = texts_.parse(apply_edits(at.text, plan.edits));
    if (after->text == at.text) return std::nullopt;
    const auto failure = check_rewrite(at.tree, after->tree, plan.edits);
    Step step;
    std::vector<PlannedFix> accepted;
    for (const std::size_t i : plan.accepted) {
      accepted.push_back(wanted[i]);
      step.findings.push_back(finding_of[i]);
    }
    if (!failure) {
      step.after = std::make_unique<Snapshot>(at, plan.edits, std::move(after), knowledge_);
      step.edits = std::move(plan.edits);
      return step;
    }
    const std::size_t bad = guilty(at, accepted);
    const std::size_t entry = pass.entries[step.findings[bad]];
    quarantine(accepted[bad].rule, ledger_[entry].finding, *failure);
  }
}

bool FixLoop::is_only_shown(const FileFinding& found) const {
  return found.finding.fix && !found.applied && !found.suppressed && !found.unwanted &&
         !found.edits.empty() && !quarantined_.contains(found.finding.rule);
}

// What is shown may be applied by hand or by an editor, so it must pass the
// guard too. As many fixes as fit together are tried out at once, which is once
// a file unless fixes conflict or fail. Of hundreds that all exclude each other, each would
// cost a parse of the file: those that are left after kMaxTrials are not shown.
void FixLoop::guard_shown() {
  std::vector<FileFinding*> waiting;
  for (FileFinding& found : ledger_.entries()) {
    if (is_only_shown(found)) waiting.push_back(&found);
  }
  for (int trials = 0; !waiting.empty(); ++trials) {
    if (trials == kMaxTrials) {
      std::ranges::for_each(waiting, withhold_untried);
      return;
    }
    std::vector<PlannedFix> fixes;
    fixes.reserve(waiting.size());
    for (const FileFinding* found : waiting)
      fixes.push_back({&*found->finding.fix, found->finding.rule, 0});
    std::vector<PlannedFix> accepted;
    std::vector<FileFinding*> tried;
    for (const std::size_t i : original_.planner().plan(fixes).accepted) {
      accepted.push_back(fixes[i]);
      tried.push_back(waiting[i]);
    }
    if (const auto failure = try_out(original_, accepted)) {
      const FileFinding& bad = *tried[guilty(original_, accepted)];
      quarantine(bad.finding.rule, bad.finding, *failure);
      std::erase_if(waiting, [&](const FileFinding* found) { return !is_only_shown(*found); });
    } else {
      // Both are in the order of the findings.
      auto next = tried.begin();
      std::erase_if(waiting, [&](FileFinding* found) {
        const bool done = next != tried.end() && *next == found;
        if (done) ++next;
        return done;
      });
    }
  }
}

std::optional<GuardFailure> FixLoop::try_out(const Snapshot& at,
                                             const std::vector<PlannedFix>& fixes) {
  const std::vector<Edit> edits = at.planner().plan(fixes).edits;
  const std::string text = apply_edits(at.text, edits);
  work_.spend(text.size() + fixes.size());
  if (const auto parsed = texts_.find(text)) return check_rewrite(at.tree, parsed->tree, edits);
  return check_rewrite(at.tree, parser_.reparse(at.tree, edits, text), edits);
}

// The last fix of the shortest failing prefix of `accepted`, which fails as a
// whole. O(log n) reparses.
std::size_t FixLoop::guilty(const Snapshot& at, const std::vector<PlannedFix>& accepted) {
  const auto fails = [&](std::size_t count) {
    const std::vector<PlannedFix> prefix(accepted.begin(),
                                         accepted.begin() + static_cast<std::ptrdiff_t>(count));
    return try_out(at, prefix).has_value();
  };
  std::size_t good = 0;
  std::size_t bad = accepted.size();
  while (bad - good > 1) {
    const std::size_t middle = good + (bad - good) / 2;
    (fails(middle) ? bad : good) = middle;
  }
  return bad - 1;
}

void FixLoop::quarantine(std::uint32_t rule, const Finding& finding, const GuardFailure& failure) {
  quarantined_.insert(rule);
  add_error({ErrorKind::Internal,
             {},
             file_.lines.line_at(finding.range.begin),
             fmt::format("the fix of {} would break the file: {}", name_of(rule), failure.message),
             "its fixes are left out of this file; please report this with the lines around"});
}

void FixLoop::quarantine_endless(const RuleIndexes& rules) {
  std::vector<std::string_view> names;
  for (const std::uint32_t rule : rules) names.push_back(name_of(rule));
  quarantined_.insert(rules.begin(), rules.end());
  add_error(
      {ErrorKind::Internal,
       {},
       0,
       fmt::format("the fixes of {} do not come to an end", fmt::join(names, ", ")),
       "they are left out of this file; a rule of the project may find what its own fix makes, "
       "any other is ours: please report it with the file"});
}

// Each pass over a file costs as much as its analysis, and what is left after so many of
// them goes into one place one by one.
void FixLoop::leave_for_later(const Pass& pass) {
  RuleIndexes rules;
  std::optional<Offset> first;
  for (std::size_t n = 0; n < pass.findings.size(); ++n) {
    if (!is_wanted(pass, n)) continue;
    const FileFinding& left = ledger_[pass.entries[n]];
    rules.insert(left.finding.rule);
    if (!left.later)
      first = std::min(first.value_or(left.finding.range.begin), left.finding.range.begin);
  }
  if (rules.empty()) return;
  std::vector<std::string_view> names;
  for (const std::uint32_t rule : rules) names.push_back(name_of(rule));
  add_error({ErrorKind::Refused,
             {},
             first ? file_.lines.line_at(*first) : 0,
             fmt::format("{} fixes of {} change the same place one after the other, more than {} "
                         "in one run; these are left",
                         wanted_in(pass), fmt::join(names, ", "), kMaxPasses),
             "run mlfix again for them, once the others are written"});
}

// Hands the findings over: no intents, and no fix where fixes are withheld.
void FixLoop::finish(const std::string& reason_for_all) {
  result_.findings = std::move(ledger_.entries());
  for (FileFinding& found : result_.findings) {
    std::optional<Fix>& fix = found.finding.fix;
    if (!fix) continue;
    fix->intents.clear();
    fix->guards.clear();
    if (found.applied) continue;
    found.withheld = reason_for_all;
    if (quarantined_.contains(found.finding.rule)) {
      found.withheld =
          fmt::format("the fixes of {} fail in this file", name_of(found.finding.rule));
    }
    if (found.withheld.empty()) continue;
    fix.reset();
    found.edits.clear();
  }
  std::ranges::stable_sort(result_.findings, {}, sort_key);
  for (FileFinding& found : result_.findings) {
    if (found.later) identifier_->identify(found);
  }
  leave_out_unwanted();
}

// Identifies what the file has as it is, and marks what the run is not about.
void FixLoop::judge(Pass& first) {
  identifier_.emplace(original_.tree, dispatcher_.registry(),
                      fingerprint_path(file_.path, options_.root));
  for (FileFinding& found : first.findings) {
    identifier_->identify(found);
    if (found.suppressed) continue;
    found.unwanted =
        !touches_change(original_.tree, found, interest_) || is_known(found, interest_);
  }
}

// What only a fix has made visible is new, but may be out of the changed lines.
void FixLoop::judge_later() {
  for (FileFinding& found : ledger_.entries()) {
    if (found.later) found.unwanted = !touches_change(original_.tree, found, interest_);
  }
}

void FixLoop::leave_out_unwanted() {
  for (const FileFinding& found : result_.findings) {
    if (!found.unwanted) continue;
    if (is_known(found, interest_)) {
      result_.known.push_back(found.identity.fingerprint);
    } else {
      ++result_.elsewhere;
    }
  }
  std::ranges::sort(result_.known);
  std::erase_if(result_.findings, [](const FileFinding& found) { return found.unwanted; });
}

void FixLoop::say_what_is_unanswered() {
  if (work_.excesses().empty()) return;
  add_error({ErrorKind::Refused,
             {},
             0,
             fmt::format("has too many {}", fmt::join(work_.excesses(), ", ")),
             "what rests on them is not reported; generated files are best excluded"});
}

// The same rule fails the same way in every pass: one error is enough.
void FixLoop::add_error(Error error) {
  error.path = file_.path.string();
  const auto same = [&](const Error& e) {
    return e.kind == error.kind && e.message == error.message;
  };
  if (std::ranges::none_of(result_.errors, same)) result_.errors.push_back(std::move(error));
}

const std::string& FixLoop::name_of(std::uint32_t rule) const {
  return dispatcher_.registry().rules()[rule].name;
}

}  // namespace

FileResult run_fix_loop(const SourceFile& file, const std::vector<std::uint32_t>& triggered,
                        const Dispatcher& dispatcher, const Knowledge& knowledge,
                        const PipelineOptions& options, const Interest& interest, Parser& parser,
                        WorkBudget& work) {
  const ProjectPlace place = interest.is_apart ? ProjectPlace() : place_of(file, options.project);
  const OriginalText original(file, place, parser);
  const SyntaxVerdict& syntax = original.parsed()->verdict();
  if (syntax.use == FileUse::Nothing) {
    FileResult result;
    result.errors.push_back(refusal(file, syntax.reason, "it is left alone"));
    return result;
  }
  return FixLoop(file, triggered, dispatcher, knowledge, options, interest, parser, original, place,
                 work)
      .run(syntax);
}

}  // namespace mlfix
