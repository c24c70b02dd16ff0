// Who calls a function in its file (SemanticModel::call_sites).
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

struct CallSites {
  std::vector<NodeId> calls;  // call nodes in this file that run the function
  // No caller but these is possible as far as the file shows: the function is
  // private (leading underscore, nested, or a script's own helper) and never
  // used as a value.
  bool complete = false;
  NodeId value_use = kNoNode;  // first place where it is used as a value
};

class SemanticModel;

// Is the file a script that is looked at alone, without others that could call its functions? It is
// taken for the whole program then.
bool is_script_alone(const SemanticModel& model);

// Is the object a parameter without an annotation, whose class all calls of its function show, or
// an attribute that is set to one? Who rests a change on it rests it on there being no other call.
bool is_known_by_calls(const SemanticModel& model, NodeId object);

// The place at which calls fill the parameter, which for methods is one less than its own.
int position_in_calls(const SemanticModel& model, NodeId function, NodeId parameter);

// What each call of the file gives to the parameter of a function, its default where it gives
// nothing; kNoNode where that is not seen, as behind a star.
std::vector<NodeId> values_given_to(const SemanticModel& model, NodeId parameter);

// The parameter that every return of a helper gives back, as layer_init(nn.Linear(8, 4)) does,
// where nothing binds its name anew and the end is a return; kNoNode otherwise, and for decorated,
// async and generating functions. Linear in the function, once.
NodeId parameter_given_back(const SemanticModel& model, NodeId function);

// The argument that such a function of the file gets in the call; kNoNode where it is not seen.
NodeId argument_given_back(const SemanticModel& model, NodeId call, NodeId function);

}  // namespace mlfix
