// A set of short texts that a table lists: the names of a meaning, the words of a hint.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlfix {

// Sorted, so that a search is fast and no answer depends on the order of a table.
class NameSet {
 public:
  bool contains(std::string_view word) const {
    return std::binary_search(words_.begin(), words_.end(), word);
  }
  auto begin() const { return words_.begin(); }
  auto end() const { return words_.end(); }
  bool empty() const { return words_.empty(); }

  // Loading only.
  void add(std::string word) {
    const auto place = std::lower_bound(words_.begin(), words_.end(), word);
    if (place == words_.end() || *place != word) words_.insert(place, std::move(word));
  }

 private:
  std::vector<std::string> words_;
};

}  // namespace mlfix
