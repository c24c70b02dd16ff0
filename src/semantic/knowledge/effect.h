// What code does, as far as it bears on fixes: the bits of which the tables describe calls
// and the analysis describes regions (effects.h).
#pragma once

#include <cstdint>

namespace mlfix {

// A set of effects, as bits.
using EffectBits = std::uint32_t;

enum class Effect : std::uint32_t {
  Backward = 1u << 0,      // .backward(), autograd.backward, accelerator.backward …
  AutogradGrad = 1u << 1,  // autograd.grad, autograd.functional, torch.func.grad, attacks, saliency
  OptimizerStep = 1u << 2,
  ZeroGrad = 1u << 3,       // in any spelling
  RequiresGrad = 1u << 4,   // requires_grad_(True), x.requires_grad = True, retain_grad()
  ReadsGradMode = 1u << 5,  // is_grad_enabled(), .requires_grad / .grad_fn / .grad read
  TrainMode = 1u << 6,      // m.train()
  EvalMode = 1u << 7,       // m.eval(), m.train(False)
  EnablesGrad = 1u << 8,    // enable_grad, set_grad_enabled(True or unknown)
  Yields = 1u << 9,
  Awaits = 1u << 10,           // await, async for, async with
  UnknownCall = 1u << 11,      // a call to code we can't see that gets no module
  ModuleToUnknown = 1u << 12,  // a module or a bound method of one is given to code we can't see
  Collective = 1u << 13,       // torch.distributed collective, process-group creation
  Frees = 1u << 14,            // gc.collect, empty_cache, clear_session …
  ClosesFigure = 1u << 15,
  Random = 1u << 16,         // consumes a random stream
  InputOutput = 1u << 17,    // print, file, network
  FastPath = 1u << 18,       // what nn.Transformer* and some of linalg do otherwise
  ModuleForward = 1u << 19,  // calls a module (must or may; see Facts of the callee)
  RegistersHook = 1u << 20,
  MutatesParameters = 1u << 21,  // p.data = …, load_state_dict, .to(), .half() …
  OpensFigure = 1u << 22,        // makes a figure that pyplot keeps, and makes it the current one
  DrawsFigure = 1u << 23,        // reads or changes pyplot's current figure
  ListsFigures = 1u << 24,       // sees all open figures: show(), get_fignums()
  ClearsFigure = 1u << 25,       // empties the current figure or axes
  Interacts = 1u << 26,          // a window that somebody looks at: ion(), pause(), animations
  MeasuresMemory = 1u << 27,     // asks what is, or was at most, allocated
  MeasuresTime = 1u << 28,       // asks how long something took on a device, or a benchmark's timer
  // Called code may keep a value, with its graph, for later; or code that runs only
  // perhaps (an iterator, a property, a hook, a method of that name) needs gradients.
  // What the region itself stores is the affair of fate().
  MayNeedGraph = 1u << 29,
  // A function keeps what it is given with its graph: in another argument, its own object included;
  // or where it stays whatever the arguments are. What this comes to is for its calls to say: see
  // effects/handing.h. As MayNeedGraph, it is known only where somebody asks for it.
  KeepsGiven = 1u << 30,
  KeepsForGood = 1u << 31,
};

}  // namespace mlfix
