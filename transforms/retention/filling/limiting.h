// The edits that keep a list of an object from growing beyond what is wanted of it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/transform.h"
#include "rewrite/edits.h"
#include "semantic/flow/history_window.h"
#include "semantic/flow/long_lived.h"

namespace mlfix {

// Lines behind the statement of `call` that cut the container, made by `value`, to the window.
// Nothing where no text says how long it is.
std::optional<Intents> trim(const Context& c, NodeId call, const Growing& growing, NodeId value,
                            const HistoryWindow& window);

// self.norms = []  ->  self.norms = deque(maxlen=limit), where the constructor of `klass` knows the
// limit, and no access to the list `name` asks for what a deque does not do.
std::optional<Intents> limited_from_start(const Context& c, NodeId klass, std::string_view name,
                                          const std::vector<ContainerAccess>& accesses,
                                          NodeId limit);

// len(self.norms) % 10 of `if len(self.norms) % 10 == 0:`, which counts calls, and would not with a
// limit; or kNoNode.
NodeId counting(const Context& c, const std::vector<ContainerAccess>& accesses);

}  // namespace mlfix
