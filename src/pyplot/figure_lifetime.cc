// A figure dies unnoticed at the end of an iteration, or of a function, when no name of it leads
// out, and no code that runs later meets pyplot before a new figure is current.

#include "pyplot/figure_lifetime.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/binding/loop_carries.h"
#include "semantic/control/branches.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

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

NodeId scope_around(const SemanticModel& model, NodeId n) {
  const NodeId function = model.function_of(n);
  return function == kNoNode ? model.tree().root() : function;
}

// What is drawn in the current figure belongs to one picture up to where that is saved: the loop
// is the innermost around both, if there is one.
NodeId loop_of_picture(const SemanticModel& model, const FigureScene& scene, NodeId call) {
  const auto saves = [&](const FigureEvent& event) { return (event.acts & kSavesFigure) != 0; };
  for (const NodeId loop : model.loops_of(call)) {
    if (std::ranges::any_of(scene.between(call, model.tree().subtree_end(loop)), saves)) {
      return loop;
    }
  }
  return kNoNode;
}

NodeId body_of_iteration(const SemanticModel& model, NodeId scope, NodeId loop) {
  const NodeId inside = loop == kNoNode ? scope : loop;
  return inside == model.tree().root() ? inside : model.tree().child(inside, Field::Body);
}

// Does code read the numbers of figures, or the table of pyplot itself?
bool numbers_are_seen(const SemanticModel& model) {
  return std::ranges::any_of(model.attribute_accesses("number"),
                             [](const AttributeAccess& access) { return !access.is_store; }) ||
         model.mentions("Gcf") || model.mentions("_pylab_helpers");
}

}  // namespace

FigureLifetime::FigureLifetime(const SemanticModel& model, Figures& figures, NodeId call,
                               FigureOrigin origin)
    : model_(model),
      tree_(model.tree()),
      figures_(figures),
      call_(call),
      origin_(origin),
      scope_(scope_around(model, call)),
      scene_(figures.scene(scope_)),
      loop_(origin == FigureOrigin::Opened ? model.loop_of(call)
                                           : loop_of_picture(model, scene_, call)),
      iteration_(body_of_iteration(model, scope_, loop_)),
      holders_(model, policy_, scope_),
      meetings_(model, figures, scope_),
      given_(figure_given_by(model, figures, call)),
      saved_(given_.saved) {
  if (origin == FigureOrigin::Opened) holders_.add(call);
  collect_uses();
}

// Reads of the figure's names, and pyplot calls while it is the current one.
void FigureLifetime::collect_uses() {
  const std::size_t end = scene_.index_of(tree_.subtree_end(iteration_));
  const auto next = [&](std::size_t from) {
    return scene_.first_reached(model_, scene_.met, from, end, call_, call_);
  };
  for (std::size_t i = next(scene_.index_of(call_ + 1)); i < end; i = next(i + 1)) {
    const FigureEvent& event = scene_.events[i];
    const bool ours =
        (event.acts & (kDrawsFigure | kClearsFigure)) != 0 && !is_renewed(event, call_);
    saved_ = saved_ || (ours && (event.acts & kSavesFigure) != 0);
    uses_.push_back(event.call);
    holders_.add(event.call);
  }
  uses_.insert(uses_.end(), holders_.reads().begin(), holders_.reads().end());
  std::sort(uses_.begin(), uses_.end());
  saved_ = saved_ || holders_.reach().has(FigureFlow::kSaved);
}

NodeId FigureLifetime::last_use() const {
  return uses_.empty() ? call_ : std::max(uses_.back(), call_);
}

bool FigureLifetime::may_come_from_elsewhere() const {
  return holders_.merges_with_more_than(scene_.opened_names);
}

namespace {

// Does the function close or empty a figure?
bool closes_a_figure(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = function; n < tree.subtree_end(function); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const std::string_view name = called_name(tree, n);
    if (name == "close" || name == "clf" || name == "clear") return true;
  }
  return false;
}

}  // namespace

// Is it given to a function of another file that closes one?
bool FigureLifetime::may_be_closed_elsewhere() const {
  const ProjectCode* code = model_.place().code;
  return code != nullptr && std::ranges::any_of(uses_, [&](NodeId use) {
           const Consumer taker = model_.consumer_of(use);
           if (taker.role != Role::Argument) return false;
           const ProjectEntity function = model_.callee_elsewhere(taker.node);
           return function && code->holds_in(function, closes_a_figure);
         });
}

