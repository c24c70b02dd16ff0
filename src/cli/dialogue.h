// The conversation about a work list: shows a fix, takes a key, says what came of it.
#pragma once

#include <string>

#include "cli/interrupt.h"
#include "cli/keyboard.h"
#include "cli/session.h"
#include "cli/worklist.h"
#include "report/paint.h"

namespace mlfix {

class Dialogue {
 public:
  // All must outlive this object.
  Dialogue(Session& session, Worklist& list, Keyboard& keyboard, const InterruptGuard& interrupt);

  // Until nothing is left to decide on, or the user ends it.
  void run();

 private:
  void ask(const Question& question);
  void obey(char key, const Question& question);
  void prompt(const Question& question);
  void tell(const Outcome& outcome);
  void tell_of_undo();
  void tell_problem(const Error& problem);
  void silence(const Question& question);
  void edit(const Question& question);
  void say(const std::string& line);

  Session& session_;
  Worklist& list_;
  Keyboard& keyboard_;
  const InterruptGuard& interrupt_;
  StopRequest stop_;
  Paint paint_;
  bool has_ended_ = false;
  std::string shown_;  // the question that stands above
  // What the user wrote for a question, and what is no Python.
  struct Draft {
    std::string question;
    std::string text;
  };
  Draft draft_;
};

// What was decided: how much of what, and a line each.
std::string summary_of(const Worklist& list, const Paint& paint);

}  // namespace mlfix
