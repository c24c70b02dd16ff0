// Starting a program: posix_spawn behind values. For programs that run on while
// we do something else; process.h is for those that are waited for.
#pragma once

#include <sys/types.h>

#include "process/process.h"
#include "text/file_system.h"

namespace mlfix {

// An open descriptor, closed at the end of the scope.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }

  int get() const { return value_; }
  bool is_open() const { return value_ >= 0; }
  void reset(int value = -1);

 private:
  int value_ = -1;
};

struct Pipe {
  Descriptor reading;
  Descriptor writing;

  // Both ends are closed in every program that is started. False on failure,
  // which errno tells.
  bool open();
};

// Descriptors that become the standard streams; -1 stands for /dev/null. And one more.
struct Streams {
  int input = -1;
  int out = -1;
  int err = -1;
  int mark = -1;  // inherited under its own number, if it is one
};

enum class Group : std::uint8_t {
  Ours,  // the terminal's Ctrl-C reaches it as it reaches us
  Own,   // a new process group, whose number is that of the process
};

// Starts the program of `command`, whose `input` is not looked at, with default
// signal handling. The caller waits for it. An error is an errno: ENOENT when
// there is no such program, or no such folder. Thread-safe.
IoResult<pid_t> spawn(const Command& command, const Streams& streams, Group group);

}  // namespace mlfix
