// The standard streams: what they are, and writing to them so that no failure
// goes unnoticed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "report/paint.h"

namespace mlfix {

// A standard stream. Every write goes out at once; after a failure the rest is
// dropped and the first error kept.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  void write(std::string_view text);
  bool is_terminal() const;
  std::size_t columns() const;  // of the terminal; a default for anything else
  int descriptor() const { return descriptor_; }
  // Nobody reads any more: not an error, but a reason to stop.
  bool closed() const;
  // What went wrong (an errno), a broken pipe excepted.
  std::optional<int> failure() const;

 private:
  int descriptor_;
  std::optional<int> error_;
};

// Colours for `output`: as chosen, or on a terminal that has them unless
// NO_COLOR is set.
Paint paint_for(const Output& output, ColorChoice choice);

// Lets a write to a closed pipe fail instead of ending the program.
void ignore_broken_pipes();

}  // namespace mlfix
