// The ways to say something that is no report.

#include "cli/session.h"

#include <fmt/format.h>

#include "text/foreign_text.h"

namespace mlfix {

void complain(Session& session, const Error& error) {
  const Paint paint = paint_for(session.err, session.options.color);
  session.err.tell(fmt::format("{} {}\n", paint.red("mlfix:"), visible(error.to_string())));
}

void mention(Session& session, const Error& what) {
  session.err.tell(fmt::format("mlfix: note: {}\n", visible(what.to_string())));
}

void say(Session& session, std::string_view line) {
  if (session.options.verbose) session.err.tell(fmt::format("mlfix: {}\n", visible(line)));
}

LastResort while_reporting(Session& session, const InterruptGuard& interrupt) {
  return {interrupt, [&session](int) {
            if (session.err.takes_more()) session.err.write("mlfix: interrupted while reporting\n");
          }};
}

}  // namespace mlfix
