// The fix of a rule of the project.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "patterns/detaching.h"
#include "patterns/template.h"

namespace mlfix::patterns {

enum class Operation : std::uint8_t {
  Replace,
  Delete,
  InsertBefore,
  InsertAfter,
  Wrap,
  AddArgument,
  RemoveArgument,
};

struct FixDraft {
  Operation operation = Operation::Replace;
  Phrase code;      // the template; of an argument its value; of Delete nothing
  Phrase argument;  // the name of one
  Phrase title;     // empty: told by the operation
  Phrase assumes;   // a clause; empty: that the rule is right about the place
  bool is_suggestion = false;
};

// Templates that are filled, and one of the edits that Rewriter has: nothing else, so that
// a rule can't write what its file does not show.
class FixPlan {
 public:
  // Errors: Configuration, with a line.
  static Result<FixPlan> compile(const FixDraft& draft, Variables& variables,
                                 std::span<const std::string> modules);

  // Adds the fix for the match to its finding; none where an edit can't be made safely.
  // What a rule promises is no proof: the fix is unsafe but where it only detaches values of
  // which it is proven that nobody needs their graphs.
  void offer(const Context& c, const Place& place, const Captures& captures,
             Diagnostic finding) const;

  // How safe it is where all is proven that can be.
  Applicability best_level() const;

 private:
  struct Made {
    std::optional<Intents> intents;
    std::vector<TextRange> guards;
  };
  bool offer_detaching(const Context& c, const Place& place, const Captures& captures,
                       Diagnostic& finding) const;
  Made make(const Context& c, const Place& place, const Captures& captures) const;
  Made replace(const Context& c, const Place& place, const FilledCode& code) const;

  Operation operation_ = Operation::Replace;
  std::optional<Template> code_;
  std::optional<Detaching> detaching_;
  std::string argument_;
  Message title_;
  Message assumes_;
  bool is_suggestion_ = false;
};

}  // namespace mlfix::patterns
