// The words of a text that may stand for something. Private to the project.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace mlfix {

// Is a name that a file takes from another one, `from parts import name`, mentioned by that alone?
// A package does so to offer the name to others.
enum class TakenNames : std::uint8_t { AreMentioned, AreNot };

// Hashes of the words (see hash_name()) that stand outside of comments, sorted and unique; words in
// strings count, as what a program looks up by name may be there. The name after `def` or `class`
// is no mention of itself. A name that is taken under another one is always mentioned. Linear in
// the text.
std::vector<std::uint32_t> mentioned_words(std::string_view text, TakenNames taken);

}  // namespace mlfix
