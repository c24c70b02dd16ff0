// mlfix: finds and fixes memory, gradient and resource leaks in Python
// machine-learning code.

#include "cli/run.h"
#include "commands/further.h"
#include "transforms/registry.h"

int main(int argc, char** argv) {
  // The rules are the only thing the rest is not allowed to know by name.
  return mlfix::run_program(argc, argv, mlfix::shipped_registry(), mlfix::further_commands());
}
