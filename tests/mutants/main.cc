// mlfix with guards that can be switched off, for tests of its tests:
//
//     mlfix_mutant --list-guards
//     mlfix_mutant [--guard-off=NAME] [--guards-met=FILE] (what mlfix takes)
//     mlfix_mutant [--guard-off=NAME] --on-cases [CASE...]

#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

#include "cli/run.h"
#include "tests/mutants/golden_cases.h"
#include "tests/mutants/guards.h"
#include "transforms/registry.h"

namespace {

constexpr int kMisuse = 2;
constexpr std::string_view kList = "--list-guards";
constexpr std::string_view kOff = "--guard-off=";
constexpr std::string_view kCases = "--on-cases";
constexpr std::string_view kMet = "--guards-met=";

int list_guards() {
  for (const mlfix::guards::Guard& guard : mlfix::guards::all()) {
    std::printf("%s\t%s\t%s\n", guard.name.data(), guard.file.data(), guard.rules.data());
  }
  return 0;
}

int print_cases(std::span<char* const> names) {
  const std::vector<std::string_view> wanted(names.begin(), names.end());
  if (mlfix::guards::print_cases(wanted)) return 0;
  std::fprintf(stderr, "no case has one of these names\n");
  return kMisuse;
}

}  // namespace

int main(int argc, char** argv) {
  const char* met = nullptr;
  std::vector<char*> rest;
  for (int i = 0; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == kList) return list_guards();
    if (argument == kCases) return print_cases(std::span(argv, argc).subspan(i + 1));
    if (argument.starts_with(kMet)) {
      met = argv[i] + kMet.size();
    } else if (!argument.starts_with(kOff)) {
      rest.push_back(argv[i]);
    } else if (!mlfix::guards::switch_off(argument.substr(kOff.size()))) {
      std::fprintf(stderr, "no guard has that name; see --list-guards\n");
      return kMisuse;
    }
  }
  rest.push_back(nullptr);
  const int status = mlfix::run_program(static_cast<int>(rest.size()) - 1, rest.data(),
                                        mlfix::shipped_registry(), {});
  if (met != nullptr && !mlfix::guards::write_met(met)) return kMisuse;
  return status;
}
