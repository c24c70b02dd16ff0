// Answers that are kept, and circles of questions.
//
// Values that get to each other in a circle form a strongly connected component: what one gets
// to, all get to, so their sinks are the same. As in Tarjan's algorithm, a question that meets
// one that is still open waits on the stack; the one at which the circle was entered joins the
// answers of all, and closes them together. Meanwhile a value that goes into an open parameter
// is taken to come back. Each question is answered once, so that asking about every value of
// a file stays linear in it.

#include <algorithm>

#include "semantic/flow/value_flow.h"
#include "semantic/names/operators.h"

namespace mlfix {
namespace {

// Questions that wait for others; each is a few frames of the stack. What is deeper counts as
// lost.
constexpr std::size_t kMaxOpen = 10000;

}  // namespace

// A part of a container, or of a parameter's summary, is a question that others hardly ask.
bool ValueFlow::may_share(Part part) const {
  return summary_of_ == kNoNode && may_share_kept(part);
}

// What an attribute keeps, or a name of a scope around, gets to the same places whoever put it
// there, the parameter of a function that is summarised included: whoever calls a function may
// be given it, not only the call that did.
bool ValueFlow::may_share_kept(Part part) const {
  return policy_.shares_answers() && part.whole() && part.around == 0;
}

// Takes over the answer, instead of following once more what was followed for it. False where
// that can't be done.
bool ValueFlow::merge_answer(const FlowKey& key, NodeId at) {
  if (answers_ != nullptr && *answers_ == key) return false;
  reach_.add(answer(key), at);
  return true;
}

Reach ValueFlow::answer(const FlowKey& key) {
  if (const auto found = memory_.known.find(key); found != memory_.known.end()) {
    return found->second;
  }
  if (const auto found = memory_.open_at.find(key); found != memory_.open_at.end()) {
    lowest_open_ = std::min(lowest_open_, found->second);
    return memory_.open[found->second].reach;
  }
  Reach reach;
  reach.comes_back = key.kind == FlowKey::Kind::Parameter;
  if (memory_.open.size() == kMaxOpen) {
    model_.work().leave_unanswered("values that are made from each other in one chain");
    reach.mark(Sink::Lost, kNoNode);
    return reach;
  }
  const std::size_t place = memory_.open.size();
  memory_.open.push_back({key, reach});
  memory_.open_at.emplace(key, place);
  ValueFlow inner(model_, policy_, &key);
  inner.start(key);
  memory_.open[place].reach = inner.run();
  if (inner.lowest_open_ >= place) return close(place);
  lowest_open_ = std::min(lowest_open_, inner.lowest_open_);
  return memory_.open[place].reach;
}

// All questions from `place` on have the same answer, and are closed.
Reach ValueFlow::close(std::size_t place) {
  auto& open = memory_.open;
  Reach reach = open[place].reach;
  for (std::size_t i = place + 1; i < open.size(); ++i) {
    reach.add(open[i].reach, kNoNode);
    reach.comes_back = reach.comes_back || open[i].reach.comes_back;
  }
  for (; open.size() > place; open.pop_back()) {
    memory_.open_at.erase(open.back().key);
    memory_.known.emplace(open.back().key, reach);
  }
  return reach;
}

void ValueFlow::start(const FlowKey& key) {
  switch (key.kind) {
    case FlowKey::Kind::Value:
      return start_definition(key.id);
    case FlowKey::Kind::Parameter:
      return start_definition(bindings_.definition_at(key.id));
    case FlowKey::Kind::Object:
      return into_container_of(key.id, {});
    case FlowKey::Kind::Attribute:
      return follow_loads(key.id, key.name, {});
    case FlowKey::Kind::Link:
      return start_expression(key.id);
    case FlowKey::Kind::OuterReads:
    case FlowKey::Kind::CellReads:
      return follow_far_reads(key, {});
    case FlowKey::Kind::Result:
      return follow_calls(model_.call_sites(key.id), {});
    case FlowKey::Kind::Operator:
      return give_to_all(methods_led_by(key.name));
    case FlowKey::Kind::Setter:
      return give_to_setters(key.name);
  }
}

// A sum that is a term of another, and an attribute of which one is read: all links of a chain
// go the same way.
void ValueFlow::follow_link(NodeId link, Part part) {
  const bool is_link = tree_.is(tree_.parent(link), tree_.kind(link));
  if (is_link && may_share(part) && merge_answer({FlowKey::Kind::Link, link, {}}, link)) return;
  follow(link, part);
}

}  // namespace mlfix
