// A set of short texts that a table lists: the names of a meaning, the words of a hint.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace mlfix {

// Sorted, so that a search is fast and no answer depends on the order of a table.
class NameSet {
 public:
  bool contains(std::string_view word) const { return words_.contains(word); }
  auto begin() const { return words_.begin(); }
  auto end() const { return words_.end(); }
  bool empty() const { return words_.empty(); }

  // Loading only.
  void add(std::string word) { words_.insert(std::move(word)); }

 private:
  std::set<std::string, std::less<>> words_;
};

}  // namespace mlfix
