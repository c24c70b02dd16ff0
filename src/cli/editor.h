// The user's editor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/error.h"

namespace mlfix {

// What the user makes of `text` in the editor that VISUAL or EDITOR names, else vi. It has the
// terminal meanwhile, and a file of the name `name` to edit, outside of the project. Editors that
// take a line to begin at begin at `line`. Errors: Unwritable, Unreadable; Usage when the editor
// ends with another status than 0.
Result<std::string> edited(const std::string& name, std::string_view text, std::uint32_t line);

}  // namespace mlfix
