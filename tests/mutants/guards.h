// Guards of rules that can be switched off: what instrument.py puts into a copy of the sources.
// No part of mlfix.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace mlfix::guards {

struct Guard {
  std::string_view name;  // "training: it is differentiated later", "claim: IsTensor"
  std::string_view file;
  std::string_view rules;  // that its code is a part of, separated by commas
};

// All of them, in the order of the sources.
std::span<const Guard> all();

// From now on the guard of that name answers that all is fine. False when there is none.
bool switch_off(std::string_view name);

// `answer`, by which a guard leaves something alone, unless the guard is switched off.
bool is_shut(std::string_view name, bool answer);

// Is the claim to be taken for proven?
bool is_granted(std::string_view claim);

// The names of the guards that left something alone, and of the claims that were asked for, since
// the beginning or forget_met().
const std::set<std::string, std::less<>>& met();
void forget_met();

// Writes the names of the guards that left something alone, and of the claims that were asked
// for, a line each. False when that fails.
bool write_met(const char* path);

}  // namespace mlfix::guards
