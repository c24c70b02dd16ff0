// What was found out about some of a tree's nodes.
//
// Rules ask about few of the nodes, and those stand close together. A value for every node would
// be written, and fetched into the cache, for each file that is looked at; so the values lie in
// pages, and a page is there when something on it was found out.
//
// Constant time. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

template <typename Value>
class NodeTable {
 public:
  // `unset` is the value of nodes of which nothing was found out.
  explicit NodeTable(std::size_t nodes, Value unset = {})
      : unset_(unset), pages_(nodes / kPage + 1) {}

  const Value& at(NodeId node) const {
    const auto& page = pages_[node / kPage];
    return page ? (*page)[node % kPage] : unset_;
  }

  void set(NodeId node, const Value& value) {
    auto& page = pages_[node / kPage];
    if (!page) {
      page = std::make_unique<Page>();
      page->fill(unset_);
    }
    (*page)[node % kPage] = value;
  }

 private:
  static constexpr std::size_t kPage = 64;
  using Page = std::array<Value, kPage>;

  Value unset_;
  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace mlfix
