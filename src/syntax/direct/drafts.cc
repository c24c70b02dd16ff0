#include "syntax/direct/drafts.h"

namespace mlfix::direct {

Ref Drafts::make(Kind kind, Offset begin, Offset end) {
  drafts_.push_back({kind, Field::None, begin, end, 0, 0, 0});
  return static_cast<Ref>(drafts_.size() - 1);
}

void Drafts::add(Ref parent, Ref child, Field field) {
  drafts_[child].field = field;
  Draft& into = drafts_[parent];
  if (into.last == 0) {
    into.first = child;
  } else {
    drafts_[into.last].next = child;
  }
  into.last = child;
}

Ref Drafts::around(Kind kind, Ref first, Field field) {
  const Ref result = make(kind, drafts_[first].begin);
  add(result, first, field);
  return result;
}

Ref Drafts::around_last(Kind kind, Ref parent) {
  const Ref outer = drafts_[parent].last;
  const Draft& was = drafts_[outer];
  const Ref inner = make(was.kind, was.begin, was.end);
  drafts_[inner].first = drafts_[outer].first;
  drafts_[inner].last = drafts_[outer].last;
  drafts_[outer].kind = kind;
  drafts_[outer].first = drafts_[outer].last = inner;
  return outer;
}

void Drafts::flatten(Ref root, std::vector<Node>& nodes, FlatTree& flat) const {
  nodes.clear();
  nodes.reserve(drafts_.size());
  struct Open {
    NodeId id;
    Ref next_child;
  };
  std::vector<Open> open;
  const auto enter = [&](Ref node, NodeId parent) {
    const Draft& draft = drafts_[node];
    nodes.push_back({draft.kind, draft.field, draft.begin, draft.end, parent, kNoNode});
    if (open.size() > flat.depth) {
      flat.depth = static_cast<std::uint32_t>(open.size());
      flat.deepest = draft.begin;
    }
    open.push_back({static_cast<NodeId>(nodes.size() - 1), draft.first});
  };
  enter(root, kNoNode);
  while (!open.empty()) {
    const Ref child = open.back().next_child;
    if (child == 0) {
      nodes[open.back().id].subtree_end = static_cast<NodeId>(nodes.size());
      open.pop_back();
      continue;
    }
    open.back().next_child = drafts_[child].next;
    enter(child, open.back().id);
  }
}

}  // namespace mlfix::direct
