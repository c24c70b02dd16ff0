// Which answers are kept, and what is asked for each. Circles of questions are closed by
// KeptAnswers; meanwhile a value that goes into an open parameter is taken to come back.

#include "semantic/flow/value_flow.h"
#include "semantic/names/operators.h"

namespace mlfix {
// A part of a container, or of a parameter's summary, is a question that others hardly ask.
bool ValueFlow::may_share(Part part) const {
  return summary_of_ == kNoNode && may_share_kept(part);
}

// What an attribute keeps, or a name of a scope around, gets to the same places whoever put it
// there, the parameter of a function that is summarised included: whoever calls a function may
// be given it, not only the call that did.
bool ValueFlow::may_share_kept(Part part) const {
  const bool is_asked_by_itself = trace_ == nullptr && policy_.shares_answers();
  return is_asked_by_itself && part.whole() && part.around == 0;
}

Reach ValueFlow::take_answer(const FlowKey& key, NodeId at) {
  const Reach reach = answer(key);
  take(reach, at, {&key, nullptr});
  return reach;
}

// Takes over the answer, instead of following once more what was followed for it. False where
// that can't be done.
bool ValueFlow::merge_answer(const FlowKey& key, NodeId at) {
  if (answers_ != nullptr && *answers_ == key) return false;
  reach_.add(answer(key), at);
  return true;
}

Reach ValueFlow::answer(const FlowKey& key) {
  KeptAnswers<FlowKey, Reach>& kept = memory_.answers;
  if (const Reach* found = kept.find(key, lowest_open_)) return *found;
  Reach reach;
  reach.comes_back = key.kind == FlowKey::Kind::Parameter;
  if (kept.are_too_many_open()) {
    work_.leave_unanswered("values that are made from each other in one chain");
    reach.mark(Sink::Lost, kNoNode);
    return reach;
  }
  return kept.answer(key, reach, lowest_open_, [&](std::size_t& waits_for) {
    ValueFlow inner(model_, policy_, &key);
    inner.start(key);
    const Reach found = inner.run();
    waits_for = inner.lowest_open_;
    return found;
  });
}

void ValueFlow::start(const FlowKey& key) {
  switch (key.kind) {
    case FlowKey::Kind::Value:
      return start_definition(key.id);
    case FlowKey::Kind::Parameter:
      return start_definition(bindings_.definition_at(key.id));
    case FlowKey::Kind::Object:
      return into_container_of(key.id, {});
    case FlowKey::Kind::Items:
      return into_each_item_of(key.id);
    case FlowKey::Kind::Attribute:
      return follow_loads(key.id, key.name, {});
    case FlowKey::Kind::Link:
      return start_expression(key.id);
    case FlowKey::Kind::OuterReads:
    case FlowKey::Kind::CellReads:
      return follow_far_reads(key, {});
    case FlowKey::Kind::Result:
      return follow_calls(key.id, {});
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
