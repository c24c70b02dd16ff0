// The pages of the rules as text for forges and commits.
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

}  // namespace mlfix
