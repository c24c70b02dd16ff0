// Where the graph of a tensor may get to, beside the sinks of every value: what the engine is asked
// by SemanticModel::fate() (see graph_flow.h for the policy).
#pragma once

#include <initializer_list>

#include "semantic/flow/reach.h"

namespace mlfix {

struct GraphSinks {
  // reaches backward() or autograd.grad(), or may
  static constexpr Sink kDifferentiated = own_sink(0);
  // returned from forward() of a module
  static constexpr Sink kForwardOutput = own_sink(1);
  // printed, logged, shown or saved in a form that tells that it has a graph
  static constexpr Sink kRevealed = own_sink(2);
  // used in a way that may tell it from what detach() makes of it: any that is not known to look
  // at its numbers alone (told_apart.h)
  static constexpr Sink kToldApart = own_sink(3);
  // given other numbers in place, of which its graph is told
  static constexpr Sink kOverwritten = own_sink(4);
  // given another shape or other memory in place, which what detach() makes of it has not
  static constexpr Sink kRelaid = own_sink(5);
  // given to code that can't be seen and that gives nothing back: it is there to keep the value,
  // or to do something with it
  static constexpr Sink kHandedOver = own_sink(6);
  // given to an object that can't be seen, by its methods or when it is called: neither a module
  // nor a function of a library, whose name would tell what it does
  static constexpr Sink kGivenToObject = own_sink(7);

  // kept on an object, by more than code that is seen to need its numbers alone; of stretches of
  // statements only
  static constexpr Sink kKeptWhole = own_sink(8);

  // given to code that can't be seen, whether or not what comes back could be followed
  static constexpr std::initializer_list<Sink> kUnseen = {Sink::Unseen, Sink::Lost};
  // kept where the function is over, or with somebody else
  static constexpr std::initializer_list<Sink> kLeavesFunction = {Sink::Returned, Sink::OnAttribute,
                                                                  Sink::Captured, Sink::Yielded};
  static constexpr std::initializer_list<Sink> kEscapes = {
      Sink::Returned, Sink::OnAttribute, Sink::Captured, Sink::Yielded, Sink::Unseen, Sink::Lost};
};

}  // namespace mlfix
