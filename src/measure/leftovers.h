// What a measurement that was killed left behind: its command and what that
// started, its folders, and what git knows of the copy.
#pragma once

namespace mlfix {

// Stands in the environment of a measured command, with a folder of the measurement
// as its value: all that comes of the command is known by it.
inline constexpr const char* kMeasureMark = "MLFIX_MEASURE";

// Ends and removes what killed measurements of our user left. Those that still run
// are not touched.
void clear_leftovers();

}  // namespace mlfix
