// Findings that are true and hardly matter: a single forward pass at the end of a script.
#pragma once

#include <string_view>

#include "engine/transform.h"
#include "semantic/names/unused_code.h"
#include "syntax/generated_text.h"
#include "transforms/fixes/left_as_it_is.h"

namespace mlfix {

// Is the finding at `n` to be left out, because it hardly matters (`fact` says why; empty: it
// does matter, but in a file that a tool rewrites, in code that is slow on purpose, and in code
// that nobody uses, that no Python of today runs, or that no run gets to) and nobody asked for
// such? Notes the abstention, and where `fact` is seen.
inline bool is_too_minor(const Context& c, NodeId n, std::string_view fact,
                         NodeId because = kNoNode) {
  if (c.options.flag("minor")) return false;
  if (fact.empty() && says_generated(c.tree)) {
    fact = "the file says that it is generated: what it is made from is to be fixed";
  }
  if (fact.empty() && is_slow_on_purpose(c.model, n)) {
    fact = "it is slow on purpose, as its name says";
  }
  if (fact.empty() && is_written_for_old_python(c.model)) {
    fact = "no Python of today runs the file";
  }
  if (fact.empty()) {
    because = unused_code_around(c.model, n);
    if (because != kNoNode) fact = "nothing in this run calls or mentions it";
  }
  if (fact.empty()) {
    because = unbound_read_before(c.model, n);
    if (because != kNoNode) fact = "a name that nothing binds ends the run before it";
  }
  return !fact.empty() && !c.abstain(n, fact, because);
}

}  // namespace mlfix
