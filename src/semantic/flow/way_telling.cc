// An analysis goes from a name to its definition, to its uses, into operands and out of them. A
// reader wants to know where the value gets another name, another owner or another function, a
// step for each.

#include "semantic/flow/way_telling.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/names/access_path.h"
#include "syntax/structure.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostCode = 48;  // bytes

// Is the byte one that goes on with a character?
bool goes_on(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

// Lambdas are no step of their own.
NodeId def_around(const SyntaxTree& tree, NodeId n) {
  return tree.ancestor(n, Kind::FunctionDefinition);
}

}  // namespace

std::string quoted_code(const SyntaxTree& tree, NodeId n) {
  const auto is_short = [](std::string_view text) {
    return text.size() <= kMostCode && text.find('\n') == std::string_view::npos;
  };
  std::string_view text = tree.text(n);
  if (is_short(text)) return fmt::format("`{}`", text);
  if (tree.is(n, Kind::Call)) {
    const std::string_view called = tree.text(tree.child(n, Field::Function));
    if (is_short(called)) return fmt::format("`{}(...)`", called);
  }
  text = text.substr(0, text.find_first_of("\r\n"));
  if (text.size() > kMostCode) {
    std::size_t end = kMostCode;
    while (end > 0 && goes_on(text[end])) --end;
    text = text.substr(0, end);
  }
  return fmt::format("`{}...`", text);
}

std::string quoted_function(const SyntaxTree& tree, NodeId function) {
  const NodeId name = function == kNoNode ? NodeId{kNoNode} : tree.child(function, Field::Name);
  if (name == kNoNode) return "a lambda";
  return fmt::format("`{}()`", tree.text(name));
}

// What happens at the place of the step before becomes a part of that step.
void tell_step(const SyntaxTree& tree, NodeId at, std::string text, WaySteps& steps) {
  const TextRange range = tree.range(at);
  const bool is_same_place =
      !steps.empty() && !steps.back().is_elsewhere() && steps.back().range == range;
  if (is_same_place) {
    steps.back().text += ", " + text;
  } else {
    steps.push_back({range, {}, {}, std::move(text)});
  }
}

bool leaves_function(const SyntaxTree& tree, std::span<const WayStep> steps, NodeId n) {
  return std::ranges::any_of(steps, [&](const WayStep& step) {
    return step.is_elsewhere() ||
           def_around(tree, tree.node_covering(step.range)) != def_around(tree, n);
  });
}

namespace {

class Teller {
 public:
  Teller(const SyntaxTree& tree, const Bindings& bindings, WaySteps& steps)
      : tree_(tree), bindings_(bindings), steps_(steps) {}

  void tell(std::span<const Hop> hops) {
    const bool has_place = !hops.empty() && hops.front().kind != Hop::Kind::Definition;
    if (has_place) said_at_ = enclosing_statement(tree_, hops.front().id);
    for (const Hop& hop : hops) {
      switch (hop.kind) {
        case Hop::Kind::Definition:
          definition(hop.id);
          break;
        case Hop::Kind::Attribute:
          step(hop.id, fmt::format("stored in {}", quoted_code(tree_, hop.id)));
          value_ = kNoNode;
          break;
        case Hop::Kind::Expression:
          expression(hop.id);
          break;
      }
    }
  }

 private:
  void step(NodeId at, std::string text) {
    tell_step(tree_, at, std::move(text), steps_);
    said_at_ = enclosing_statement(tree_, at);
  }

  // The statement in which the value is when nothing has happened since.
  bool is_said(NodeId at) const { return enclosing_statement(tree_, at) == said_at_; }

  void definition(DefId def) {
    const Definition& d = bindings_.definition(def);
    const bool has_name = d.node != kNoNode && tree_.is(d.node, Kind::Identifier);
    if (has_name && d.kind != DefKind::Parameter) bound(d);
    value_ = kNoNode;
  }

  // Either the value is bound to the name, or it is put into what the name stands for.
  void bound(const Definition& d) {
    const NodeId statement = enclosing_statement(tree_, d.node);
    const bool by_name = value_ == kNoNode || tree_.contains(statement, value_);
    if (!by_name) {
      return step(value_, fmt::format("put into {}", quoted_code(tree_, d.node)));
    }
    if (d.kind == DefKind::For) {
      return step(d.node, fmt::format("taken out of it as {}", quoted_code(tree_, d.node)));
    }
    // Without a value in between it is the name's own: of x in x *= 2.
    const bool is_own = d.kind == DefKind::AugAssign && value_ == kNoNode;
    if (is_said(d.node) || is_own) return;
    step(d.node, fmt::format("{} {}", how_bound(d), quoted_code(tree_, d.node)));
  }

  std::string_view how_bound(const Definition& d) const {
    if (d.kind == DefKind::AugAssign) {
      const NodeId token = tree_.child(enclosing_statement(tree_, d.node), Field::Operator);
      return token != kNoNode && tree_.text(token) == "+=" ? "added to" : "goes into";
    }
    const bool is_whole = d.value == kNoNode || first_ == kNoNode ||
                          tree_.contains(first_, without_parentheses(tree_, d.value));
    return is_whole || d.kind != DefKind::Assign ? "assigned to" : "goes into";
  }

  // A call of the function that returns the value is no part of the statement that returns it.
  void expression(NodeId expr) {
    if (value_ != kNoNode && !tree_.contains(expr, value_)) {
      const NodeId function = def_around(tree_, value_);
      if (function != kNoNode && def_around(tree_, expr) != function) {
        step(value_, fmt::format("returned by {}", quoted_function(tree_, function)));
      }
    }
    if (value_ == kNoNode || !tree_.contains(expr, value_)) first_ = expr;
    value_ = expr;
  }

  const SyntaxTree& tree_;
  const Bindings& bindings_;
  WaySteps& steps_;
  NodeId value_ = kNoNode;    // the expression that has the value
  NodeId first_ = kNoNode;    // the first one that had it since it had a name
  NodeId said_at_ = kNoNode;  // the statement of the last step
};

}  // namespace

void tell_hops(const SyntaxTree& tree, const Bindings& bindings, std::span<const Hop> hops,
               WaySteps& steps) {
  Teller(tree, bindings, steps).tell(hops);
}

}  // namespace mlfix
