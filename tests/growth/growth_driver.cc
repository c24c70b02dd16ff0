// Runs the program once for each line of a file: a label, and the arguments behind it, each
// after a tab. Under valgrind (--tool=none) it marks in valgrind's log what was executed so
// far before and after each; by itself it only runs.

#include <valgrind/valgrind.h>

#include <fstream>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "cli/options.h"
#include "cli/run.h"
#include "transforms/registry.h"

namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == '\t') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

void mark(const char* what, const std::string& label) {
  static_cast<void>(VALGRIND_MONITOR_COMMAND("v.info stats"));
  VALGRIND_PRINTF("%s %s\n", what, label.c_str());
}

void run_once(std::vector<std::string> arguments, const mlfix::Registry& registry) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const auto parsed = mlfix::parse_options(static_cast<int>(arguments.size()), argv.data());
  if (const auto* options = std::get_if<mlfix::Options>(&parsed)) mlfix::run(*options, registry);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: growth_driver LIST\n";
    return 2;
  }
  const mlfix::Registry registry = mlfix::shipped_registry();
  std::ifstream list(argv[1]);
  for (std::string line; std::getline(list, line);) {
    const std::vector<std::string> parts = split(line);
    mark("begin", parts.front());
    run_once(parts, registry);
    mark("end", parts.front());
  }
}
