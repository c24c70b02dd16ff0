// A set of short texts that a table lists: the names of a meaning, the words of a hint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace mlfix {

// Sorted, so that no answer depends on the order of a table. Rules ask of every call what its
// method means, and hardly ever is it in the set: a bit for each length and first letter that
// occurs says so at once (a Bloom filter of one hash).
class NameSet {
 public:
  bool contains(std::string_view word) const {
    return (shapes_ & shape_of(word)) != 0 && words_.contains(word);
  }
  auto begin() const { return words_.begin(); }
  auto end() const { return words_.end(); }
  bool empty() const { return words_.empty(); }

  // Loading only.
  void add(std::string word) {
    shapes_ |= shape_of(word);
    words_.insert(std::move(word));
  }

 private:
  static std::uint64_t shape_of(std::string_view word) {
    const std::size_t first = word.empty() ? 0 : static_cast<unsigned char>(word.front());
    return std::uint64_t{1} << ((first + 7 * word.size()) % 64);
  }

  std::set<std::string, std::less<>> words_;
  std::uint64_t shapes_ = 0;
};

}  // namespace mlfix
