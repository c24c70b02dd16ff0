// How often a place runs, and whether part by part, as far as its file shows.
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {
class SemanticModel;

enum class Repetition : std::uint8_t {
  Once,      // once in a run of the program
  Repeated,  // in a loop, of its function or of one that calls it
  Unknown,   // by callers that are not visible
};

// Looks at the callers in the file, through up to four of them: a function is run once when
// its file calls it, and all its calls run once. For messages and for what is worth saying,
// not for proofs: other files may call it, too.
Repetition repetition_of(const SemanticModel& model, NodeId n);

struct Repeating {
  Repetition how = Repetition::Unknown;
  NodeId loop = kNoNode;  // of Repetition::Repeated: in its function, or in one that calls it
};

// The same, with the loop.
Repeating repeating_of(const SemanticModel& model, NodeId n);

// Is `n` run once, or in loops that are known to have few iterations together (16 at most) and
// train nothing? Looks at the callers as repetition_of() does.
bool runs_few_times(const SemanticModel& model, NodeId n);

// Do calls in other files run the function, and each of them once in a run of the program, as far
// as its own file shows? Expensive: for findings. False where it is not known.
bool runs_once_elsewhere(const SemanticModel& model, NodeId function);

// Does a loop of another file run the function, there or by a function that it calls? The same kind
// of answer.
bool runs_again_elsewhere(const SemanticModel& model, NodeId function);

// Does a server run the function for each request, as the decorator says: @app.post("/search"),
// @bp.route("/")?
bool answers_requests(const SemanticModel& model, NodeId function);

// Is the loop known to have so few iterations (16 at most) that what it builds up, or keeps,
// stays small? For what is worth saying.
bool has_few_iterations(const SemanticModel& model, NodeId loop);

// Does somebody run the file part by part: a notebook, or a script that marks its cells (`# %%`)?
bool is_run_in_cells(const SemanticModel& model);

}  // namespace mlfix
