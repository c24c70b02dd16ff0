// The dominators of a flow graph, by Lengauer and Tarjan: A Fast Algorithm for Finding
// Dominators in a Flowgraph (1979), in its simple form.
//
// A depth-first search numbers the vertices. The *semidominator* of v is the vertex of the
// smallest number from which a path leads to v whose inner vertices all have larger numbers
// than v: the highest place from which v can be entered past its ancestors in the search. It
// is the smallest number among the predecessors of v and, for a predecessor that comes later
// in the search, the semidominators of that one and of its ancestors above v. So vertices are
// taken backwards, and what is done with is linked into a forest that `lowest_on_way` asks for
// the smallest semidominator on the way up; that shortens the ways it has gone. The immediate
// dominator of v is its semidominator, unless some vertex between the two can be entered from
// higher up; then it is that vertex's.
//
// Cooper, Harvey and Kennedy's simpler iteration over sets of fingers walks up the tree for
// every edge: that is quadratic for a long function in which every second statement is an
// early return, and the mirrored graph of a loop with `break` needs several rounds.

#include "semantic/control/dominator_tree.h"

#include <algorithm>

namespace mlfix {

Adjacency Adjacency::successors(Vertex size, std::span<const FlowEdge> edges) {
  Adjacency rows;
  rows.first_.assign(size + 1, 0);
  for (const FlowEdge& edge : edges) ++rows.first_[edge.from + 1];
  for (Vertex v = 0; v < size; ++v) rows.first_[v + 1] += rows.first_[v];
  std::vector<std::uint32_t> next(rows.first_.begin(), rows.first_.end() - 1);
  rows.neighbours_.resize(edges.size() + 1);
  for (const FlowEdge& edge : edges) rows.neighbours_[next[edge.from]++] = edge.to;
  return rows;
}

Adjacency Adjacency::predecessors(Vertex size, std::span<const FlowEdge> edges) {
  std::vector<FlowEdge> turned;
  turned.reserve(edges.size());
  for (const FlowEdge& edge : edges) turned.push_back({edge.to, edge.from});
  return successors(size, turned);
}

namespace {

class LengauerTarjan {
 public:
  LengauerTarjan(const Adjacency& successors, const Adjacency& predecessors)
      : successors_(successors),
        predecessors_(predecessors),
        order_of_(successors.size(), kNoVertex) {}

  // The vertices in the order of the search, and the immediate dominator of each; both by
  // number. That of the root is itself.
  std::pair<std::vector<Vertex>, std::vector<Vertex>> run(Vertex root) {
    search(root);
    const auto count = static_cast<Vertex>(vertices_.size());
    semi_.resize(count);
    best_.resize(count);
    for (Vertex v = 0; v < count; ++v) semi_[v] = best_[v] = v;
    forest_.assign(count, kNoVertex);
    immediate_.assign(count, 0);
    next_waiting_.assign(count, kNoVertex);
    first_waiting_.assign(count, kNoVertex);
    for (Vertex v = count; v-- > 1;) enter(v);
    for (Vertex v = 1; v < count; ++v) {
      if (immediate_[v] != semi_[v]) immediate_[v] = immediate_[immediate_[v]];
    }
    return {std::move(vertices_), std::move(immediate_)};
  }

 private:
  void search(Vertex root) {
    struct Open {
      Vertex vertex;
      std::size_t next;
    };
    std::vector<Open> open;
    const auto reach = [&](Vertex v, Vertex parent) {
      order_of_[v] = static_cast<Vertex>(vertices_.size());
      vertices_.push_back(v);
      parent_.push_back(parent);
      open.push_back({v, 0});
    };
    reach(root, 0);
    while (!open.empty()) {
      Open& top = open.back();
      const auto targets = successors_[top.vertex];
      if (top.next == targets.size()) {
        open.pop_back();
        continue;
      }
      const Vertex target = targets[top.next++];
      if (order_of_[target] == kNoVertex) reach(target, order_of_[top.vertex]);
    }
  }

  // Finds the semidominator of v; what waits for v's parent is decided once v is linked.
  void enter(Vertex v) {
    for (const Vertex from : predecessors_[vertices_[v]]) {
      if (order_of_[from] == kNoVertex) continue;
      semi_[v] = std::min(semi_[v], semi_[lowest_on_way(order_of_[from])]);
    }
    next_waiting_[v] = first_waiting_[semi_[v]];
    first_waiting_[semi_[v]] = v;
    const Vertex parent = parent_[v];
    forest_[v] = parent;
    for (Vertex w = first_waiting_[parent]; w != kNoVertex; w = next_waiting_[w]) {
      const Vertex lowest = lowest_on_way(w);
      immediate_[w] = semi_[lowest] < semi_[w] ? lowest : parent;
    }
    first_waiting_[parent] = kNoVertex;
  }

  // The vertex with the smallest semidominator from v up to, but without, the root of its
  // tree in the forest.
  Vertex lowest_on_way(Vertex v) {
    if (forest_[v] == kNoVertex) return v;
    way_.clear();
    for (Vertex at = v; forest_[forest_[at]] != kNoVertex; at = forest_[at]) way_.push_back(at);
    while (!way_.empty()) {  // from the top down, each takes over what is above it
      const Vertex at = way_.back();
      way_.pop_back();
      const Vertex above = forest_[at];
      if (semi_[best_[above]] < semi_[best_[at]]) best_[at] = best_[above];
      forest_[at] = forest_[above];
    }
    return best_[v];
  }

  const Adjacency& successors_;
  const Adjacency& predecessors_;
  std::vector<Vertex> order_of_;  // by vertex; everything below uses the search's numbers
  std::vector<Vertex> vertices_, parent_;
  std::vector<Vertex> semi_, best_, forest_, immediate_;
  std::vector<Vertex> first_waiting_, next_waiting_;  // lists, by semidominator
  std::vector<Vertex> way_;
};

}  // namespace

DominatorTree::DominatorTree(const Adjacency& successors, const Adjacency& predecessors,
                             Vertex root)
    : number_(successors.size(), 0), width_(successors.size(), 0) {
  const auto [vertices, immediate] = LengauerTarjan(successors, predecessors).run(root);
  // Dominators come earlier in the search than what they dominate: widths add up on the way
  // back, and on the way forth each vertex takes the next free numbers of its dominator.
  for (std::size_t i = vertices.size(); i-- > 0;) {
    width_[vertices[i]] += 1;
    if (i != 0) width_[vertices[immediate[i]]] += width_[vertices[i]];
  }
  std::vector<std::uint32_t> free(vertices.size(), 1);
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const Vertex above = immediate[i];
    number_[vertices[i]] = number_[vertices[above]] + free[above];
    free[above] += width_[vertices[i]];
  }
}

}  // namespace mlfix
