#include "tests/mutants/guards.h"

#include <algorithm>
#include <fstream>
#include <mutex>

namespace mlfix::guards {
namespace {

constexpr Guard kGuards[] = {
#include "guards.inc"
};

// One program has one mutation and one record of what was met. Files are analysed on threads.
struct Mutation {
  std::string_view off;  // a name in kGuards
  std::mutex mutex;
  std::set<std::string, std::less<>> met;
};

Mutation& mutation() {
  static Mutation only;
  return only;
}

void note(std::string_view name) {
  Mutation& m = mutation();
  const std::lock_guard lock(m.mutex);
  if (!m.met.contains(name)) m.met.emplace(name);
}

}  // namespace

std::span<const Guard> all() {
  return kGuards;
}

bool switch_off(std::string_view name) {
  const auto* guard = std::ranges::find(kGuards, name, &Guard::name);
  if (guard == std::end(kGuards)) return false;
  mutation().off = guard->name;
  return true;
}

bool is_shut(std::string_view name, bool answer) {
  if (!answer) return false;
  note(name);
  return mutation().off != name;
}

bool is_granted(std::string_view claim) {
  note(claim);
  return mutation().off == claim;
}

const std::set<std::string, std::less<>>& met() {
  return mutation().met;
}

void forget_met() {
  mutation().met.clear();
}

bool write_met(const char* path) {
  std::ofstream file(path);
  for (const std::string& name : met()) file << name << '\n';
  file.close();
  return !file.fail();
}

}  // namespace mlfix::guards
