#include "commands/further.h"

#include <array>

#include "commands/bot.h"
#include "commands/demo.h"
#include "commands/fleet.h"
#include "commands/lsp.h"
#include "commands/measure.h"

namespace mlfix {

std::span<const FurtherCommand> further_commands() {
  static constexpr std::array kCommands = {
      FurtherCommand{Subcommand::Measure, measure},  FurtherCommand{Subcommand::Bot, run_bot},
      FurtherCommand{Subcommand::Fleet, run_fleet},  FurtherCommand{Subcommand::Lsp, serve_editor},
      FurtherCommand{Subcommand::Demo, demonstrate},
  };
  return kCommands;
}

}  // namespace mlfix
