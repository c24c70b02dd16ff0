// The value-flow engine backwards: where does a value come from?
//
// A worklist of expressions and definitions that the value may be, or may be made of. The engine
// knows how Python moves values, and follows it by itself: from a name to all that may be bound to
// it, through merges and loops, sums (both operands, `x += y` included), conditional and boolean
// expressions, walruses and chains of assignments; from what is unpacked to the element at its
// place; from an item to what was put into the display, by constant keys and positions where there
// are any; from what is iterated over to its items (enumerate, zip, items()); from a call of a
// function of the file to what that returns, at the place of a tuple that is asked for.
//
// Whatever else a value may be is one of its sources: a literal, a parameter, an import, an
// attribute, what a comparison or a library gives. What these count for, and where the trail ends
// or goes on otherwise (at a tensor that is detached, through a method from its result to its
// object), is said by the client, an OriginPolicy.
//
// It is a may-analysis: a kind of source that is not in the answer is none of the value's. So "all
// that it comes from is a number" is asked as "does it come from anything else?". A circle adds
// nothing. Where a bound ends the search, the answer has Source::GivenUp, which no client may take
// for innocent.
//
// Complexity: constant for each place. A policy that keeps its answers pays for each definition,
// function and link of a chain once in a file; one that does not is bounded by most_steps().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/kept_answers.h"
#include "semantic/flow/mark_set.h"
#include "semantic/flow/way_telling.h"
#include "semantic/names/part.h"
#include "syntax/work_budget.h"

namespace mlfix {

class ValueOrigins;
class SemanticModel;

enum class Source : std::uint8_t {
  GivenUp,  // the search was ended by a bound
  Own,      // the first of those that a policy adds, see own_source()
};

// The source number `n`, from 0 on, of a policy.
constexpr Source own_source(unsigned n) {
  return static_cast<Source>(static_cast<unsigned>(Source::Own) + n);
}

struct Origins : MarkSet<Source> {
  void join(const Origins& other) { add(other, kNoNode); }
};

// What is looked for at a place: the value itself, or what it holds, in that part of it.
struct Wanted {
  bool held = false;
  Part part;
  friend auto operator<=>(const Wanted&, const Wanted&) = default;
};

// What a value holds, in any part.
constexpr Wanted kHeld{true, {}};

// A question whose answer is kept.
struct OriginKey {
  enum class Kind : std::uint8_t {
    Definition,  // of what is bound
    Variable,    // of all that is bound to a name that functions bind, by its first definition
    Result,      // of what a function returns, by its definition
    Link,        // of a sum that is a term of another, a call whose result has a method called
  };
  Kind kind;
  std::uint32_t id;
  Wanted wanted;
  friend auto operator<=>(const OriginKey&, const OriginKey&) = default;
};

// From a source to the value.
struct Trail {
  Source source = Source::GivenUp;
  std::vector<Hop> hops;
};

using OriginMemory = KeptAnswers<OriginKey, Origins>;

class OriginPolicy {
 public:
  virtual ~OriginPolicy() = default;

  // Where answers are kept; nullptr where they are not, as for clients that collect the places.
  virtual OriginMemory* memory(const SemanticModel&) const { return nullptr; }
  // The bound of one question whose answers are not kept.
  virtual std::size_t most_steps() const { return 2000; }
  // Is a container what its items are, as far as they were put in where it was made? Else one is a
  // source, and so is an item of one that may be changed later.
  virtual bool looks_into_containers() const { return false; }
  // Does a call of a decorated function give what the function returns?
  virtual bool sees_through_decorators() const { return false; }

  // Each place that the trail comes to. True where the policy has taken it: has marked it, goes on
  // from it in its own way, or knows that nothing is behind it.
  virtual bool takes(ValueOrigins&, NodeId /*expr*/, Wanted) const { return false; }
  virtual bool takes_definition(ValueOrigins&, DefId, Wanted) const { return false; }
  // A place that Python has no way back from.
  virtual void source(ValueOrigins&, NodeId expr, Wanted) const = 0;
  virtual void source_definition(ValueOrigins&, DefId, Wanted) const = 0;
  // A function of the file is called and may return without a value.
  virtual void none_returned(ValueOrigins& origins, NodeId call, Wanted wanted) const {
    source(origins, call, wanted);
  }
};

class ValueOrigins {
 public:
  ValueOrigins(const SemanticModel& model, const OriginPolicy& policy);

