// Python programs that are counted in from inside while they run; see observe.py.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "text/error.h"

namespace mlfix {

struct Observation {
  int status = 0;  // of the program; negative: the signal that ended it
  std::string out;
  std::string err;
  std::vector<double> samples;
};

// Runs the programs one after the other, each in a process of its own, and gives what `measure`
// counts in each. `script` is the text of observe.py; `folder` is ours to write to, and where the
// programs run. Errors: Unreadable, when `python` can't be run or takes too long.
Result<std::vector<Observation>> observe(const std::string& python, std::string_view script,
                                         const std::filesystem::path& folder,
                                         const std::vector<std::filesystem::path>& programs,
                                         const std::string& measure);

}  // namespace mlfix
