#include "cli/dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "adoption/silence.h"
#include "cli/editor.h"
#include "engine/ignore_comment.h"
#include "report/labels.h"
#include "report/text_report.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

constexpr std::string_view kKeys = "y,n,a,s,e,i,u,q,?";

constexpr std::string_view kHelp = R"(  y  apply this fix
  n  leave the code as it is, and do not ask again while it stays so
  a  apply this fix, and all others of this rule that assume no more than it does
  s  leave the rest of this file for another time
  e  edit the file, with the fix in it, in your editor ($VISUAL or $EDITOR)
  i  silence the finding with a comment, with a reason if you give one
  u  undo the last decision
  q  quit; what was decided stays
  ?  this help
)";

constexpr std::size_t kMostListed = 50;  // decisions that the summary names

std::string_view word_for(Deed deed) {
  switch (deed) {
    case Deed::Fixed:
      return "fixed";
    case Deed::Edited:
      return "edited";
    case Deed::Silenced:
      return "silenced";
    case Deed::Declined:
      return "declined";
    case Deed::Skipped:
      return "skipped";
  }
  return "";
}

std::string painted_word(const Paint& paint, Deed deed) {
  const bool writes = deed != Deed::Declined && deed != Deed::Skipped;
  return writes ? paint.green(word_for(deed)) : paint.yellow(word_for(deed));
}

std::string decision_line(const Paint& paint, const Step& step) {
  return fmt::format("{} {}\n", painted_word(paint, step.deed), step.line);
}

}  // namespace

Dialogue::Dialogue(Session& session, Worklist& list, Keyboard& keyboard,
                   const InterruptGuard& interrupt)
    : session_(session),
      list_(list),
      keyboard_(keyboard),
      interrupt_(interrupt),
      stop_(stop_on(interrupt)),
      paint_(paint_for(session.out, session.options.color)) {}

void Dialogue::say(const std::string& line) {
  session_.out.write(line + "\n");
}

void Dialogue::run() {
  while (!has_ended_ && !session_.out.failure() && !session_.out.closed()) {
    const auto question = list_.next();
    for (const Error& problem : list_.take_problems()) tell_problem(problem);
    if (!question) return;
    ask(*question);
  }
}

void Dialogue::ask(const Question& question) {
  const std::string text =
      question_text(list_.report(), list_.file_of(question), question.finding, TextOptions{paint_});
  if (text != shown_) session_.out.write("\n" + text);
  shown_ = text;
  prompt(question);
  const auto key = keyboard_.key(stop_);
  const bool is_letter = key && *key > ' ' && *key < '\x7f';
  say(is_letter ? std::string(1, *key) : "");
  has_ended_ = !key || *key == Keyboard::kEndOfInput;
  if (!has_ended_) obey(*key, question);
}

void Dialogue::obey(char key, const Question& question) {
  switch (key) {
    case 'y':
      return tell(list_.fix(question));
    case 'n':
      return tell(list_.decline(question));
    case 'a':
      return tell(list_.fix_all_like(question, stop_));
    case 's':
      return tell(list_.skip_file(question));
    case 'e':
      return edit(question);
    case 'i':
      return silence(question);
    case 'u':
      return tell_of_undo();
    case 'q':
      has_ended_ = true;
      return;
    case '?':
      return session_.out.write(std::string(kHelp));
    case Keyboard::kRedraw:
      return shown_.clear();
    default:
      return say("? is for help");
  }
}

void Dialogue::prompt(const Question& question) {
  const std::size_t decided = list_.steps().size();
  const std::string number = fmt::format("({}/{})", decided + 1, decided + list_.open_questions());
  const std::string what =
      list_.finding_of(question).finding.fix->applicability() == Applicability::Safe
          ? "Apply this fix"
          : "Apply this unsafe fix";
  session_.out.write(paint_.bold(fmt::format("{} {} [{}]? ", number, what, kKeys)));
}

void Dialogue::tell_problem(const Error& problem) {
  session_.out.write(fmt::format("{} {}\n", paint_.red("mlfix:"), visible(problem.to_string())));
}

void Dialogue::tell(const Outcome& outcome) {
  for (const Step& step : outcome.steps) session_.out.write(decision_line(paint_, step));
  if (outcome.problem) tell_problem(*outcome.problem);
}

void Dialogue::tell_of_undo() {
  const auto undone = list_.undo();
  if (!undone) return say("nothing was decided yet");
  for (const Step& step : undone->steps) {
    say(fmt::format("{} {} {}", paint_.yellow("undone:"), word_for(step.deed), step.line));
  }
  if (undone->problem) tell_problem(*undone->problem);
}

void Dialogue::silence(const Question& question) {
  session_.out.write("Why (may be empty; Ctrl-C goes back)? ");
  const auto reason = keyboard_.line(stop_);
  if (!reason) {
    interrupt_.forget(SIGINT);
    return say("");
  }
  if (!is_reason(*reason) || visible(*reason) != *reason) {
    return say("A reason is plain text without \" #\": it stands in a comment.");
  }
  tell(list_.silence(question, *reason));
}

void Dialogue::edit(const Question& question) {
  const std::string before = draft_.question == shown_ ? draft_.text : list_.fixed_text(question);
  const std::string name = list_.file_of(question).file.path.filename().string();
  const auto text = [&] {
    const Keyboard::Lent lent(keyboard_);
    return edited(name, before, list_.line_of_fix(question));
  }();
  interrupt_.forget(SIGINT);
  const std::string asked = std::exchange(shown_, "");  // the editor has used the screen
  if (!text) return tell_problem(text.error());
  if (*text == list_.file_of(question).text()) return say("The file is as it was.");
  const Outcome outcome = list_.replace(question, *text);
  tell(outcome);
  if (!outcome.steps.empty()) return;
  draft_ = {asked, *text};
  say("Nothing is written; e goes on with your text.");
}

std::string summary_of(const Worklist& list, const Paint& paint) {
  std::map<Deed, std::size_t> counts;
  std::size_t unsafe = 0;
  std::size_t listed = 0;
  std::string lines;
  for (const Step& step : list.steps()) {
    ++counts[step.deed];
    if (step.deed == Deed::Fixed && !step.is_safe) ++unsafe;
    if (++listed <= kMostListed) lines += "  " + decision_line(paint, step);
  }
  if (listed > kMostListed) lines += fmt::format("  ({} more)\n", listed - kMostListed);
  std::vector<std::string> parts;
  for (const auto& [deed, count] : counts) {
    std::string part = deed == Deed::Skipped ? counted(count, "file") + " skipped"
                                             : fmt::format("{} {}", count, word_for(deed));
    if (deed == Deed::Fixed && unsafe > 0) part += fmt::format(" ({} unsafe)", unsafe);
    parts.push_back(std::move(part));
  }
  const std::size_t open = list.open_questions();
  if (open > 0) parts.push_back(fmt::format("{} not decided", open));
  std::string text =
      parts.empty() ? "No fix to decide on" : fmt::format("{}", fmt::join(parts, ", "));
  text = "\n" +
         paint.bold(fmt::format("{}; {} left in {}.", text,
                                counted(list.remaining_findings(), "finding"),
                                counted(list.report().checked, "file"))) +
         "\n" + lines;
  if (list.declined_before() > 0) {
    text += fmt::format("{} declined in an earlier run; --ask-again asks about {}.\n",
                        counted(list.declined_before(), "fix was", "fixes were"),
                        list.declined_before() == 1 ? "it" : "them");
  }
  return text;
}

}  // namespace mlfix
