// The page of a rule, rendered for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/paint.h"

namespace mlfix {

// In columns.
struct ParagraphShape {
  std::size_t width = 0;   // of the lines; a word that is wider has one of its own
  std::size_t indent = 0;  // of all lines but the first
  std::size_t begin = 0;   // where the first one goes on
};

// Words with inline code and bold text, filled into lines; without a line end.
std::string render_paragraph(std::string_view markdown, const ParagraphShape& shape,
                             const Paint& paint);

// Renders the Markdown that the pages use: headings, paragraphs and list items
// (filled to `width` columns), fenced code (indented, never filled), `code` and
// **strong** in a line. Tables are printed as they are.
std::string render_page(std::string_view markdown, std::size_t width, const Paint& paint);

// The page without the comments that make tests of its examples.
std::string page_for_readers(std::string_view markdown);

}  // namespace mlfix
