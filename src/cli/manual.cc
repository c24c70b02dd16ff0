// roff for man(1). Groups of options are subsections, commands have theirs after
// them; what the help says in prose is kept line by line.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "cli/command_help.h"

namespace mlfix {
namespace {

// Text that roff prints as it is.
std::string escaped(std::string_view text) {
  std::string result;
  bool line_begin = true;
  for (const char c : text) {
    if (line_begin && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    line_begin = c == '\n';
  }
  return result;
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

std::string option_text(const OptionHelp& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("\\fB" + escaped(name) + "\\fR");
  const std::string value = option.value.empty() ? "" : " \\fI" + escaped(option.value) + "\\fR";
  return fmt::format(".TP\n{}{}\n{}\n", fmt::join(names, ", "), value, escaped(option.help));
}

// In the order in which the groups come up.
std::string options_text(const CommandHelp& command, bool with_groups) {
  std::vector<std::string> groups;
  std::map<std::string, std::string> texts;
  for (const OptionHelp& option : command.options) {
    if (!texts.contains(option.group)) groups.push_back(option.group);
    texts[option.group] += option_text(option);
  }
  std::string text;
  for (const std::string& group : groups) {
    if (with_groups) text += fmt::format(".SS {}\n", escaped(group));
    text += texts[group];
  }
  return text;
}

std::vector<std::string_view> paragraphs(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of('\n'), text.size());
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    if (end > 0) result.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return result;
}

std::string verbatim(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return fmt::format(".nf\n{}\n.fi\n", escaped(text));
}

// "Usage: ..." and what the command is for.
std::string description_text(std::string_view description) {
  std::string text;
  for (const std::string_view paragraph : paragraphs(description)) {
    constexpr std::string_view kUsage = "Usage: ";
    if (paragraph.starts_with(kUsage)) {
      std::string usage(paragraph.substr(kUsage.size()));
      for (auto at = usage.find("\n       "); at != std::string::npos;
           at = usage.find("\n       ")) {
        usage.erase(at + 1, 7);
      }
      text += verbatim(usage);
    } else {
      text += (text.empty() ? "" : ".PP\n") + escaped(paragraph) + "\n";
    }
  }
  return text;
}

std::string footer_text(std::string_view footer) {
  std::string text;
  for (const std::string_view paragraph : paragraphs(footer)) {
    const std::size_t line_end = std::min(paragraph.find('\n'), paragraph.size());
    const std::string_view first = paragraph.substr(0, line_end);
    if (first.ends_with(':') && line_end < paragraph.size()) {
      text += fmt::format(".SH {}\n", upper(first.substr(0, first.size() - 1)));
      text += verbatim(paragraph.substr(line_end + 1));
    } else {
      text += fmt::format(".SH FILES\n{}\n", escaped(paragraph));
    }
  }
  return text;
}

std::string command_text(const CommandHelp& command, const std::string& prefix) {
  const std::string name = prefix + " " + command.name;
  std::string text = fmt::format(".SS {}\n", escaped(name)) + description_text(command.description);
  text += options_text(command, false);
  for (const CommandHelp& below : command.commands) text += command_text(below, name);
  return text;
}

}  // namespace

std::string manual_page(const CommandHelp& command, std::string_view version,
                        std::string_view footer) {
  const std::vector<std::string_view> parts = paragraphs(command.description);
  std::string text = fmt::format(".TH MLFIX 1 \"\" \"mlfix {}\" \"User Commands\"\n", version);
  text += ".SH NAME\nmlfix \\- find and fix memory, gradient and resource leaks in Python\n";
  text += ".SH SYNOPSIS\n" + description_text(parts.front());
  text += ".SH DESCRIPTION\n";
  for (std::size_t i = 1; i < parts.size(); ++i) text += escaped(parts[i]) + "\n";
  text += ".SH OPTIONS\n" + options_text(command, true);
  text += ".SH COMMANDS\n";
  for (const CommandHelp& below : command.commands) text += command_text(below, command.name);
  return text + footer_text(footer) + ".SH SEE ALSO\n.BR git (1)\n";
}

}  // namespace mlfix
