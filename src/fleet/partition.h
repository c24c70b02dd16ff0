// Who of several processes takes which file, known to each of them without a word
// to the others.
//
// Every item has a list of shards that it would go to, made of its name alone. The
// items, the heaviest first, go to the first shard of their list that has room: it has when
// it is, with the item, no heavier than the average by more than a twentieth. An item
// for which none of the first shards of its list has room goes to the lightest shard.
// So
// * each item is in one shard;
// * no shard is heavier than the average by more than a twentieth, or by more than
//   its one heaviest item;
// * most items are in the first shard of their list, and stay there when other items
//   come, go, or grow. Only those for which there was no room may move.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mlfix {

struct ShardItem {
  std::string name;          // the same in every process; no two alike
  std::uint64_t weight = 0;  // bytes
};

// The shard of each item, from 0; a pure function of the names and weights, whatever
// their order. `count` is at least 1. O(n log n), and O(count) more for an item that
// finds no room.
std::vector<unsigned> partition(const std::vector<ShardItem>& items, unsigned count);

}  // namespace mlfix
