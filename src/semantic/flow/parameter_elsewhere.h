// Which parameter of a function of another file takes an argument.
#pragma once

#include "semantic/control/consumer.h"
#include "semantic/project_entity.h"

namespace mlfix {

class SemanticModel;

struct ParameterSummary;

struct ParameterElsewhere {
  ProjectEntity function;
  // As the project keeps it; nullptr when there is no such function, when nothing is known
  // of it, or when it can't be said which parameter it is.
  const ParameterSummary* summary = nullptr;
};

// `argument` says how something is given to a call.
ParameterElsewhere parameter_elsewhere(const SemanticModel& model, const Consumer& argument);

// The parameter of a method of another file that takes the argument when the method runs
// instead of the one that is called through an object.
ParameterElsewhere parameter_of_override(const SemanticModel& model, const Consumer& argument,
                                         ProjectEntity method);

}  // namespace mlfix
