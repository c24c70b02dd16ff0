// A figure dies unnoticed at the end of an iteration, or of a function, when it
// was written to a file there, no name of it leads out, and no code that runs
// later meets pyplot before a new figure is current.

#include "transforms/resource/figures/figure_lifetime.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "semantic/binding/loop_carries.h"
#include "semantic/control/branches.h"
#include "semantic/obligation/holders.h"
#include "transforms/resource/figures/figure_flow.h"
#include "transforms/resource/figures/figure_meetings.h"

namespace mlfix {

template <>
class Prover<Claim::FigureUnnumbered> {
 public:
  static Proof<Claim::FigureUnnumbered> proven() { return {}; }
};

template <>
class Prover<Claim::FigureNotKept> {
 public:
  static Proof<Claim::FigureNotKept> proven() { return {}; }
};

namespace {

constexpr int kMaxRepeatingCallers = 4;

class Lifetime {
 public:
  Lifetime(const SemanticModel& model, Figures& figures, NodeId call)
      : model_(model),
        tree_(model.tree()),
        figures_(figures),
        call_(call),
        function_(model.function_of(call)),
        scope_(function_ == kNoNode ? tree_.root() : function_),
        loop_(model.loop_of(call)),
        holders_(model, policy_, scope_),
        meetings_(model, figures, scope_) {
    const NodeId inside = loop_ == kNoNode ? function_ : loop_;
    iteration_ = inside == kNoNode ? scope_ : tree_.child(inside, Field::Body);
  }

  FigureLife explicit_figure();
  FigureLife implicit_figure();

