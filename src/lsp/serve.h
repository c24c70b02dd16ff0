// The language server on two descriptors.
#pragma once

#include "lsp/folder.h"

namespace mlfix::lsp {

// Serves one client until it says `exit`, or goes; the exit status: 0 when it said
// `shutdown` before. Reads on the calling thread, answers on one with a large stack.
// Throws std::runtime_error when the system has no thread to give.
int serve(int in, int out, const Registry& registry, const LoadSurroundings& load);

}  // namespace mlfix::lsp
