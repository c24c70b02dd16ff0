// Attributes that are read in ways that no access path shows.
#pragma once

#include <string_view>

namespace mlfix {

class SemanticModel;

// May the attribute be read under another spelling (getattr with that or a computed
// name, vars, buffers, __dict__ …) in this file, or by a file that imports it and
// differentiates? Errs to true. Linear in the file only where it mentions getattr.
bool is_read_out_of_sight(const SemanticModel& model, std::string_view attribute);

// Does another file of the run mention an attribute of that name, of whatever object?
bool is_mentioned_elsewhere(const SemanticModel& model, std::string_view attribute);

// The same, but for `self.attribute` in classes that are no kin of one in this file, as far as
// bases are written down. For assumptions, not for proofs.
bool is_mentioned_by_kin(const SemanticModel& model, std::string_view attribute);

}  // namespace mlfix
