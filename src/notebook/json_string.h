// The inside of a JSON string and what it stands for, byte by byte.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/text_range.h"

namespace mlfix {

struct DecodedString {
  std::string text;  // UTF-8
  // For each byte of `text`, and for its end, where it begins in the raw text.
  // The bytes of one escape or character share a place.
  std::vector<Offset> origin;
};

// Decodes a valid JSON string, given without its quotes. `begin` is added to
// every origin. Half a surrogate pair becomes U+FFFD.
DecodedString decode_json_string(std::string_view raw, Offset begin);

// `text` as the inside of a JSON string, escaped as Python's json module does it:
// with `ascii_only`, everything beyond ASCII as \uXXXX.
std::string encode_json_string(std::string_view text, bool ascii_only);

}  // namespace mlfix
