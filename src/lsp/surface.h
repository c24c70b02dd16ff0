// What the server needs of those who run it.
#pragma once

#include <functional>

#include "lsp/protocol.h"
#include "syntax/work_budget.h"

namespace mlfix::lsp {

struct Surface {
  std::function<void(const Json&)> send;
  // Does a message wait that makes the work at hand useless? Asked while files are
  // analysed.
  StopRequest outdated;
  // Was the request with that id taken back?
  std::function<bool(const Json&)> cancelled;
};

}  // namespace mlfix::lsp
