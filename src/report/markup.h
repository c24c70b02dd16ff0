// Text inside XML, HTML and Markdown: escaped so that what a file or a message
// says is shown and never acted on.
#pragma once

#include <string>
#include <string_view>

namespace mlfix {

// For XML text and quoted attributes, and for HTML. Characters that XML 1.0 can't
// carry at all, and invalid UTF-8, become U+FFFD.
std::string xml_escaped(std::string_view text);

// One line of prose for Markdown: markup characters are escaped, line ends are
// blanks, `code` in back quotes stays code. Safe in a table cell.
std::string markdown_escaped(std::string_view text);

// A fence of back quotes that is longer than any in `text`.
std::string markdown_fence(std::string_view text);

}  // namespace mlfix
