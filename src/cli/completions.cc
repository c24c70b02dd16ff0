// One small script a shell. What may stand after an option is told by the name of
// its value; the program is asked for the rules when they are needed, so that a
// script does not age with them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

#include "cli/command_help.h"

namespace mlfix {
namespace {

constexpr std::string_view kFormats =
    "text concise json jsonl sarif github gitlab rdjson junit markdown html";
constexpr std::string_view kListRules = "mlfix rules 2>/dev/null | sed -n '2,$s/ .*//p'";
constexpr std::string_view kListRevisions =
    "git for-each-ref --format='%(refname:short)' 2>/dev/null";

enum class ValueKind { Choices, Rules, Revisions, Files, Nothing };

struct Value {
  ValueKind kind = ValueKind::Nothing;
  std::string_view words;
};

Value value_named(std::string_view name) {
  if (name.starts_with("FORMAT")) return {ValueKind::Choices, kFormats};
  if (name == "WHEN") return {ValueKind::Choices, "auto always never"};
  if (name == "PROFILE") return {ValueKind::Choices, "strict ci notebook"};
  if (name == "RULES") return {ValueKind::Rules, {}};
  if (name == "REV") return {ValueKind::Revisions, {}};
  if (name == "FILE" || name == "DIR" || name == "NAME") return {ValueKind::Files, {}};
  return {};
}

std::vector<std::string> all_names(const CommandHelp& command) {
  std::vector<std::string> names;
  for (const OptionHelp& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::string command_words(const CommandHelp& command) {
  std::vector<std::string> names;
  for (const CommandHelp& one : command.commands) names.push_back(one.name);
  return fmt::format("{}", fmt::join(names, " "));
}

// What a shell puts after an option, for bash.
std::string bash_values(const Value& value) {
  switch (value.kind) {
    case ValueKind::Choices:
      return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))", value.words);
    case ValueKind::Rules:
      return fmt::format("COMPREPLY=($(compgen -W \"$({})\" -- \"$cur\"))", kListRules);
    case ValueKind::Revisions:
      return fmt::format("COMPREPLY=($(compgen -W \"$({})\" -- \"$cur\"))", kListRevisions);
    case ValueKind::Files:
      return "COMPREPLY=($(compgen -f -- \"$cur\"))";
    case ValueKind::Nothing:
      break;
  }
  return "COMPREPLY=()";
}

// A single-quoted word of any of the shells.
std::string shell_word(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// Brackets and colons mean something in zsh's option descriptions.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_values(std::string_view name) {
  const Value value = value_named(name);
  switch (value.kind) {
    case ValueKind::Choices:
      return fmt::format(":{}:({})", name, value.words);
    case ValueKind::Rules:
      return fmt::format(":{}:_mlfix_rules", name);
    case ValueKind::Revisions:
      return fmt::format(":{}:_mlfix_revisions", name);
    case ValueKind::Files:
      return fmt::format(":{}:_files", name);
    case ValueKind::Nothing:
      break;
  }
  return name.empty() ? std::string() : fmt::format(":{}: ", name);
}

std::string zsh_arguments(const CommandHelp& command, std::string_view rest) {
  std::string text = "    _arguments -s";
  for (const OptionHelp& option : command.options) {
    for (const std::string& name : option.names) {
      text += " \\\n      " + shell_word(fmt::format("*{}[{}]{}", name, zsh_text(option.help),
                                                     zsh_values(option.value)));
    }
  }
  return text + fmt::format(" \\\n      {}\n", rest);
}

std::string fish_values(std::string_view name) {
  const Value value = value_named(name);
  switch (value.kind) {
    case ValueKind::Choices:
      return fmt::format(" -x -a {}", shell_word(value.words));
    case ValueKind::Rules:
      return fmt::format(" -x -a {}", shell_word(fmt::format("({})", kListRules)));
    case ValueKind::Revisions:
      return fmt::format(" -x -a {}", shell_word(fmt::format("({})", kListRevisions)));
    case ValueKind::Files:
      return " -r -F";
    case ValueKind::Nothing:
      break;
  }
  return name.empty() ? "" : " -x";
}

std::string fish_options(const CommandHelp& command, std::string_view condition) {
  std::string text;
  for (const OptionHelp& option : command.options) {
    text += fmt::format("complete -c mlfix -n {}", shell_word(condition));
    for (const std::string& name : option.names) {
      const bool is_long = name.starts_with("--");
      text += is_long ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    text += fish_values(option.value) + " -d " + shell_word(option.help) + "\n";
  }
  return text;
}

}  // namespace

std::string bash_completions(const CommandHelp& command) {
  std::string text =
      "# bash completion for mlfix; made by `mlfix completions bash`.\n"
      "_mlfix() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} "
      "command=${COMP_WORDS[1]}\n"
      "  case $prev in\n";
  for (const OptionHelp& option : command.options) {
    if (option.value.empty()) continue;
    text += fmt::format("    {}) {}; return ;;\n", fmt::join(option.names, "|"),
                        bash_values(value_named(option.value)));
  }
  text += fmt::format("    explain) {}; return ;;\n", bash_values({ValueKind::Rules, {}}));
  text += "  esac\n  local words\n  case $command in\n";
  for (const CommandHelp& one : command.commands) {
    std::vector<std::string> words = all_names(one);
    const std::string below = command_words(one);
    if (!below.empty()) words.push_back(below);
    text += fmt::format("    {}) words='{}' ;;\n", one.name, fmt::join(words, " "));
  }
  text += fmt::format("    *) words='{}' ;;\n  esac\n", fmt::join(all_names(command), " "));
  text += fmt::format("  if [[ $COMP_CWORD == 1 && $cur != -* ]]; then words='{}'; fi\n",
                      command_words(command));
  text +=
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
      "  if [[ $cur != -* ]]; then COMPREPLY+=($(compgen -f -- \"$cur\")); fi\n"
      "}\n"
      "complete -o filenames -F _mlfix mlfix\n";
  return text;
}

std::string zsh_completions(const CommandHelp& command) {
  std::string text =
      "#compdef mlfix\n# zsh completion for mlfix; made by `mlfix completions zsh`.\n";
  text += fmt::format(
      "_mlfix_rules() {{\n  local -a rules\n  rules=(${{(f)\"$({})\"}})\n"
      "  _values -s , rule $rules all\n}}\n",
      kListRules);
  text += fmt::format(
      "_mlfix_revisions() {{\n  local -a revisions\n"
      "  revisions=(${{(f)\"$({})\"}})\n  compadd -a revisions\n}}\n",
      kListRevisions);
  text += "_mlfix() {\n  local curcontext=$curcontext state line\n  case $words[2] in\n";
  for (const CommandHelp& one : command.commands) {
    const std::string below = command_words(one);
    const std::string rest = one.name == "explain" ? "'*:rule:_mlfix_rules'"
                             : below.empty()       ? "'*: :_files'"
                                                   : fmt::format("'*: :({})'", below);
    text += fmt::format("  {})\n{}    ;;\n", one.name, zsh_arguments(one, rest));
  }
  text += fmt::format("  *)\n{}    ;;\n  esac\n", zsh_arguments(command, "'*:path:_mlfix_start'"));
  text += fmt::format(
      "}}\n_mlfix_start() {{\n"
      "  (( CURRENT == 2 )) && compadd {}\n  _files\n}}\n",
      command_words(command));
  return text +
         "if [[ $funcstack[1] == _mlfix ]]; then _mlfix \"$@\"; else compdef _mlfix mlfix; fi\n";
}

std::string fish_completions(const CommandHelp& command) {
  const std::string names = command_words(command);
  const std::string no_command = fmt::format("not __fish_seen_subcommand_from {}", names);
  std::string text = "# fish completion for mlfix; made by `mlfix completions fish`.\n";
  text += fish_options(command, no_command);
  for (const CommandHelp& one : command.commands) {
    text += fmt::format("complete -c mlfix -n __fish_use_subcommand -a {}\n", one.name);
    const std::string condition = fmt::format("__fish_seen_subcommand_from {}", one.name);
    text += fish_options(one, condition);
    const std::string below =
        one.name == "explain" ? fmt::format("({})", kListRules) : command_words(one);
    if (!below.empty()) {
      text += fmt::format("complete -c mlfix -n {} -f -a {}\n", shell_word(condition),
                          shell_word(below));
    }
  }
  return text;
}

}  // namespace mlfix
