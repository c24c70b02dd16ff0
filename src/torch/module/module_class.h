// Which code belongs to a torch module?
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The class of the torch module whose method holds `n`, or kNoNode.
NodeId module_class_of(const SemanticModel& model, NodeId n);
// The same, also where a class only shows that it is a module: its bases are not seen, it has a
// forward(), and it asks for `self.training`, which nothing in the file sets, or makes modules.
// Linear in the class the first time only.
NodeId probable_module_class_of(const SemanticModel& model, NodeId n);
// Is `n` in a method of that name of what is probably a torch module?
bool in_module_method(const SemanticModel& model, NodeId n, std::string_view method);

}  // namespace mlfix
