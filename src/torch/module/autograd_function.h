// Autograd functions of the file (torch.autograd.Function): their methods, what
// goes in and out, and what they keep on their context.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;
using DefId = std::uint32_t;  // binding/ids.h

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

// Is the value used, from this definition on, as only a tensor can be, here or in a function of the
// file that gets it?
bool is_used_as_tensor(const SemanticModel& model, DefId def);

// Is the parameter used as only a tensor can be, is its default one, or does backward() give a
// gradient for it?
bool is_tensor_input(const SemanticModel& model, const AutogradFunction& f, NodeId name);

// What the class does with an attribute of the context.
struct ContextUses {
  std::vector<NodeId> reads;  // in backward()
  std::vector<NodeId> own;    // in forward(), after the store
  bool released = false;
  bool plain = true;  // stored once, and read in these two methods only
};

// Those of the attribute that forward() stores at `attribute`.
ContextUses context_uses(const SemanticModel& model, const AutogradFunction& f, NodeId attribute);

// Does backward() use what it reads of an attribute as only a tensor can be used?
bool is_read_as_tensor(const SemanticModel& model, const ContextUses& uses);

// The statement `ctx.x, ctx.y = x, y` of forward(), which puts each value on the context alone.
struct StoredTogether {
  NodeId assignment = kNoNode;  // kNoNode where it is no such statement
  std::vector<NodeId> attributes, values;
};

StoredTogether stored_together(const SemanticModel& model, const AutogradFunction& f,
                               NodeId assignment);

// The statement `x, y = ctx.x, ctx.y` of backward(): its names have no other value before
// it, and all its values are attributes of the context.
struct TakenTogether {
  NodeId assignment = kNoNode;  // kNoNode where there is no such statement
  std::vector<NodeId> names, values;
};

// The one that the attribute is read in at `read`. Few values are looked at: more make none.
const TakenTogether& taken_together(const SemanticModel& model, const AutogradFunction& f,
                                    NodeId read);

// From the first store on the context to the last, in forward(), where there are several: at most
// one of them is changed in a pass, since each changes what the others have to join.
const std::vector<TextRange>& context_stores(const SemanticModel& model, const AutogradFunction& f);

// Does forward() return what the attribute of its context holds, as `return ctx.y`?
bool returns_attribute(const SemanticModel& model, const AutogradFunction& f, NodeId attribute);

}  // namespace mlfix
