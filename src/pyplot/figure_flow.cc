// What methods of figures do is said by their names: axes and artists share most of them.

#include "pyplot/figure_flow.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

struct FigureMemory : FlowMemory {};

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> heads) {
  return std::ranges::any_of(heads, [&](std::string_view head) { return text.starts_with(head); });
}

// Does the path `object` start from something of the figure?
bool is_member(const ValueFlow& flow, NodeId object) {
  const SemanticModel& model = flow.model();
  const NodeId root = root_of(model, object);
  const DefId d = root == kNoNode ? DefId{kNone} : model.bindings().reaching(root);
  return d != kNone && flow.has_reached(d);
}

// fig.canvas: the figure goes no further but by a return.
void canvas_read(ValueFlow& flow, NodeId canvas) {
  const Consumer use = flow.model().consumer_of(canvas);
  // In code: beginnings of names, of one class of one library.
  if (starts_with_any(use.name, {"tostring", "buffer_rgba", "print_"})) {
    flow.mark(FigureFlow::kSaved, canvas);
  }
  if (use.role == Role::Returned) flow.mark(FigureFlow::kHandedOut, canvas);
}

}  // namespace

FlowMemory& FigureFlow::memory(const SemanticModel& model) const {
  return model.notes<FigureMemory>();
}

void FigureFlow::returned_by(ValueFlow& flow, NodeId, NodeId statement) const {
  flow.mark(kHandedOut, statement);
}

void FigureFlow::attribute_read(ValueFlow& flow, const Consumer& consumer, Part part) const {
  if (consumer.name == "canvas") return canvas_read(flow, consumer.node);
  flow.follow(consumer.node, part.around > 0 ? Part{} : part);
}

void FigureFlow::attribute_read_by_name(ValueFlow& flow, NodeId call, std::string_view) const {
  flow.follow(call, {});
}

void FigureFlow::method_called(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const {
  const std::string_view name = consumer.name;
  if (name == "savefig") return flow.mark(kSaved, consumer.node);
  if (name == "show") return flow.mark(kShown, consumer.node);
  // What empties it leaves it with pyplot, for the next use of it, if there is one.
  if (name == "clf" || name == "clear" || name == "cla") return;
  const bool asks = name.starts_with("get_") && name != "get_figure" && name != "get_axes";
  if (!asks) flow.follow(consumer.node, {});
}

void FigureFlow::given_to_library(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const {
  const SemanticModel& model = flow.model();
  const SyntaxTree& tree = model.tree();
  const NodeId call = consumer.node;
  const NodeId called = tree.child(call, Field::Function);
  const bool is_method = tree.is(called, Kind::Attribute);
  const std::string_view word = called_name(tree, call);
  const std::string name = model.qualified_text(called);
  const bool array = model.knowledge().covers(Meaning::ArrayPackage, name);
  if (array || name.starts_with("builtins.")) {
    if (array || model.means(Meaning::HandsOnItems, word)) flow.follow(call, {});
    return;
  }
  if (model.knowledge().covers(Meaning::PlottingPackage, name)) {
    if (model.consumer_of(call).role == Role::Returned) flow.mark(kHandedOut, call);
    return;
  }
  if (is_method && is_member(flow, tree.child(called, Field::Object))) return;
  const CallableInfo* known = model.knowledge().callable(model.qualified_name(called));
  if (known != nullptr && known->pure_in_arguments) {
    const bool writes = (known->effects & static_cast<EffectBits>(Effect::InputOutput)) != 0;
    return writes ? flow.mark(kSaved, call) : void();
  }
  if (is_method && model.means(Meaning::StoresFigure, word)) {
    return flow.mark(Sink::InContainer, call);
  }
  if (word == "add_figure") return flow.mark(kClosedThere, call);
  if (is_method && word == "savefig") return flow.mark(kSaved, call);  // a PdfPages
  if (consumer.name != "ax" && consumer.name != "axes" && consumer.name != "cax") {
    flow.mark(Sink::Unseen, call);
  }
}

std::string_view why_needed_later(const Reach& reach) {
  static constexpr std::pair<Sink, std::string_view> kReasons[] = {
      {FigureFlow::kHandedOut, "the figure is returned"},
      {Sink::Captured, "another function reads the figure"},
      {Sink::OnAttribute, "the figure is kept on an object"},
      {Sink::InContainer, "the figure is kept in a container"},
      {FigureFlow::kShown, "somebody looks at the figure in a window"},
      {FigureFlow::kClosedThere, "add_figure() closes the figure"},
      {Sink::Yielded, "the figure goes where it can't be followed"},
      {Sink::Lost, "the figure goes where it can't be followed"},
  };
  const auto reason =
      std::ranges::find_if(kReasons, [&](const auto& entry) { return reach.has(entry.first); });
  return reason == std::end(kReasons) ? std::string_view() : reason->second;
}

}  // namespace mlfix
