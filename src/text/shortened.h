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

}  // namespace mlfix
