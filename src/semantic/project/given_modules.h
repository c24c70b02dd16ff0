// What the calls in a file give to a function of another file, as modules.
#pragma once

#include <string>
#include <vector>

#include "semantic/project/project.h"
#include "semantic/project/summaries.h"
#include "semantic/project_entity.h"

namespace mlfix {

class SemanticModel;

struct GivenTo {
  ProjectEntity called;  // the function, or the class whose constructor it is
  std::string parameter;
  std::vector<std::string> parameters;  // all of them, as a call fills them
};

// Unseen, too, where the file does anything but call it, as hand it on or derive from it. Linear
// in the file, and in the origins of what is given.
GivenModules given_modules(const SemanticModel& model, const GivenTo& to);

}  // namespace mlfix
