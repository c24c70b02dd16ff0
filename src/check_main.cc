// mlfix without the commands that need more than a check: what a first build makes.

#include "cli/run.h"
#include "transforms/registry.h"

int main(int argc, char** argv) {
  return mlfix::run_program(argc, argv, mlfix::shipped_registry(), {});
}
