// mlfix: finds and fixes memory, gradient and resource leaks in Python
// machine-learning code.

#include <variant>

#include "cli/options.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "text/allocator.h"
#include "transforms/registry.h"

int main(int argc, char** argv) {
  // A pager that quits early closes our pipe, and a file may be larger than we may
  // write: writes then fail, and we stop.
  mlfix::fail_instead_of_dying();
  mlfix::give_back_large_blocks();

  // The command line, or the answer to one that asks for help or is wrong.
  const auto parsed = mlfix::parse_options(argc, argv);
  if (const auto* answer = std::get_if<mlfix::DirectAnswer>(&parsed)) return mlfix::give(*answer);

  // The rules are the only thing the rest is not allowed to know by name.
  const mlfix::Registry registry = mlfix::shipped_registry();

  // Find files, analyse them, deliver the fixes, report.
  return mlfix::run(std::get<mlfix::Options>(parsed), registry);
}
