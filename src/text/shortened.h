// Text that somebody else wrote, cut to what fits in a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mlfix {

inline constexpr std::size_t kShortText = 100;  // bytes

// `text`, or its beginning and "..." when it is longer than kShortText. No
// character of UTF-8 is cut in two.
std::string shortened(std::string_view text);

// `text`, or, when it has more than `most` bytes, half as many of both its ends with an
// ellipsis between them. No character of UTF-8 is cut in two. O(most).
std::string without_middle(std::string_view text, std::size_t most);

// The last place up to `at` where a character of UTF-8 begins, or the end of the text.
std::size_t character_begin(std::string_view text, std::size_t at);

}  // namespace mlfix
