// Calls that run a module, and functions that do so with gradients on.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Calls directly in `scope` (nested functions and classes excluded), in source order. Linear the
// first time.
const std::vector<NodeId>& calls_in_scope(const SemanticModel& model, NodeId scope);

// Does a method of that name run a module, whatever its class: forward, encode?
bool is_forward_method(const SemanticModel& model, std::string_view name);

// Is it a call of a module itself, m(x) or m.forward(x)?
bool is_forward(const SemanticModel& model, NodeId call);

// Does it call a loss?
bool is_loss_call(const SemanticModel& model, NodeId call);

// Is it a call of a module itself that is no loss?
bool is_network_pass(const SemanticModel& model, NodeId call);

// Such calls in `value`. Linear in its size.
std::vector<NodeId> networks_run_in(const SemanticModel& model, NodeId value);

// Does `function` itself call a module with gradients on?
bool calls_module(const SemanticModel& model, NodeId function);

// The same of `function` and the functions of the file that it calls, a few deep. Errs to
// false.
bool builds_graph(const SemanticModel& model, NodeId function);

// Does `function` build a graph that may leave it?
bool lets_graph_out(const SemanticModel& model, NodeId function);

// Is it a method, or a part, of what is a module by its use or its name, and does neither the file
// nor any table say what it does: net.encoder(x)?
bool calls_unknown_method_of_module(const SemanticModel& model, NodeId call);

// Is it a method, or a part, of a module that runs parts of it: net.embed(x), net.encoder(x)? Where
// its code is not in the file, its result must be used as a tensor.
bool runs_part_of_module(const SemanticModel& model, NodeId call);

// Does the call run a function of another file, no generator, that runs modules with gradients
// on? Errs to false.
bool runs_modules_elsewhere(const SemanticModel& model, NodeId call);

// Moreover, may what it gives carry their graph?
bool gives_graph_elsewhere(const SemanticModel& model, NodeId call);

// Does the forward pass of a class of another file that the call runs call a function of a third
// file, or what a name of one stands for? How such a function keeps what it makes is not always
// seen. The forward passes of the parts are followed, from file to file.
bool runs_functions_of_others(const SemanticModel& model, NodeId forward);

}  // namespace mlfix
