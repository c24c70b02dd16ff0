// Who calls a function from other files (SemanticModel::calls_elsewhere).
#pragma once

#include "semantic/effects/grad_mode.h"
#include "semantic/project_entity.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

// A call in another file that runs, or may run, a function.
struct OutsideCall {
  ProjectEntity caller;  // the function around the call; none at the top level
  GradMode mode = GradMode::Unknown;
  bool certain = false;      // it runs this very function, and no other
  bool free_caller = false;  // nobody in its file calls `caller`
  bool is_repeated = false;  // in a loop, with a module from outside of it
  FileIndex file = kNoFile;  // where it is
  NodeId node = kNoNode;     // in that file: the call itself
  NodeId around = kNoNode;   // in that file: the innermost loop around it, else its function
};

}  // namespace mlfix
