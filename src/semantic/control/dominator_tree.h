// Which vertices of a directed graph every path from its root to a vertex passes.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace mlfix {

using Vertex = std::uint32_t;
inline constexpr Vertex kNoVertex = UINT32_MAX;

struct FlowEdge {
  Vertex from, to;
};

// The neighbours of each vertex of a graph of `size` vertices, in the order of the edges.
// Immutable; building is linear, asking constant.
class Adjacency {
 public:
  static Adjacency successors(Vertex size, std::span<const FlowEdge> edges);
  static Adjacency predecessors(Vertex size, std::span<const FlowEdge> edges);

  Vertex size() const { return static_cast<Vertex>(first_.size()) - 1; }
  std::span<const Vertex> operator[](Vertex v) const {
    return {&neighbours_[first_[v]], &neighbours_[first_[v + 1]]};
  }

 private:
  Adjacency() = default;
  std::vector<std::uint32_t> first_;  // by vertex, and one more
  std::vector<Vertex> neighbours_;    // and one more, so that an empty row has an address
};

// The dominator tree of what is reachable from `root`. Immutable; O(edges · log vertices) to
// build, without recursion; questions are constant.
class DominatorTree {
 public:
  DominatorTree(const Adjacency& successors, const Adjacency& predecessors, Vertex root);

  bool is_reachable(Vertex v) const { return width_[v] != 0; }
  // Does every path from the root to `b` pass `a`? So does b itself. False when one of them
  // is not reachable.
  bool dominates(Vertex a, Vertex b) const {
    return width_[a] != 0 && width_[b] != 0 && number_[b] - number_[a] < width_[a];
  }

 private:
  // The tree in pre-order: the subtree of v is the numbers [number_[v], number_[v] + width_[v]).
  std::vector<std::uint32_t> number_, width_;
};

}  // namespace mlfix
