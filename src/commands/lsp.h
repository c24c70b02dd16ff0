// `mlfix lsp`: a language server on the standard streams.
#pragma once

#include "cli/session.h"

namespace mlfix {

// The exit status: 0 when the client ended it as the protocol says.
int serve_editor(Session& session);

}  // namespace mlfix