  // Starts with what follow() and follow_definition() were called for.
  const Origins& run();

  // ---- what policies may ask and answer ----
  const SemanticModel& model() const { return model_; }
  void mark(Source source, NodeId at) {
    origins_.mark(source, at);
    if (trace_ != nullptr) trace_mark(source);
  }
  void add(const Origins& others, NodeId at) { origins_.add(others, at); }
  void follow(NodeId expr, Wanted wanted = {});
  void follow_all(std::span<const NodeId> exprs, Wanted wanted = {});
  void follow_definition(DefId def, Wanted wanted = {});
  // What another value comes from, for a policy that keeps its answers and decides by it what to
  // mark. In a circle it is what is found so far, so the policy may never mark less because there
  // is more of it; all values of a circle have what one has in the end.
  Origins answer_of(NodeId expr);
  // The same for what a function of the file returns, a call of which gives it as it is. Nothing in
  // a circle: then the value has it in any case.
  std::optional<Origins> answer_of_returned(NodeId function, Wanted wanted);
  // What any item of the container is.
  void follow_items(NodeId container) { follow(container, kHeld); }
  // What a function of the file returns; `call` stands for a return without a value.
  void follow_returned(NodeId function, NodeId call, Wanted wanted);
  // Work of the policy, which counts as steps.
  void spend(std::size_t steps);
  // Nothing more is followed: what is found decides.
  void stop() { queue_.clear(); }

  // The shortest trail from the expression back to a source that the policy marks, and of equal
  // ones the first in the text: the question that was asked before, once more, without the answers
  // that are kept. Empty where there is none, or it is too long. For findings; see value_trail.cc.
  static Trail trail(const SemanticModel& model, const OriginPolicy& policy, NodeId expr);

 private:
  struct Item {
    bool is_definition;
    std::uint32_t id;
    Wanted wanted;
  };
  struct Trace;

  void push(Item item);
  void visit(Item item);
  // value_trail.cc
  void trace_mark(Source source);
  void trace_push(Item item);
  void run_traced();
  bool take_kept(OriginKey::Kind kind, std::uint32_t id, Wanted wanted);
  Origins answer(const OriginKey& key);
  void start(const OriginKey& key);
  bool is_link(NodeId expr) const;

  void expression(NodeId expr, Wanted wanted);
  void name(NodeId identifier, Wanted wanted);
  void branches(NodeId expr, Wanted wanted);
  void call(NodeId call, Wanted wanted);
  bool passes_arguments(NodeId call, Wanted wanted);
  bool takes_entry(NodeId call);
  bool gives_another(NodeId function) const;
  void returned(NodeId function, NodeId call, Wanted wanted);
  void item(NodeId subscript, Wanted wanted);
  bool is_opaque(NodeId display, Wanted wanted) const;
  void display(NodeId display, Wanted wanted);
  bool placed(NodeId display, Wanted wanted);
  bool keyed(NodeId dictionary, Wanted wanted);

  void definition(DefId def, Wanted wanted);
  void unpacked(const Definition& d, Wanted wanted);
  void iterated(const Definition& d, Wanted wanted);
  void item_of(NodeId iterated, std::span<const int> places, Wanted wanted);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  WorkBudget& work_;
  const OriginPolicy& policy_;
  OriginMemory* memory_;                // nullptr where answers are not kept
  Trace* trace_ = nullptr;              // of a question that is asked for the trail
  const OriginKey* answers_ = nullptr;  // the question that is answered, where it is kept
  std::size_t lowest_open_ = SIZE_MAX;  // the place of a question that this one waits for
  std::size_t steps_ = 0;
  Origins origins_;
  std::vector<Item> queue_;
  std::set<std::tuple<bool, std::uint32_t, Wanted>> seen_;
};

Origins origins_of(const SemanticModel& model, const OriginPolicy& policy, NodeId expr);
Origins origins_of_definition(const SemanticModel& model, const OriginPolicy& policy, DefId def);

}  // namespace mlfix