bool FigureLifetime::may_be_closed() const {
  if (may_be_closed_elsewhere()) return true;
  const auto is_closed_by_name = [&](DefId d) { return scene_.closed_names.contains(d); };
  if (!scene_.closers.empty() || std::ranges::any_of(holders_.definitions(), is_closed_by_name)) {
    return true;
  }
  const std::size_t here = scene_.index_of(call_ + 1), end = scene_.events.size();
  const NodeId around = loop_ == kNoNode ? scope_ : loop_;
  // What stands before it runs behind it where a loop comes again, or a caller does.
  const std::vector<NodeId> loops = model_.loops_of(call_);
  const NodeId again = !loops.empty() ? loops.back() : scope_ == tree_.root() ? call_ : scope_;
  return scene_.closed.first(scene_.index_of(again), here, around) < here ||
         scene_.first_reached(model_, scene_.closed, here, end, call_, call_) < end;
}

// The names of the figure that statements of their own give it.
FigureLifetime::Aliases FigureLifetime::aliases() const {
  const Bindings& bindings = model_.bindings();
  Aliases by_variable;
  for (const DefId d : holders_.definitions()) {
    const Definition& definition = bindings.definition(d);
    const bool is_phi = definition.kind == DefKind::Phi || definition.kind == DefKind::LoopPhi;
    if (is_phi || model_.statement_of(definition.node) == model_.statement_of(call_)) continue;
    by_variable[&bindings.variable_of(d)].push_back(d);
  }
  return by_variable;
}

// Does it stand for the figure of an earlier iteration: `last`, bound at the end of it?
bool FigureLifetime::is_read_next_time(NodeId read, const Aliases& aliases) const {
  const Bindings& bindings = model_.bindings();
  const DefId reaching = tree_.is(read, Kind::Identifier) ? bindings.reaching(read) : DefId{kNone};
  if (reaching == kNone || loop_ == kNoNode) return false;
  const auto same = aliases.find(&bindings.variable_of(reaching));
  return same != aliases.end() && std::ranges::any_of(same->second, [&](DefId alias) {
           return model_.notes<LoopCarries>(bindings).carries(read, loop_, alias);
         });
}

bool FigureLifetime::is_needed_later() {
  const NodeId end = tree_.subtree_end(iteration_);
  const Aliases names = aliases();
  const bool before = std::ranges::any_of(uses_, [&](NodeId use) {
    return use < model_.statement_of(call_) || use >= end || is_read_next_time(use, names);
  });
  return before || meetings_.is_met_behind(scope_, call_, tree_.subtree_end(last_use())) ||
         meetings_.is_met_by_callers();
}

bool FigureLifetime::may_be_a_callers() {
  const auto decides = [](const FigureEvent& event) {
    constexpr unsigned kDecides = kOpensFigure | kSwitchesFigure | kClosesFigure | kClearsFigure;
    return (event.acts & kDecides) != 0 && (event.acts & kMightPlot) == 0;
  };
  return std::ranges::any_of(meetings_.callers(), [&](NodeId caller) {
    return caller != scope_ && std::ranges::any_of(figures_.events(caller), decides);
  });
}

// Is there a figure opened in every branch, so that one is there after them all?
bool FigureLifetime::every_branch_opens_one(NodeId if_statement) const {
  const auto opens_one = [&](NodeId block) {
    return std::ranges::any_of(scene_.between(block, tree_.subtree_end(block)),
                               [&](const FigureEvent& e) {
                                 return (e.acts & kOpensFigure) != 0 &&
                                        model_.block_of(model_.statement_of(e.call)) == block;
                               });
  };
  const Branches branches = branches_of(tree_, if_statement);
  return branches.has_else && std::ranges::all_of(branches.blocks, opens_one) &&
         exits_of(tree_, if_statement, if_statement).empty();
}

