// Containers that live as long as an object or the program: attributes of
// `self` and variables of the module. Who adds to them, who takes away, who
// reads what.
//
// Attributes are told apart by name alone: an access `other.history` counts for
// every class, which errs on the side of "somebody reads it".
#pragma once

#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"

namespace mlfix {

class SemanticModel;

enum class ContainerUse : std::uint8_t {
  Set,        // `xs = …`; `detail` is the value, kNoNode when it is taken from a tuple
  Growth,     // append, `+= […]`, `xs[key] = …`; `detail` is the call or assignment
  Trim,       // clear, pop, remove, `del xs[…]`, `xs[…:…] = …`
  Tail,       // `xs[-1]`, `xs[-k:]`; `detail` is the subscript
  Probe,      // its truth value, `is None`, a declaration: not what is in it
  Aggregate,  // its length, sum, mean …; `detail` is the call
  Read,       // everything else
};

struct ContainerAccess {
  NodeId place = kNoNode;  // the name or the attribute
  ContainerUse use = ContainerUse::Read;
  NodeId detail = kNoNode;  // see ContainerUse
};

// What the surroundings do with the container that `place` reads or sets.
ContainerAccess container_access(const SemanticModel& model, NodeId place);

// All accesses to attributes of that name, in source order.
std::vector<ContainerAccess> attribute_uses(const SemanticModel& model, std::string_view name);
// All accesses to a variable, from every scope; definitions that are no
// assignments (imports, parameters, loop targets) count as Read.
const std::vector<ContainerAccess>& variable_uses(const SemanticModel& model,
                                                  const Variable& variable);

// First access of that use, or nothing.
const ContainerAccess* first_use(const std::vector<ContainerAccess>& accesses, ContainerUse use);

// A place where a container grows.
struct Growing {
  NodeId container = kNoNode;  // the expression that grows: `self.history["loss"]`
  NodeId place = kNoNode;      // the attribute or name in it: `self.history`
  NodeId value = kNoNode;      // what is added
};
// The statement or call as one, when it is `xs.append(v)`, `xs.extend(…)`,
// `xs.add(…)`, `xs += […]` or `xs = xs + […]`. Without a place: none.
Growing growth_of(const SemanticModel& model, NodeId n);

// Is it a new container: a display, a comprehension, list(), deque() …?
bool makes_container(const SemanticModel& model, NodeId value);

// Does the call that makes it limit its length: deque(maxlen=…)?
bool has_maximum_length(const SemanticModel& model, NodeId value);

// Is the name spelled out in a string (getattr, __all__, a table of names)?
bool named_in_string(const SemanticModel& model, std::string_view name);

// Does another file of the run, or a notebook, import the file, and may read the names of its top
// level? For what is worth saying.
bool is_imported_by_others(const SemanticModel& model);

// A base, of the class or of its bases in this file, that the file does not
// define and that is of no library known to leave its heirs' lists alone; or
// kNoNode.
NodeId unseen_base(const SemanticModel& model, NodeId klass);

// Is the class part of a test: by its name, or because the file is one?
bool is_test_double(const SemanticModel& model, NodeId klass);

// Does the function set its object up: __init__, a builder only called from
// there …?
bool sets_up(const SemanticModel& model, NodeId function);

// The access by which the constructor makes the container, or nullptr.
const ContainerAccess* creation_in_setup(const SemanticModel& model,
                                         const std::vector<ContainerAccess>& accesses);

// The access that trims it, or sets it again after the constructor; or nullptr.
const ContainerAccess* trim_after_setup(const SemanticModel& model,
                                        const std::vector<ContainerAccess>& accesses);

// The last statement by which a method, not the one that sets the object up, empties lists of
// `self` that get an entry beside `growth`, which adds one to another list of it: at least two, on
// every call of that method. kNoNode where no method does, or empties this one, too. Linear in the
// statements beside it and in the uses of their lists.
NodeId emptied_beside(const SemanticModel& model, NodeId growth);

}  // namespace mlfix
