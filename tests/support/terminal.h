// The built program at a terminal, as a person uses it: what it shows is read, and keys are typed.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/process.h"

namespace mlfix::testing {

class AtTerminal {
 public:
  // Starts the mlfix of this build on a terminal of its own. Skips the test where the machine has
  // none to give.
  AtTerminal(std::vector<std::string> arguments, const ProcessOptions& options);
  // Starts a shell with job control there, so that what it runs can be suspended.
  // To the script, $0 is the mlfix of this build.
  struct JobControl {
    std::string script;
  };
  AtTerminal(const JobControl& command, const ProcessOptions& options);
  ~AtTerminal();
  AtTerminal(const AtTerminal&) = delete;
  AtTerminal& operator=(const AtTerminal&) = delete;

  // Waits until `text` is shown after what was seen before. False when the program ends before,
  // or shows nothing for a long time.
  bool sees(const std::string& text);
  void type(std::string_view keys) const;
  void send(int signal) const;
  // Does the terminal give lines and show what is typed, as a shell expects it?
  bool is_as_found() const;
  // Reads what is still shown, and waits for the end: the exit status.
  int finish();
  // Everything that was shown.
  const std::string& shown() const { return shown_; }

 private:
  void start(const std::vector<std::string>& command, const ProcessOptions& options);
  bool read_more();

  pid_t pid_ = -1;
  int terminal_ = -1;
  int theirs_ = -1;  // the program's side, so that its settings outlive the program
  std::string shown_;
  std::size_t seen_ = 0;
};

}  // namespace mlfix::testing
