// Reads the definitions that the parser was given, so that an option can't be
// parsed and unknown to the manual.

#include "cli/command_help.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace mlfix {
namespace {

OptionHelp describe_option(const CLI::Option& option) {
  OptionHelp help;
  for (const std::string& name : option.get_snames()) help.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) help.names.push_back("--" + name);
  if (option.get_type_size() != 0) help.value = option.get_type_name();
  help.help = option.get_description();
  std::ranges::replace(help.help, '\n', ' ');
  help.group = option.get_group();
  return help;
}

}  // namespace

CommandHelp describe(const CLI::App& app) {
  CommandHelp result;
  result.name = app.get_name();
  result.description = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) result.options.push_back(describe_option(*option));
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    result.commands.push_back(describe(*command));
  }
  return result;
}

}  // namespace mlfix
