// Runs the enabled rules over one file in a single walk of the flat tree.
//
// A table says for each kind of node which rules want it, so the cost of a node
// that nobody wants is one load. Immutable after construction; any number of
// threads may use one Dispatcher.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/finding.h"
#include "engine/registry.h"
#include "engine/rule_settings.h"
#include "rewrite/edits.h"
#include "text/error.h"
#include "text/word_set.h"

namespace mlfix {

class SemanticModel;
class Knowledge;

// What one walk found. A rule whose check threw has no findings in it, and an
// Internal error instead.
struct Examination {
  std::vector<Finding> findings;        // in the order of the walk
  std::vector<Abstention> abstentions;  // by place, then rule; each once
  std::vector<Error> errors;            // without path
};

class Dispatcher {
 public:
  // `registry` must outlive the dispatcher. Rules beyond the end of `settings`
  // run with the defaults of RuleSettings. Rules that find resources (transform.h) are
  // triggered by the words of `knowledge`; without it, never.
  Dispatcher(const Registry& registry, std::vector<RuleSettings> settings,
             const Knowledge* knowledge = nullptr);

  const Registry& registry() const { return *registry_; }
  const RuleSettings& settings(std::uint32_t rule) const { return settings_[rule]; }

  // The enabled rules whose triggers are all in `text`: only these can find
  // something in it. One pass over the text.
  std::vector<std::uint32_t> triggered(std::string_view text, bool is_notebook) const;

  // Calls the `rules` on the nodes of their kinds, in source order.
  Examination examine(const SemanticModel& model, const Rewriter& rewriter,
                      const std::vector<std::uint32_t>& rules, bool with_abstentions) const;

 private:
  // Numbers of words, one of which must be in the text.
  using Alternatives = std::vector<std::size_t>;

  const Registry* registry_;
  std::vector<RuleSettings> settings_;               // by rule
  WordSet words_;                                    // of the enabled rules
  std::vector<std::vector<Alternatives>> triggers_;  // by rule
};

}  // namespace mlfix
