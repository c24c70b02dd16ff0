// Fixes: what a transform wants changed (intent.h), and the verdict on it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rewrite/intent.h"
#include "semantic/verdict/verdict.h"
#include "text/text_range.h"

namespace mlfix {

// A change with the verdict on it. Without a verdict it is a suggestion; how safe it is follows
// from the verdict alone, and can only get worse.
class Fix {
 public:
  Fix() = default;
  Fix(std::string title_of_fix, std::vector<Intent> intents_of_fix, Verdict verdict,
      std::vector<TextRange> guards_of_fix = {})
      : title(std::move(title_of_fix)),
        intents(std::move(intents_of_fix)),
        guards(std::move(guards_of_fix)),
        verdict_(std::move(verdict)) {}

  std::string title;  // imperative: "Wrap the loop in torch.no_grad()"
  std::vector<Intent> intents;
  std::vector<TextRange> guards;  // bytes that must stay as they are for the fix to hold

  const Verdict& verdict() const { return verdict_; }
  Applicability applicability() const { return verdict_.applicability(); }
  void lower_to(Assumption assumption) { verdict_.lower_to(std::move(assumption)); }

 private:
  Verdict verdict_;
};

}  // namespace mlfix
