// The list of an item's shards is never written down: its entries are a hash of the
// name, mixed with their place in the list.

#include "fleet/partition.h"

#include <algorithm>
#include <numeric>

#include "text/source_file.h"

namespace mlfix {
namespace {

constexpr std::uint64_t kChoices = 64;
constexpr std::uint64_t kSlack = 20;  // a shard may be heavier by one part of so many

// Sebastiano Vigna's splitmix64: FNV-1a alone leaves names that differ in their last letter
// close together.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30u)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27u)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31u);
}

// Heaviest first; equal ones by name, so that the order of the list does not matter.
std::vector<std::size_t> heaviest_first(const std::vector<ShardItem>& items) {
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (items[a].weight != items[b].weight) return items[a].weight > items[b].weight;
    return items[a].name < items[b].name;
  });
  return order;
}

class Shards {
 public:
  Shards(std::uint64_t total, unsigned count)
      : loads_(count), room_(total / count + total / count / kSlack) {}

  unsigned take(const ShardItem& item) {
    const unsigned shard = choose(item);
    loads_[shard] += item.weight;
    return shard;
  }

 private:
  unsigned choose(const ShardItem& item) const {
    const std::uint64_t hash = mixed(hash_text(item.name));
    for (std::uint64_t choice = 0; choice < kChoices; ++choice) {
      const std::size_t shard = mixed(hash + choice) % loads_.size();
      if (loads_[shard] + item.weight <= room_) return static_cast<unsigned>(shard);
    }
    return static_cast<unsigned>(std::ranges::min_element(loads_) - loads_.begin());
  }

  std::vector<std::uint64_t> loads_;
  std::uint64_t room_;
};

}  // namespace

std::vector<unsigned> partition(const std::vector<ShardItem>& items, unsigned count) {
  const auto add = [](std::uint64_t sum, const ShardItem& item) { return sum + item.weight; };
  Shards shards(std::accumulate(items.begin(), items.end(), std::uint64_t{0}, add), count);
  std::vector<unsigned> result(items.size());
  for (const std::size_t i : heaviest_first(items)) result[i] = shards.take(items[i]);
  return result;
}

}  // namespace mlfix
