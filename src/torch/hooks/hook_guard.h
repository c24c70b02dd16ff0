// Tests that are to keep a hook from being registered twice.
#pragma once

#include <optional>

#include "torch/hooks/hooks.h"

namespace mlfix {

class SemanticModel;

// `if layer not in self.seen:` around a registration, where the hook itself puts what it sees
// there, under another key.
struct MistakenGuard {
  NodeId asked = kNoNode;   // the key of the test, a parameter of the method
  NodeId stored = kNoNode;  // the key that the hook is made with
  bool is_there = false;    // the stored key has its value before the test
};

// The test around the registration of `hook`, when it asks for a key that nobody stores: the
// attribute is filled by the hook alone. Errs to nothing. Linear in the hook and in the accesses of
// that attribute.
std::optional<MistakenGuard> mistaken_guard(const SemanticModel& model,
                                            const HookRegistration& hook);

}  // namespace mlfix
