// The first three bytes of a word, its head, are looked up at every place of the
// text. That leads nowhere at most places, and needs nothing of the place before,
// so the processor works on several at a time. A search for each word alone is
// faster from two or three words down.

#include "text/word_set.h"

#include <utility>

#include "text/search.h"

namespace mlfix {
namespace {

constexpr std::size_t kHead = 3;

std::uint32_t head_of(const char* text) {
  const auto byte = [text](int i) { return std::uint32_t{static_cast<unsigned char>(text[i])}; };
  return byte(0) | byte(1) << 8 | byte(2) << 16;
}

}  // namespace

WordSet::WordSet(std::vector<std::string_view> words) : words_(std::move(words)) {
  first_.fill(kNone);
  next_.resize(words_.size(), kNone);
  for (std::uint32_t i = 0; i < words_.size(); ++i) {
    if (words_[i].size() < kHead) {
      short_.push_back(i);
      continue;
    }
    std::uint32_t& first = first_[hash_of(head_of(words_[i].data()))];
    next_[i] = first;
    first = i;
  }
}

std::vector<bool> WordSet::found_in(std::string_view text) const {
  std::vector<bool> found(words_.size(), false);
  for (const std::uint32_t i : short_) found[i] = contains(text, words_[i]);
  for (std::size_t at = 0; at + kHead <= text.size(); ++at) {
    const std::uint32_t first = first_[hash_of(head_of(text.data() + at))];
    for (std::uint32_t i = first; i != kNone; i = next_[i]) {
      if (!found[i] && text.substr(at).starts_with(words_[i])) found[i] = true;
    }
  }
  return found;
}

}  // namespace mlfix
