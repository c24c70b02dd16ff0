// Keys from a terminal, one at a time.
#pragma once

#include <termios.h>

#include <optional>
#include <string>

#include "syntax/work_budget.h"

namespace mlfix {

// While one exists, the terminal gives keys as they are pressed and shows none of them.
class Keyboard {
 public:
  // Ctrl-L, and what key() gives when the program goes on after Ctrl-Z: the screen may show
  // something else.
  static constexpr char kRedraw = '\f';
  static constexpr char kEndOfInput = '\4';  // Ctrl-D
  static constexpr char kOther = '\0';       // arrows, letters with accents, …

  explicit Keyboard(int terminal);
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  // Waits for a key. Nothing when `stop` says so, or when the terminal is gone.
  std::optional<char> key(const StopRequest& stop);
  // Waits for a line, which is shown as it is typed and may be corrected. Nothing as above, and
  // for Ctrl-D on an empty line.
  std::optional<std::string> line(const StopRequest& stop);

  // For a scope in which another program has the terminal.
  class Lent {
   public:
    explicit Lent(Keyboard& keyboard) : keyboard_(keyboard) { keyboard_.restore(); }
    ~Lent() { keyboard_.take_keys(); }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;

   private:
    Keyboard& keyboard_;
  };

 private:
  void take_keys();
  void restore();
  std::optional<char> byte(const StopRequest& stop);
  void skip_sequence();

  int terminal_;
  struct termios found_ {};  // how the terminal was
};

}  // namespace mlfix
