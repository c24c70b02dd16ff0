// How the format strings of Python turn one of their arguments into text.
//
// Source text of a literal goes in, quotes and escapes included: neither can be
// mistaken for a conversion. Pure functions of the text, linear in it.
#pragma once

#include <cstdint>
#include <string_view>

namespace mlfix {

enum class TextForm : std::uint8_t {
  Unused,   // the string has no place for the argument
  Number,   // by a rule for numbers ("%.3f", "{:.3f}")
  Default,  // as the object's __format__ without a specification likes ("{}")
  Text,     // by str() or repr() ("%s", "{!r}"), or nobody can tell
};

// Which of the arguments is asked for: the one after a keyword, else the one
// at a position, else any of them.
struct FormatArgument {
  int position = -1;
  std::string_view keyword;
};

// What `format % arguments` makes of an argument. The most verbose form wins.
TextForm form_in_percent_format(std::string_view format, FormatArgument argument);
// The same for format.format(…).
TextForm form_in_brace_format(std::string_view format, FormatArgument argument);

}  // namespace mlfix
