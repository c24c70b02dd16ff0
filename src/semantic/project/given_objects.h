// What the calls in a file give to a function of another file, as modules or as objects of classes,
// and what objects its own functions make, and its classes keep.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "semantic/project/project.h"
#include "semantic/project/summaries.h"
#include "semantic/project_entity.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct GivenTo {
  ProjectEntity called;  // the function, or the class whose constructor it is
  std::string parameter;
  int position = -1;  // at which a call fills it
};

// Unseen, too, where the file does anything but call it, as hand it on or derive from it. Linear
// in the calls, and in the origins of what is given; the first question in the file.
GivenModules given_modules(const SemanticModel& model, const GivenTo& to);
ObjectOrigins given_objects(const SemanticModel& model, const GivenTo& to);

// Of an attribute that the family of the class stores in this file: unseen where that is anything
// but such objects, and None, or nothing. Linear in the accesses of that name.
ObjectOrigins kept_objects(const SemanticModel& model, NodeId klass, std::string_view name);

// Unseen where it returns anything but such objects, and None, or is no plain function.
ObjectOrigins made_objects(const SemanticModel& model, NodeId function);

}  // namespace mlfix
