// Errs to too many members: a later close() is harmless.

#include "transforms/resource/figures/figure_family.h"

#include <algorithm>
#include <utility>

namespace mlfix {
namespace {

NodeId function_around(const SyntaxTree& tree, NodeId n) {
  for (n = tree.parent(n); n != kNoNode; n = tree.parent(n)) {
    if (tree.is(n, Kind::Lambda) || tree.is(n, Kind::FunctionDefinition)) return n;
  }
  return tree.root();
}

}  // namespace

void FigureFamily::add_value(NodeId expr) {
  flow_.start_expression(expr);
  reach_ = flow_.run();
  const auto& reached = flow_.definitions();
  for (; entered_ < reached.size(); ++entered_) add_definition(reached[entered_]);
}

void FigureFamily::add_definition(DefId d) {
  if (!definitions_.insert(d).second) return;
  const Bindings& bindings = model_.bindings();
  is_global_ = is_global_ || bindings.variable_of(d).declared_global;
  for (const UseId u : bindings.definition(d).uses) {
    const NodeId read = bindings.use(u).node;
    if (model_.tree().is(model_.statement_of(read), Kind::DeleteStatement)) {
      continue;  // the figure stays
    }
    if (function_around(model_.tree(), read) == scope_) reads_.push_back(read);
  }
}

std::string_view FigureFamily::escape() const {
  static constexpr std::pair<Sink, std::string_view> kReasons[] = {
      {FigureFlow::kHandedOut, "the figure is returned"},
      {Sink::Captured, "another function reads the figure"},
      {Sink::OnAttribute, "the figure is kept on an object"},
      {Sink::InContainer, "the figure is kept in a container"},
      {FigureFlow::kShown, "somebody looks at the figure in a window"},
      {FigureFlow::kEmptied, "the figure is emptied for its next use"},
      {FigureFlow::kClosedThere, "add_figure() closes the figure"},
      {Sink::Yielded, "the figure goes where it can't be followed"},
      {Sink::Lost, "the figure goes where it can't be followed"},
  };
  if (is_global_) return "the figure is kept in a global variable";
  const auto reason =
      std::ranges::find_if(kReasons, [&](const auto& entry) { return reach_.has(entry.first); });
  return reason == std::end(kReasons) ? std::string_view() : reason->second;
}

std::string_view FigureFamily::given_to() const {
  const NodeId call = reach_.at({Sink::Unseen});
  if (call == kNoNode) return {};
  const SyntaxTree& tree = model_.tree();
  return tree.is(call, Kind::Call) ? tree.text(tree.child(call, Field::Function)) : tree.text(call);
}

bool FigureFamily::merges_with_others(const std::set<DefId>& others) const {
  const Bindings& bindings = model_.bindings();
  return std::ranges::any_of(definitions_, [&](DefId d) {
    const Definition& definition = bindings.definition(d);
    const bool merged = definition.kind == DefKind::Phi && !definition.uses.empty();
    return merged && std::ranges::any_of(definition.operands, [&](DefId o) {
             return !definitions_.contains(o) && !others.contains(o);
           });
  });
}

}  // namespace mlfix
