// Applies fixes to a fixed point. One pass accepts as many fixes as fit
// together, splices them, parses the result and lets the syntax guard compare the
// two trees; then the rules look at the new text. Fixes that are shown and not
// applied go through the guard as well.
//
// A fix that breaks the file is found by bisection and its rule's fixes are left
// out of this file; the same happens to rules whose fixes undo each other or do
// not come to an end. That is always an Internal error, and never costs the
// other fixes.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/file_pipeline.h"

namespace mlfix {

class Knowledge;

// Passes over one file that leave no fewer fixes to apply than an earlier one, before they are
// taken to have no end; and passes in all, after which the rest is left for another run. Fixes
// that do not touch each other need one, however many they are; those that change one place, such
// as what is moved before a loop, one each.
inline constexpr int kMaxIdlePasses = 10;
inline constexpr int kMaxPasses = 60;

// Runs on `file` those of the `dispatcher`'s rules that its text triggers:
// `triggered`, which the caller knows. Everything given must outlive the call;
// `parser` belongs to the calling thread. What it costs is taken from `work`; throws
// GaveUp.
FileResult run_fix_loop(const SourceFile& file, const std::vector<std::uint32_t>& triggered,
                        const Dispatcher& dispatcher, const Knowledge& knowledge,
                        const PipelineOptions& options, const Interest& interest, Parser& parser,
                        WorkBudget& work);

}  // namespace mlfix
