// Attributes that are read in ways that no access path shows.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// May the attribute be read under another spelling (getattr with that or a computed
// name, vars, buffers, __dict__ …) in this file, or by a file that imports it and
// differentiates? Errs to true. Linear in the file only where it mentions getattr.
bool is_read_out_of_sight(const SemanticModel& model, std::string_view attribute);

// The same of an attribute that holds something which nobody can call: getattr(x, name)() reads
// another one. Not kept: for findings.
bool is_data_read_out_of_sight(const SemanticModel& model, std::string_view attribute);

// Does another file of the run mention an attribute of that name, of whatever object?
bool is_mentioned_elsewhere(const SemanticModel& model, std::string_view attribute);

// The same, but for `self.attribute` in classes that are no kin of one in this file, as far as
// bases are written down. For assumptions, not for proofs.
bool is_mentioned_by_kin(const SemanticModel& model, std::string_view attribute);

// Does the run have all code that may read the attributes of the class's objects, and does none of
// it do so by computed names, but for those of `self` in another class of the file? For
// assumptions, not for proofs.
bool sees_readers(const SemanticModel& model, NodeId klass);

}  // namespace mlfix
