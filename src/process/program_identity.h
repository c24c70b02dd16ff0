#pragma once

#include <string>

namespace mlfix {

// Which program this is, to the bit: the build ids of the executable and of the libraries that
// it was loaded with, where one has none its file's size and times. Not for people.
std::string program_identity();

}  // namespace mlfix
