// The names of meanings and hints, as tables write them, and how names match hints.

#include "semantic/knowledge/meanings.h"

#include <algorithm>
#include <array>
#include <string>

#include "semantic/knowledge/hints.h"

namespace mlfix {
namespace {

constexpr std::array<MeaningInfo, kMeanings> kMeaningTable = {{
#define MLFIX_MEANING(id, name, subject, sentence) {name, Subject::subject, sentence},
#include "semantic/knowledge/meanings.def"
#undef MLFIX_MEANING
}};

constexpr std::array<HintInfo, kHints> kHintTable = {{
#define MLFIX_HINT(id, name, match, sentence) {name, Match::match, sentence},
#include "semantic/knowledge/hints.def"
#include "semantic/knowledge/name_set.h"
#undef MLFIX_HINT
}};

template <typename Value, typename Table>
std::optional<Value> find_named(const Table& table, std::string_view name) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name) return static_cast<Value>(i);
  }
  return std::nullopt;
}

}  // namespace

const MeaningInfo& info_of(Meaning meaning) {
  return kMeaningTable[static_cast<std::size_t>(meaning)];
}

std::optional<Meaning> meaning_named(std::string_view name) {
  return find_named<Meaning>(kMeaningTable, name);
}

const HintInfo& info_of(Hint hint) {
  return kHintTable[static_cast<std::size_t>(hint)];
}

std::optional<Hint> hint_named(std::string_view name) {
  return find_named<Hint>(kHintTable, name);
}

bool Hints::suggests(Hint hint, std::string_view name) const {
  const NameSet& all = words(hint);
  const auto contained = [&](std::string_view text) {
    return std::ranges::any_of(
        all, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
  };
  switch (info_of(hint).match) {
    case Match::Is:
      return all.contains(name);
    case Match::Ends:
      return std::ranges::any_of(all, [&](std::string_view word) { return name.ends_with(word); });
    case Match::Contains:
      return contained(name);
    case Match::ContainsAnyCase: {
      std::string lower(name);
      std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      });
      return contained(lower);
    }
  }
  return false;
}

std::string_view form_of(Subject subject) {
  switch (subject) {
    case Subject::Builtin:
      return "the name of a builtin function";
    case Subject::Function:
      return "the name of a function or class with its package";
    case Subject::Package:
      return "the name of a package";
    case Subject::Callee:
      return "the last name of a function or class";
    case Subject::Method:
      return "the name of a method";
    case Subject::TypedMethod:
      return "the name of a method, alone or after a fact and a dot";
    case Subject::Attribute:
      return "the name of an attribute";
    case Subject::Keyword:
      return "the name of a keyword argument";
  }
  return "";
}

}  // namespace mlfix
