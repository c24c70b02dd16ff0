// What reports say of a finding in prose, where they have a line or a few.
#pragma once

#include <string>
#include <string_view>

#include "report/entries.h"

namespace mlfix {

// "memory grows with every iteration"; empty for Growth::None.
std::string_view growth_text(Growth growth);

// "Cell 3, line 5: " for a finding in a notebook, else empty: for consumers that
// know lines of files only.
std::string cell_prefix(const Entry& entry);

// "line 5"; of a notebook "cell 3, line 5". For any byte of the analysed text.
std::string place_text(const SourceFile& file, Offset offset);

// "line 5", or "meters.py, line 12" for a step in another file.
std::string step_place(const SourceFile& file, const WayStep& step);

// "Wrap the loop in torch.no_grad() (safe fix)"; empty without a fix.
std::string fix_sentence(const Entry& entry);

// The message as the sentence that it is: with a capital letter.
std::string message_sentence(const Finding& finding);

// The message and, a line each, why, way, cost, fix, and how to read more: plain text
// without a final newline.
std::string long_message(const Entry& entry);

}  // namespace mlfix
