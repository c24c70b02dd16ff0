// Autograd functions of the file (torch.autograd.Function): their methods, what
// goes in and out, and what they keep on their context.
#pragma once

#include <string_view>
#include <vector>

#include "semantic/semantic_model.h"

namespace mlfix {

// What a method calls its first parameter; empty when it has none.
std::string_view first_parameter(const SyntaxTree& tree, NodeId function);

// forward() and backward() of one class; `klass` is kNoNode when there is none.
struct AutogradFunction {
  NodeId klass = kNoNode;
  NodeId forward = kNoNode;
  NodeId backward = kNoNode;
  std::string_view context;  // what forward() calls it
};

// The one whose forward() holds `n`.
AutogradFunction autograd_function_around(const SemanticModel& model, NodeId n);

// Does forward() return the very value that the name has?
bool is_output_of(const SemanticModel& model, const AutogradFunction& f, NodeId name);

// Is the parameter used as only a tensor can be?
bool is_tensor_input(const SemanticModel& model, NodeId name);

// What the class does with an attribute of the context.
struct ContextUses {
  std::vector<NodeId> reads;  // in backward()
  std::vector<NodeId> own;    // in forward(), behind the store
  bool released = false;
  bool plain = true;  // stored once, and read in these two methods only
};

// Those of the attribute that forward() stores at `attribute`.
ContextUses context_uses(const SemanticModel& model, const AutogradFunction& f, NodeId attribute);

// From the first store on the context to the last, in forward(), where there are several: at most
// one of them is changed in a pass, since each changes what the others have to join.
const std::vector<TextRange>& context_stores(const SemanticModel& model, const AutogradFunction& f);

// Does forward() return what the attribute of its context holds, as `return ctx.y`?
bool returns_attribute(const SemanticModel& model, const AutogradFunction& f, NodeId attribute);

}  // namespace mlfix