// The statement that opens the figure, or the smallest one around it in whose block all uses are,
// and after which the figure exists. Where none was opened, closing the current one does nothing.
NodeId FigureLifetime::unit_of_uses() const {
  NodeId unit = model_.statement_of(call_);
  while (!tree_.contains(model_.block_of(unit), last_use())) {
    unit = owner_of_block(tree_, model_.block_of(unit));
    const bool exists = origin_ == FigureOrigin::Current || tree_.is(unit, Kind::WithStatement) ||
                        (tree_.is(unit, Kind::IfStatement) && every_branch_opens_one(unit));
    if (!exists || !tree_.contains(iteration_, unit)) return kNoNode;
  }
  const bool around = unit != model_.statement_of(call_) && !exits_of(tree_, unit, unit).empty();
  return around ? NodeId{kNoNode} : unit;
}

// The variable that holds the figure itself, fig of `fig = …` and of `fig, ax = …`; "" when none
// does up to the end.
std::string FigureLifetime::name_within(const Extent& extent) const {
  const NodeId assignment = tree_.parent(call_);
  if (!tree_.is(assignment, Kind::Assignment) || extent.last == kNoNode) return "";
  NodeId target = tree_.child(assignment, Field::Left);
  const bool several = tree_.is(target, Kind::PatternList) || tree_.is(target, Kind::TuplePattern);
  const bool gives_one = given_.any ? !given_.beside : model_.facts(call_).must_be(Fact::Figure);
  if (several == gives_one) return "";
  target = several ? tree_.first_child(target) : target;
  const bool keeps = tree_.is(target, Kind::Identifier) &&
                     !is_bound_between(model_, target, tree_.subtree_end(extent.made),
                                       tree_.subtree_end(extent.last));
  return keeps ? std::string(tree_.text(target)) : "";
}

FigureEnd FigureLifetime::end() const {
  FigureEnd end;
  if (const NodeId unit = unit_of_uses(); unit != kNoNode) {
    end.extent = extent_in_block(tree_, unit, uses_);
    end.is_first = !any_does(scene_.between(unit + 1, call_), kOpensFigure);
  }
  if (origin_ == FigureOrigin::Current) {
    end.argument = "";
    return end;
  }
  const std::string name = name_within(end.extent);
  const bool unnamed = name.empty() || name == "_";
  const NodeId over = end.extent.last == kNoNode ? NodeId{0} : tree_.subtree_end(end.extent.last);
  bool is_current = true;
  for (const FigureEvent& event : scene_.between(call_ + 1, over)) {
    const bool may_switch = (event.acts & (kOpensFigure | kSwitchesFigure)) != 0 &&
                            may_follow(model_, call_, event.call);
    if (!may_switch) continue;
    if ((event.acts & kMightPlot) == 0) {
      is_current = false;
    } else if (unnamed) {
      end.drawn_by = event.call;
    }
  }
  if (unnamed && is_current) {
    end.argument = "";
  } else if (!name.empty()) {
    end.argument = name;
  }
  return end;
}

Answer<Claim::FigureUndrawn> FigureLifetime::undrawn(const FigureEnd& end) {
  if (end.drawn_by == kNoNode) return meetings_.undrawn();
  const auto callee = tree_.text(tree_.child(end.drawn_by, Field::Function));
  return Assumption{AssumptionKind::FigureNotAwaited,
                    "`" + std::string(callee) + "` draws in this figure", end.drawn_by};
}

Answer<Claim::FigureUnnumbered> FigureLifetime::unnumbered() const {
  const auto assumed = [&](std::string text) {
    return Assumption{AssumptionKind::FigureNotAwaited, std::move(text), call_};
  };
  if (numbers_are_seen(model_)) {
    return assumed("nobody needs the numbers of the figures to differ");
  }
  const bool is_asked_for = may_be_numbered(model_, call_) || is_number_asked_for(model_, call_);
  if (!given_.any && is_asked_for) return assumed("no other code uses a figure of this number");
  return Prover<Claim::FigureUnnumbered>::proven();
}

Answer<Claim::FigureNotKept> FigureLifetime::not_kept() const {
  const NodeId given_to = reach().at({Sink::Unseen});
  if (given_to == kNoNode) return Prover<Claim::FigureNotKept>::proven();
  const bool is_call = tree_.is(given_to, Kind::Call);
  const auto code = tree_.text(is_call ? tree_.child(given_to, Field::Function) : given_to);
  return Assumption{AssumptionKind::FigureNotAwaited,
                    "`" + std::string(code) + "` neither keeps nor closes the figure", call_};
}

}  // namespace mlfix
