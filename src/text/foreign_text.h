// How what others wrote is shown: names of files, source code, configuration, the
// answers of forges. One function for each place where it may stand; each shows
// the text, and lets it do nothing: no escape sequence, no markup, no link, nobody
// called, no line that we did not end. Pure, linear, for any bytes; thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace mlfix {

// Characters that nobody sees and that change how others look: controls, line
// separators, changes of direction, characters without width.
bool is_hidden(char32_t c);

// One line for a terminal, a log or a field of a report: hidden characters are
// written as escapes (\n, \x1b, \u202e), and so are bytes that are no UTF-8.
std::string visible(std::string_view text);

// Has the text nothing hidden but line feeds and tabs, so that it looks like what it is?
bool has_nothing_hidden(std::string_view text);

// Markdown, one line each. In prose, `code` in back quotes stays code; what forges
// take for a person, an issue, a commit or an address is parted by an invisible
// space. Not for a cell of a table.
std::string markdown_prose(std::string_view text);
std::string markdown_code(std::string_view text);

// Code that leads to `address`, which is ours. May begin a paragraph.
std::string markdown_code_link(std::string_view text, std::string_view address);

// A block of code in a fence that nothing in `text` closes; lines stay lines. Ends
// with a line feed.
std::string markdown_block(std::string_view text, std::string_view language);

// For XML text and quoted attributes, and for HTML. Line ends and tabs stay; other
// hidden characters, those that XML 1.0 can't carry, and bytes that are no UTF-8
// become U+FFFD.
std::string xml_escaped(std::string_view text);

// One line of HTML: plain, or prose, in which `code` in back quotes becomes an
// element and nobody is called (as in Markdown).
std::string html_text(std::string_view text);
std::string html_prose(std::string_view text);

// A JSON text with hidden characters as \u escapes: the same JSON. What the runners
// of forges take for a command anywhere in a line is written so, too.
std::string json_visible(std::string_view json);

// A message of SARIF, in which [text](address) would be a link.
std::string sarif_text(std::string_view text);

// A path as one line for people and for programs that look for paths. What a forge's
// runner takes for a command at the beginning of a line, or anywhere in one, is no more:
// it is not always known whether such a runner reads on, as inside of a container.
std::string visible_path(std::string_view path);

// For a commit message, in which forges look for people, issues to close, and words
// that keep their tests from running. One line each. A path that is more than
// letters, digits and ._/- stands in quotation marks.
std::string commit_prose(std::string_view text);
std::string commit_path(std::string_view path);

// Lines for the log of a forge's runner, which reads some of them as commands:
// those are shown with a bar before them, or a blank in them.
std::string log_lines(std::string_view text);

// Lines that must stay as they are, for such a log: between two lines that switch
// GitHub's commands off and on, where any line could be one. git apply and patch
// skip those two.
std::string log_verbatim(std::string_view text);

}  // namespace mlfix
