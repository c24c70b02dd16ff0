// Hints: words in the names that a program's author chose (`criterion`, `replay`). They
// may start a finding, lower a level or silence; they never prove anything, so they are a
// type of their own and no query of facts, effects or meanings takes them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "semantic/knowledge/name_set.h"

namespace mlfix {

enum class Hint : std::uint8_t {
#define MLFIX_HINT(id, name, match, sentence) id,
#include "semantic/knowledge/hints.def"
#undef MLFIX_HINT
};

inline constexpr std::size_t kHints = 0
#define MLFIX_HINT(id, name, match, sentence) +1
#include "semantic/knowledge/hints.def"
#undef MLFIX_HINT
    ;

// How a name must agree with the words of a hint.
enum class Match : std::uint8_t {
  Is,               // it is one of them
  Ends,             // it ends with one
  Contains,         // it contains one
  ContainsAnyCase,  // it contains one, whatever its case; the words are in lower case
};

struct HintInfo {
  std::string_view name;  // as tables write it
  Match match;
  std::string_view sentence;  // what a name of this kind stands for
};

const HintInfo& info_of(Hint hint);
std::optional<Hint> hint_named(std::string_view name);

class Hints {
 public:
  // Does the name sound like it?
  bool suggests(Hint hint, std::string_view name) const;
  // The words, for those who look for them in a text of their own.
  const NameSet& words(Hint hint) const { return words_[static_cast<std::size_t>(hint)]; }
  // Loading only.
  void add(Hint hint, std::string word) {
    words_[static_cast<std::size_t>(hint)].add(std::move(word));
  }

 private:
  std::array<NameSet, kHints> words_;
};

}  // namespace mlfix
