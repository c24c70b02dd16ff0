// What a measurement that was killed left behind: its command and what that
// started, its folders, and what git knows of the copy.
#pragma once

namespace mlfix {

// Stands in the environment of a measured command, with a folder of the measurement
// as its value, and is a file in that folder, open in the command: all that comes of the
// command is known by one of them, or by writing to the log.
inline constexpr const char* kMeasureMark = "MLFIX_MEASURE";
inline constexpr const char* kMeasureLog = "output.txt";

// Ends and removes what killed measurements of our user left. Those that still run
// are not touched.
void clear_leftovers();

}  // namespace mlfix
