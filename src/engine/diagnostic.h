// How a rule says what it found: one statement, from the message to the fix.
//
//     c.diagnose(out, call, "the group is made anew in every iteration")
//         .grows(Growth::Linear)
//         .because(loop, "the arguments are the same in all of this loop")
//         .fix("Create the group once, before the loop", std::move(intents), verdict);
//
// What the verdict assumes is added to the message here, for all rules alike.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/finding.h"
#include "rewrite/edits.h"

namespace mlfix {

// Valid until the next finding is begun.
class Diagnostic {
 public:
  Diagnostic(const SyntaxTree& tree, Finding& finding) : tree_(&tree), finding_(&finding) {}

  Diagnostic& grows(Growth growth) {
    finding_->growth = growth;
    return *this;
  }
  Diagnostic& confidence(Confidence confidence) {
    finding_->confidence = confidence;
    return *this;
  }
  // The configured severity is the one of a typical finding.
  Diagnostic& at_most(Severity severity) {
    finding_->severity = std::min(finding_->severity, severity);
    return *this;
  }
  Diagnostic& at_least(Severity severity) {
    finding_->severity = std::max(finding_->severity, severity);
    return *this;
  }
  // A fact that the finding rests on, and where it is seen.
  Diagnostic& because(NodeId at, std::string fact) {
    finding_->why.push_back({tree_->range(at), std::move(fact)});
    return *this;
  }
  // How the value, or the run of the program, gets to where it does harm; steps in one line of
  // the file say nothing that the finding does not.
  Diagnostic& by_way(WaySteps steps) {
    if (!is_one_line(steps)) finding_->way = Way(std::move(steps));
    return *this;
  }
  // Why there is no fix. Each finding of a built-in rule has one, or says this.
  Diagnostic& unfixed(std::string_view why) {
    finding_->message += "; there is no fix: ";
    finding_->message += why;
    return *this;
  }
  // Without intents there is no fix, and nothing is assumed: an edit helper found no safe way.
  Diagnostic& fix(std::string title, std::optional<Intents> intents, Verdict verdict,
                  std::vector<TextRange> guards = {}) {
    if (!intents || intents->empty()) return unfixed("the code around it leaves no room for one");
    if (const std::string clause = assumption_clause(verdict); !clause.empty()) {
      finding_->message += "; " + clause;
    }
    finding_->fix =
        Fix(std::move(title), std::move(*intents), std::move(verdict), std::move(guards));
    return *this;
  }

 private:
  bool is_one_line(const WaySteps& steps) const {
    Offset first = UINT32_MAX;
    Offset last = 0;
    for (const WayStep& step : steps) {
      if (step.is_elsewhere()) return false;
      first = std::min(first, step.range.begin);
      last = std::max(last, step.range.begin);
    }
    if (steps.empty()) return true;
    const std::string_view text = tree_->text(tree_->root());
    const Offset begin = tree_->range(tree_->root()).begin;
    return text.substr(first - begin, last - first).find('\n') == std::string_view::npos;
  }

  const SyntaxTree* tree_;
  Finding* finding_;
};

}  // namespace mlfix
