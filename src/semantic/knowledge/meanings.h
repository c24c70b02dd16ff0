// Meanings: what the analysis asks about the names of libraries. The questions are a
// closed list (meanings.def), the answers are rows of config/knowledge and of the user's
// mlfix.yaml. A row is evidence, as the other tables are: fixes may rest on it. What a name
// merely suggests is a Hint (hints.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mlfix {

enum class Meaning : std::uint8_t {
#define MLFIX_MEANING(id, name, subject, sentence) id,
#include "semantic/knowledge/meanings.def"
#undef MLFIX_MEANING
};

inline constexpr std::size_t kMeanings = 0
#define MLFIX_MEANING(id, name, subject, sentence) +1
#include "semantic/knowledge/meanings.def"
#undef MLFIX_MEANING
    ;

// What the names of a meaning name, and so how a row writes them.
enum class Subject : std::uint8_t {
  Builtin,      // a function of Python itself: `len`
  Function,     // a function or class with its package: `torch.cat`
  Package,      // a package, with all below it: `torch.autograd`
  Callee,       // what is called, by its last name: `DataLoader`
  Method,       // a method of any receiver: `append`
  TypedMethod,  // a method of any receiver, or of those with a fact: `append`, `Tensor.detach`
  Attribute,    // an attribute that is read: `shape`
  Keyword,      // a keyword argument: `keepdim`
};

struct MeaningInfo {
  std::string_view name;  // as tables write it
  Subject subject;
  std::string_view sentence;  // of each name: "it …"
};

const MeaningInfo& info_of(Meaning meaning);
std::optional<Meaning> meaning_named(std::string_view name);
// "the name of a method": for messages.
std::string_view form_of(Subject subject);

}  // namespace mlfix
