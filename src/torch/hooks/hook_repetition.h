// Code that registers a hook again and again on a module that outlives it.
#pragma once

#include <cstdint>
#include <optional>

#include "text/way.h"
#include "torch/hooks/hooks.h"

namespace mlfix {

class SemanticModel;

// A loop in which the file registers the hook once more for each iteration on modules
// that outlive it: its function, or the constructor that calls it, is called there
// with a module from outside of the loop. kNoNode when none is seen.
NodeId repeating_call(const SemanticModel& model, const HookRegistration& hook);

enum class HookRepeated : std::uint8_t {
  InLoop,       // by that call
  ByEachCall,   // of a method that registers on modules that outlive it, by itself or by another
                // method, then runs a module and reads what the hook left on the object, or in the
                // container that the other method gives
  ByOtherFile,  // which calls the function in a loop, with a module from outside of it
  InEachPhase,  // by a method that runs in every epoch or step, as its name says
};

// How the hook is registered again, as far as it is seen. Asks other files: for what is lost.
std::optional<HookRepeated> repetition_of_hook(const SemanticModel& model,
                                               const HookRegistration& hook);

// The steps from the call in a loop, of this file or another one, to the registration.
WaySteps way_of_repetition(const SemanticModel& model, const HookRegistration& hook);

}  // namespace mlfix
