// Lists of an object whose entries are all used up at one place, and stay in them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/transform.h"
#include "semantic/flow/history_window.h"
#include "semantic/flow/long_lived.h"

namespace mlfix {

// Where another method than that of `n`, which adds to the list, uses all of its entries up, to end
// them or to join them, and leaves them in it. `made` is what the constructor of `klass` puts under
// `name`. Nothing where somebody empties the list, or may see it from elsewhere.
std::optional<UsedUp> where_left_used_up(const Context& c, NodeId n, NodeId klass,
                                         std::string_view name,
                                         const std::vector<ContainerAccess>& accesses, NodeId made);

// Once for a list: one finding serves all that adds to it.
void report_used_up(const Context& c, NodeId n, NodeId klass, const Growing& growing,
                    const UsedUp& used, Findings& out);

}  // namespace mlfix
