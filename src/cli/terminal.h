// The standard streams: what they are, and writing to them so that no failure
// goes unnoticed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "cli/color_choice.h"
#include "report/paint.h"

namespace mlfix {

// A standard stream. Every write goes out at once; after a failure the rest is
// dropped and the first error kept.
class Output {
 public:
  explicit Output(int descriptor);
  void write(std::string_view text);
  // Text for people. No line of it is a command in the log of GitHub's runner, which may well read
  // what goes to no terminal, without a word in the environment.
  void tell(std::string_view lines);
  // A patch, in which every byte counts, for such a log.
  void show(std::string_view patch);
  // Whether a line can be written now: a pipe that is full has nobody who reads it.
  bool takes_more() const;
  bool is_terminal() const;
  std::size_t columns() const;  // of the terminal; a default for anything else
  std::size_t rows() const;
  int descriptor() const { return descriptor_; }
  // Nobody reads any more: not an error, but a reason to stop.
  bool closed() const;
  // What went wrong (an errno), a broken pipe excepted.
  std::optional<int> failure() const;

 private:
  int descriptor_;
  bool in_log_;  // of GitHub's runner
  std::optional<int> error_;
};

// Colours for `output`: as chosen, or on a terminal that has them unless
// NO_COLOR is set.
Paint paint_for(const Output& output, ColorChoice choice);

// Lets a write fail that would end the program: to a closed pipe, or beyond the
// size that a file may have (`ulimit -f`).
void fail_instead_of_dying();

}  // namespace mlfix
