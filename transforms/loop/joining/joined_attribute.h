// An attribute of an object that each call of a method joins with more.
#pragma once

#include "engine/transform.h"

namespace mlfix {

// Reports self.x = np.vstack([self.x, part]) in a method that is called again and again, of an
// object that is no module: those keep what they have attended to.
void check_joined_attribute(const Context& c, NodeId assignment, Findings& out);

}  // namespace mlfix
