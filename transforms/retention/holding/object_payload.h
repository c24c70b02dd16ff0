// What makes an object worth a word when it lives too long: the tensors, arrays
// and modules it holds.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// What shows that objects of the class hold tensors, arrays or modules: the class
// itself when it is a module, else a value that is stored in one. kNoNode when
// nothing does. Linear in the class.
NodeId payload_of_class(const SemanticModel& model, NodeId klass);

}  // namespace mlfix
