// What the cache keeps of the files of one project: the outcome of each, and what it rests on.
// Plain values, and the bytes that they are on disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text/keyed_hash.h"

namespace mlfix {

// A number of CachePack::texts.
using TextNumber = std::uint32_t;
inline constexpr TextNumber kNoText = UINT32_MAX;

// A ProjectQuestion with texts for the numbers of one run.
struct KeptQuestion {
  std::uint8_t kind = 0;
  TextNumber file = kNoText;
  std::uint32_t index = 0;
  TextNumber text = kNoText;
};

// What was asked, and the digest of all answers together.
struct KeptQuestions {
  std::vector<KeptQuestion> asked;
  KeyedDigest answers;
};

// A file whose model others asked about: its text, and what the model asked.
struct KeptInside {
  TextNumber file = kNoText;
  KeyedDigest text;
  KeptQuestions questions;
};

struct KeptOutcome {
  KeyedDigest key;         // of everything that is not the file's content; see ResultCache::FileKey
  KeyedDigest text;        // of the file
  std::uint64_t used = 0;  // the generation that used it last
  bool read = false;
  bool analysed = false;
  bool is_current = false;  // found, or found again, by a run that left the pack's state
  KeptQuestions questions;
  std::vector<std::uint32_t> inside;  // of CachePack::inside
  std::string outcome;                // see outcome_text(); empty when there is nothing to say
};

struct CachePack {
  std::uint64_t generation = 0;  // counts the runs that wrote it
  // Of the texts of all files, as the last run that wrote it had them; see ResultCache.
  std::optional<KeyedDigest> state;
  std::vector<std::string> texts;
  std::vector<KeptInside> inside;
  std::vector<KeptOutcome> outcomes;
};

// Numbers the texts of a pack.
class TextNumbers {
 public:
  // Goes on after those that are there.
  explicit TextNumbers(std::vector<std::string>& texts);
  TextNumber operator()(std::string_view text);

 private:
  std::vector<std::string>& texts_;
  std::unordered_map<std::string, TextNumber> known_;
};

// `program` says which program wrote it. Linear in the size.
std::string pack_bytes(const CachePack& pack, const HashKey& key, std::string_view program);

// Any bytes: nothing unless this program wrote them, with this key, and they are whole. What it
// gives is consistent in itself. Takes time and memory linear in the bytes.
std::optional<CachePack> parse_pack(std::string_view bytes, const HashKey& key,
                                    std::string_view program);

// A pack with the outcomes of `pack` for which `wanted` is true, and what they need.
CachePack reduced(const CachePack& pack, const std::vector<bool>& wanted);

}  // namespace mlfix
