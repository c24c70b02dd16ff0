// The two ways to say something that is no report.

#include "cli/session.h"

#include <fmt/format.h>

#include "report/display.h"

namespace mlfix {

void complain(Session& session, const Error& error) {
  const Paint paint = paint_for(session.err, session.options.color);
  session.err.write(fmt::format("{} {}\n", paint.red("mlfix:"), printable(error.to_string())));
}

void say(Session& session, std::string_view line) {
  if (session.options.verbose) session.err.write(fmt::format("mlfix: {}\n", printable(line)));
}

}  // namespace mlfix
