// Which of many words are in a text, found in one pass over it.
//
// Immutable after construction; any number of threads may use one.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mlfix {

class WordSet {
 public:
  // What the views point to must outlive the set. No word may be empty.
  explicit WordSet(std::vector<std::string_view> words);

  const std::vector<std::string_view>& words() const { return words_; }

  // By word: is it somewhere in `text`? Linear in the size of the text, whatever
  // the number of words, but for places where several words seem to begin.
  std::vector<bool> found_in(std::string_view text) const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr unsigned kBits = 12;

  static std::uint32_t hash_of(std::uint32_t head) { return (head * 0x9E3779B1u) >> (32 - kBits); }

  std::vector<std::string_view> words_;
  std::vector<std::uint32_t> short_;              // words that have no head
  std::array<std::uint32_t, 1u << kBits> first_;  // by the hash of the head
  std::vector<std::uint32_t> next_;               // by word: another one with that hash, or kNone
};

}  // namespace mlfix