 private:
  bool left_alone(std::string_view why) {
    life_.fact = life_.fact.empty() ? why : life_.fact;
    return true;
  }
  bool is_one_of_many();
  bool repeats(NodeId function, int depth);
  bool is_closed();
  void collect_uses();
  void collect_aliases();
  bool is_read_next_time(NodeId read);
  bool is_needed_later();
  void find_end(bool conditional);
  bool climb(NodeId& unit, bool conditional);
  bool every_branch_makes_one(NodeId branches);
  void find_name();
  void judge_current();
  bool numbers_are_seen();
  Answer<Claim::FigureUndrawn> undrawn();
  Answer<Claim::FigureUnnumbered> unnumbered();
  Answer<Claim::FigureNotKept> not_kept();

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  Figures& figures_;
  NodeId call_, function_, scope_, loop_, iteration_ = kNoNode;
  const FigureFlow policy_;
  Holders holders_;
  FigureMeetings meetings_;
  std::vector<NodeId> uses_;
  std::unordered_map<const Variable*, std::vector<DefId>> aliases_;
  bool saved_ = false;
  FigureLife life_;
  std::optional<Assumption> drawn_by_;  // a call in the scope that may draw in it, too
};

// Is the function run in a loop, as far as the file shows? Yes when nobody in
// the file calls it.
bool Lifetime::repeats(NodeId function, int depth) {
  const CallSites& sites = model_.call_sites(function);
  if (sites.value_use != kNoNode) {
    return true;
  }
  if (sites.calls.empty()) {
    return depth == 0 && tree_.text(tree_.child(function, Field::Name)) != "main";
  }
  for (const NodeId site : sites.calls) {
    if (const NodeId loop = model_.loop_of(site); loop != kNoNode) {
      life_.again = loop;
      return true;
    }
    const NodeId caller = model_.function_of(site);
    if (caller != kNoNode && depth < kMaxRepeatingCallers && repeats(caller, depth + 1)) {
      return true;
    }
  }
  return false;
}

// May some plt.close() or plt.clf() mean this figure?
bool Lifetime::is_closed() {
  const FigureScene& scene = figures_.scene(scope_);
  const auto is_closed_by_name = [&](DefId d) { return scene.closed_names.contains(d); };
  if (!scene.closers.empty() || std::ranges::any_of(holders_.definitions(), is_closed_by_name)) {
    return true;
  }
  const std::size_t here = scene.index_of(call_ + 1);
  const NodeId around = loop_ == kNoNode ? scope_ : loop_;
  if (scene.closed.first(0, here, around) < here) {
    return true;
  }
  const std::size_t end = scene.events.size();
  const auto next = [&](std::size_t from) { return scene.closed.first(from, end, call_); };
  for (std::size_t i = next(here); i < end; i = next(i + 1)) {
    if (may_follow(model_, call_, scene.events[i].call)) {
      return true;
    }
  }
  return false;
}

// Reads of the figure's names, and pyplot calls while it is the current one.
void Lifetime::collect_uses() {
  const FigureScene& scene = figures_.scene(scope_);
  const std::size_t end = scene.index_of(tree_.subtree_end(iteration_));
  const auto next = [&](std::size_t from) { return scene.met.first(from, end, call_); };
  for (std::size_t i = next(scene.index_of(call_ + 1)); i < end; i = next(i + 1)) {
    const FigureEvent& event = scene.events[i];
    if (!may_follow(model_, call_, event.call)) {
      continue;
    }
    const bool ours = (event.acts & kDrawsFigure) != 0 && !is_renewed(event, call_);
    uses_.push_back(event.call);
    saved_ = saved_ || (ours && (event.acts & kSavesFigure) != 0);
    holders_.add(event.call);
  }
  uses_.insert(uses_.end(), holders_.reads().begin(), holders_.reads().end());
  std::sort(uses_.begin(), uses_.end());
  saved_ = saved_ || holders_.reach().has(FigureFlow::kSaved);
}

// Does it stand for the figure of an earlier iteration: `last`, bound at the end of it?
bool Lifetime::is_read_next_time(NodeId read) {
  const Bindings& bindings = model_.bindings();
  const DefId reaching = tree_.is(read, Kind::Identifier) ? bindings.reaching(read) : DefId{kNone};
  if (reaching == kNone || loop_ == kNoNode) {
    return false;
  }
  const auto aliases = aliases_.find(&bindings.variable_of(reaching));
  return aliases != aliases_.end() && std::ranges::any_of(aliases->second, [&](DefId alias) {
           return model_.notes<LoopCarries>(bindings).carries(read, loop_, alias);
         });
}

// The family's definitions in statements of their own.
void Lifetime::collect_aliases() {
  const Bindings& bindings = model_.bindings();
  for (const DefId d : holders_.definitions()) {
    const Definition& definition = bindings.definition(d);
    const bool is_phi = definition.kind == DefKind::Phi || definition.kind == DefKind::LoopPhi;
    if (is_phi || model_.statement_of(definition.node) == model_.statement_of(call_)) continue;
    aliases_[&bindings.variable_of(d)].push_back(d);
  }
}

bool Lifetime::is_needed_later() {
  const NodeId end = tree_.subtree_end(iteration_);
  const bool before = std::any_of(uses_.begin(), uses_.end(), [&](NodeId use) {
    return use < model_.statement_of(call_) || use >= end || is_read_next_time(use);
  });
  const NodeId last = uses_.empty() ? call_ : std::max(uses_.back(), call_);
  return before || meetings_.is_met_behind(scope_, call_, tree_.subtree_end(last)) ||
         meetings_.is_met_by_callers(scope_);
}

// Is there a figure made in every branch, so that one is there behind them all?
bool Lifetime::every_branch_makes_one(NodeId if_statement) {
  const FigureScene& scene = figures_.scene(scope_);
  const auto makes_one = [&](NodeId block) {
    return std::ranges::any_of(scene.between(block, tree_.subtree_end(block)),
                               [&](const FigureEvent& e) {
                                 return (e.acts & kOpensFigure) != 0 &&
                                        model_.block_of(model_.statement_of(e.call)) == block;
                               });
  };
  const Branches branches = branches_of(tree_, if_statement);
  return branches.has_else && std::ranges::all_of(branches.blocks, makes_one) &&
         exits_of(model_, if_statement, if_statement).empty();
}

// From a statement to the one around it, when the figure exists behind that too.
bool Lifetime::climb(NodeId& unit, bool conditional) {
  const NodeId around = owner_of_block(tree_, model_.block_of(unit));
  const bool certain = tree_.is(around, Kind::WithStatement) ||
                       (tree_.is(around, Kind::IfStatement) && every_branch_makes_one(around));
  unit = around;
  return certain || conditional;
}

// The smallest block that holds all uses. `conditional`: close() may also run
// where no figure was made.
void Lifetime::find_end(bool conditional) {
  NodeId unit = model_.statement_of(call_);
  const NodeId use = uses_.empty() ? call_ : std::max(uses_.back(), call_);
  while (!tree_.contains(model_.block_of(unit), use)) {
    if (!climb(unit, conditional) || !tree_.contains(iteration_, unit)) {
      return;
    }
  }
  const bool around = unit != model_.statement_of(call_) && !exits_of(model_, unit, unit).empty();
  if (around) return;
  life_.extent = extent_in_block(model_, unit, uses_);
  life_.is_first =
      std::ranges::none_of(figures_.scene(scope_).between(unit + 1, call_),
                           [](const FigureEvent& e) { return (e.acts & kOpensFigure) != 0; });
}

// The variable that holds the figure itself: fig of `fig = …` and of `fig, ax = …`.
void Lifetime::find_name() {
  const NodeId assignment = tree_.parent(call_);
  if (!tree_.is(assignment, Kind::Assignment) || tree_.child(assignment, Field::Right) != call_) {
    return;
  }
  NodeId target = tree_.child(assignment, Field::Left);
  const bool several = tree_.is(target, Kind::PatternList) || tree_.is(target, Kind::TuplePattern);
  if (several == model_.facts(call_).must_be(Fact::Figure)) {
    return;
  }
  target = several ? tree_.first_child(target) : target;
  const DefId d =
      tree_.is(target, Kind::Identifier) ? model_.bindings().definition_at(target) : DefId{kNone};
  const bool keeps_name = d != kNone && life_.extent.last != kNoNode &&
                          !is_bound_between(model_, target, tree_.subtree_end(life_.extent.made),
                                            tree_.subtree_end(life_.extent.last));
  if (keeps_name) life_.name = tree_.text(target);
}

void Lifetime::judge_current() {
  const NodeId end =
      life_.extent.last == kNoNode ? NodeId{0} : tree_.subtree_end(life_.extent.last);
  for (const FigureEvent& event : figures_.scene(scope_).between(call_ + 1, end)) {
    if ((event.acts & (kOpensFigure | kSwitchesFigure)) == 0 ||
        !may_follow(model_, call_, event.call)) {
      continue;
    }
    if ((event.acts & kMightPlot) == 0) {
      life_.is_current = false;
    } else if (life_.name.empty() || life_.name == "_") {
      const auto callee = tree_.text(tree_.child(event.call, Field::Function));
      drawn_by_ = Assumption{AssumptionKind::FigureNotAwaited,
                             "`" + std::string(callee) + "` draws in this figure", event.call};
    }
  }
}

// Numbers are given again once a figure is closed: does code read them, or the
// table of pyplot itself?
bool Lifetime::numbers_are_seen() {
  const auto accesses = model_.attribute_accesses("number");
  return std::any_of(accesses.begin(), accesses.end(),
                     [](const AttributeAccess& access) { return !access.is_store; }) ||
         model_.mentions("Gcf") || model_.mentions("_pylab_helpers");
}

// Does no other code draw in the figure, or show it?
Answer<Claim::FigureUndrawn> Lifetime::undrawn() {
  if (drawn_by_) return *drawn_by_;
  return meetings_.undrawn();
}

Answer<Claim::FigureUnnumbered> Lifetime::unnumbered() {
  const auto assumed = [&](std::string text) {
    return Assumption{AssumptionKind::FigureNotAwaited, std::move(text), call_};
  };
  if (numbers_are_seen()) return assumed("nobody needs the numbers of the figures to differ");
  if (may_be_numbered(model_, call_)) return assumed("no other code uses a figure of this number");
  return Prover<Claim::FigureUnnumbered>::proven();
}

Answer<Claim::FigureNotKept> Lifetime::not_kept() {
  const NodeId given_to = holders_.reach().at({Sink::Unseen});
  if (given_to == kNoNode) return Prover<Claim::FigureNotKept>::proven();
  const bool is_call = tree_.is(given_to, Kind::Call);
  const auto code = tree_.text(is_call ? tree_.child(given_to, Field::Function) : given_to);
  return Assumption{AssumptionKind::FigureNotAwaited,
                    "`" + std::string(code) + "` neither keeps nor closes the figure", call_};
}

// Made in a comprehension, or under a condition within the expression?
bool Lifetime::is_one_of_many() {
  NodeId n = tree_.parent(call_);
  for (const NodeId end = model_.statement_of(call_); n > end; n = tree_.parent(n)) {
    switch (tree_.kind(n)) {
      case Kind::ListComprehension:
      case Kind::SetComprehension:
      case Kind::DictionaryComprehension:
      case Kind::GeneratorExpression:
      case Kind::Lambda:
      case Kind::ConditionalExpression:
      case Kind::BooleanOperator:
        return true;
      default:
        break;
    }
  }
  return false;
}

FigureLife Lifetime::explicit_figure() {
  if (function_ != kNoNode && model_.is_generator(function_)) {
    left_alone("the function gives control away while the figure is open");
    return life_;
  }
  if (loop_ != kNoNode) {
    life_.again = loop_;
  } else if (function_ == kNoNode || !repeats(function_, 0)) {
    left_alone("the figure is made once");
    return life_;
  }
  if (is_one_of_many()) {
    left_alone("the figure is one of several, or may come from somewhere else");
    return life_;
  }
  holders_.add(call_);
  collect_uses();
  collect_aliases();
  const std::set<DefId>& others = figures_.scene(scope_).opened_names;
  const std::string_view escape = why_needed_later(holders_.reach());
  if (holders_.is_global()) {
    left_alone("the figure is kept in a global variable");
  } else if (!escape.empty()) {
    left_alone(escape);
  } else if (holders_.merges_with_more_than(others)) {
    left_alone("the figure may come from somewhere else");
  } else if (is_closed()) {
    left_alone("the figure is closed, or emptied for its next use");
  } else if (!saved_) {
    left_alone("nothing shows that the figure is done: it is not saved here");
  } else if (is_needed_later()) {
    left_alone("code that runs later uses pyplot's current figure, or shows or closes all");
  } else if (figures_.interactive()) {
    left_alone("somebody looks at the figures: an interactive mode, an animation or a notebook");
  }
  if (!life_.fact.empty()) {
    return life_;
  }
  find_end(false);
  find_name();
  judge_current();
  life_.verdict = Verdict::of(SafeChange::kCloseFigure, undrawn(), unnumbered(), not_kept());
  return life_;
}

// Drawing without figure() opens one only when none is open: all iterations
// draw in the same.
FigureLife Lifetime::implicit_figure() {
  const auto& all = figures_.events(scope_);
  const bool first = !all.empty() && std::all_of(all.begin(), all.end(), [&](const FigureEvent& e) {
    return e.call >= call_ && (e.acts & ~unsigned{kDrawsFigure | kSavesFigure}) == 0;
  });
  if (loop_ != kNoNode) {
    life_.again = loop_;
  } else if (function_ != kNoNode && !repeats(function_, 0)) {
    life_.again = kNoNode;
  }
  if (!first || life_.again == kNoNode) {
    left_alone("pyplot's current figure may be one that was made before");
    return life_;
  }
  collect_uses();
  collect_aliases();
  const bool escapes = holders_.is_global() || !why_needed_later(holders_.reach()).empty();
  if (!saved_ || escapes || figures_.interactive()) {
    left_alone("nothing shows that the figure is done");
  } else if (is_needed_later()) {
    left_alone("code that runs later uses pyplot's current figure, or shows or closes all");
  }
  for (const NodeId caller : meetings_.callers()) {
    const auto& events = figures_.events(caller);
    const bool makes = caller != scope_ && std::any_of(events.begin(), events.end(), [](auto& e) {
                         return (e.acts & ~unsigned{kDrawsFigure | kSavesFigure}) != 0;
                       });
    if (makes) {
      left_alone("a caller may have made the figure");
    }
  }
  find_end(true);
  life_.verdict =
      Verdict::assuming(AssumptionKind::FigureNotAwaited,
                        "each picture is meant to show only what its own iteration draws");
  return life_;
}

}  // namespace

FigureLife life_of_figure(const SemanticModel& model, Figures& figures, NodeId call) {
  return Lifetime(model, figures, call).explicit_figure();
}

FigureLife life_of_implicit_figure(const SemanticModel& model, Figures& figures, NodeId call) {
  return Lifetime(model, figures, call).implicit_figure();
}

}  // namespace mlfix
