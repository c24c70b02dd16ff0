// What a run works with: settings and knowledge tables, read from the built-in
// files and the user's configuration.
#pragma once

#include "cli/session.h"
#include "config/settings.h"
#include "semantic/knowledge.h"
#include "text/error.h"

namespace mlfix {

struct Setup {
  Settings settings;
  Knowledge knowledge;
  bool unsafe = false;  // --unsafe, or `unsafe: true` in the file
};

// The configuration file is the one of --config, else the nearest mlfix.yaml in
// or above the deepest folder that holds all paths of the command line.
// Errors: Usage, Configuration, Unreadable, Internal.
Result<Setup> make_setup(Session& session);

}  // namespace mlfix
