// What the command line looks like, as plain values: the one source of the shell
// completions and the manual page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace mlfix {

struct OptionHelp {
  std::vector<std::string> names;  // "-q", "--quiet"
  std::string value;               // "FILE"; empty for a flag
  std::string help;                // one line
  std::string group;
};

struct CommandHelp {
  std::string name;
  std::string description;  // with its usage
  std::vector<OptionHelp> options;
  std::vector<CommandHelp> commands;
};

CommandHelp describe(const CLI::App& app);

// Completion scripts for `command`. Rules and files are completed too.
std::string bash_completions(const CommandHelp& command);
std::string zsh_completions(const CommandHelp& command);
std::string fish_completions(const CommandHelp& command);

// The manual page, for man(1). `footer` are the paragraphs after the options; one
// that begins with "Title:" becomes a section.
std::string manual_page(const CommandHelp& command, std::string_view version,
                        std::string_view footer);

}  // namespace mlfix
