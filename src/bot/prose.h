// Text for people, made of text that comes from code.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mlfix {

// Joins the lines of each paragraph and list item of Markdown: a forge shows a
// line break inside a paragraph as one. Fenced code stays as it is.
std::string unwrapped(std::string_view markdown);

// The first paragraph, as one line.
std::string first_paragraph(std::string_view markdown);

// `line` in lines of at most `width` characters, words whole.
std::string filled(std::string_view line, std::size_t width);

// Plain text as Markdown that shows it: no tags, no emphasis, and nothing that a
// forge takes for a person, a team or an issue. What is in `backticks` stays
// code.
std::string markdown_text(std::string_view text);

// Plain text for a commit message, in which a forge looks for people, too:
// without the sign in front of a word.
std::string message_text(std::string_view text);

}  // namespace mlfix
