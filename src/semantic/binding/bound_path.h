// Names that certainly have a value where they are read.
#pragma once

#include "semantic/verdict/proof.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class Bindings;

// Is the name that `path` (a name, or an attribute of one) starts with bound on every way that
// leads there? What has no name at its root is taken to be bound.
Answer<Claim::NameIsBound> bound_path(const SyntaxTree& tree, const Bindings& bindings,
                                      NodeId path);

}  // namespace mlfix
