// Who is given an object may keep it, use it later and give it back. Who is given a path has
// what it was told to do with the file, and as a rule leaves it where it is.

#include "semantic/obligation/release_flow.h"

#include <algorithm>
#include <map>
#include <string>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/letters.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// What gives a resource back differs by row of the table.
struct ResourceMemory {
  std::map<const ResourceInfo*, FlowMemory> by_row;
};

// Does the function tell people something, as print(), a printer of the project's and a logger's
// methods do?
bool tells(const SemanticModel& model, NodeId called, std::string_view word) {
  return word.find("print") != std::string_view::npos ||
         (model.tree().is(called, Kind::Attribute) && model.means(Meaning::LogsMessage, word));
}

// Is the expression the name of a function or a class of the program, or a method of an object?
bool names_function(ValueFlow& flow, NodeId expr) {
  if (flow.calls().function_value(expr) != kNoNode) return true;
  const SemanticModel& model = flow.model();
  const NodeId root = root_of_path(model, expr);
  const DefId def =
      model.tree().is(root, Kind::Identifier) ? model.bindings().reaching(root) : DefId{kNone};
  return def != kNone && model.bindings().definition(def).kind == DefKind::Import;
}

// Is the path given to code that runs a function with it, tasks.add_task(convert, path), at a time
// of its own? What is awaited is over.
bool is_given_for_later(ValueFlow& flow, NodeId call) {
  const SemanticModel& model = flow.model();
  if (model.tree().is(model.tree().parent(call), Kind::Await)) return false;
  const std::vector<NodeId> arguments = model.arguments(call);
  return std::ranges::any_of(arguments,
                             [&](NodeId argument) { return names_function(flow, argument); });
}

}  // namespace

FlowMemory& ReleaseFlow::memory(const SemanticModel& model) const {
  return model.notes<ResourceMemory>().by_row[&resource_];
}

// Does the expression name a function that gives the resource back?
bool ReleaseFlow::gives_back(const SemanticModel& model, NodeId expr) const {
  return resource_.released_by.contains(model.qualified_text(expr)) ||
         model.suggests(Hint::Release, last_name(model.tree(), expr));
}

void ReleaseFlow::looked_at(ValueFlow& flow, NodeId, const Consumer& consumer) const {
  if (consumer.role != Role::Formatted || !resource_.is_path) return;
  const NodeId text = flow.model().tree().ancestor(consumer.node, Kind::String);
  if (text != kNoNode) flow.follow(text, {});
}

void ReleaseFlow::attribute_read(ValueFlow& flow, const Consumer& consumer, Part) const {
  if (resource_.released_by.contains(consumer.name)) return flow.mark(kReleased, consumer.node);
  flow.follow(consumer.node, {});
}

void ReleaseFlow::attribute_read_by_name(ValueFlow& flow, NodeId call, std::string_view) const {
  flow.mark(kReleased, call);
}

void ReleaseFlow::method_called(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const {
  if (resource_.released_by.contains(consumer.name)) return flow.mark(kReleased, consumer.node);
  flow.follow(consumer.node, {});
}

// The result of a function that only computes may be another spelling of the path, and that of
// one which is given a folder may lie in it.
void ReleaseFlow::path_given(ValueFlow& flow, NodeId call, std::string_view word) const {
  const SemanticModel& model = flow.model();
  const NodeId called = called_expression(model, call);
  if (tells(model, called, word)) return flow.mark(kShown, call);
  if (model.means(Meaning::BringsCode, word)) return flow.mark(Sink::Unseen, call);
  // So is what a process is given that nobody waits for: Popen(["convert", path]).
  const bool is_left = model.consumer_of(call).role == Role::Discarded && begins_like_class(word);
  if (is_left || is_given_for_later(flow, call)) {
    flow.run_by_library(call);
    return flow.mark(Sink::Unseen, call);
  }
  const Symbol symbol = model.qualified_name(called);
  const CallableInfo* known = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
  if (known == nullptr || !known->pure_in_arguments) {
    flow.mark(kLent, call);
    const bool is_file = !resource_.attribute.empty();
    return is_file && !begins_like_class(word) ? void() : flow.follow(call, {});
  }
  if (!known->result.has(Fact::Number)) flow.follow(call, {});
}

void ReleaseFlow::given_to_library(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const {
  const SemanticModel& model = flow.model();
  const NodeId call = consumer.node;
  const NodeId called = called_expression(model, call);
  const std::vector<NodeId> arguments = model.arguments(call);
  const auto hands_on = [&](NodeId argument) { return gives_back(model, argument); };
  if (gives_back(model, called) || std::ranges::any_of(arguments, hands_on)) {
    return flow.mark(kReleased, call);
  }
  if (model.means(Meaning::AddsItem, model.method_name(call))) {
    return flow.mark(Sink::InContainer, call);
  }
  if (resource_.is_path) return path_given(flow, call, last_name(model.tree(), called));
  const Symbol symbol = model.qualified_name(called);
  const CallableInfo* known = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
  if (known == nullptr || !known->pure_in_arguments) flow.mark(Sink::Unseen, call);
}

}  // namespace mlfix
