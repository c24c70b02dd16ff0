// What the program's exit status means; promised in --help and docs/cli.md.
#pragma once

namespace mlfix {

inline constexpr int kExitClean = 0;     // nothing found, or all of it fixed on disk
inline constexpr int kExitFindings = 1;  // findings, or a patch, remain
inline constexpr int kExitError = 2;     // the run, or a part of it, did not work
inline constexpr int kExitSignal = 128;  // plus the number of the signal

}  // namespace mlfix
