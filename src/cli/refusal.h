// How a command says that it does not go on.
#pragma once

#include <string>

#include "cli/session.h"
#include "text/error.h"

namespace mlfix {

// The command line is wrong in a way that no file has to do with.
Error misuse(std::string message, std::string remedy = {});

// Complains of what ends the run; the exit status.
int refuse(Session& session, const Error& error);

}  // namespace mlfix
