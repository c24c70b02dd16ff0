// SemanticModel: the façade through which transforms ask about a file.
//
// The quality of mlfix is the quality of this layer. Each query is one line for
// the caller, is answered from the syntax tree, the bindings and the knowledge
// tables, is computed lazily and memoised, and answers "unknown" when in doubt.
// Every answer that a safe fix may rest on is conservative: see each query for
// the side on which it errs.
//
// This header names what is asked; the answers have headers of their own, which who asks includes.
// So a change is compiled by those who ask. Who needs the tree or the bindings only takes those.
//
// One model belongs to one file and one thread. Cost of all queries together is
// linear in the file but for the def-use closures they follow.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "syntax/syntax_tree.h"
#include "syntax/work_budget.h"
#include "text/cells.h"

namespace mlfix {

class Bindings;                       // binding/binding.h
class Calls;                          // names/calls.h
class Knowledge;                      // knowledge/knowledge.h
class NameSet;                        // knowledge/name_set.h
class Reach;                          // flow/graph_sinks.h
enum class EffectSet : std::uint8_t;  // effects/effects.h
enum class Hint : std::uint8_t;       // knowledge/hints.h
enum class Meaning : std::uint8_t;    // knowledge/meanings.h
struct AttributeAccess;               // names/attribute_access.h
struct CallSites;                     // names/call_sites.h
struct Consumer;                      // control/consumer.h
struct Effects;                       // effects/effects.h
struct Facts;                         // facts/facts.h
struct FrameworkInfo;                 // knowledge/knowledge.h
struct GradState;                     // effects/grad_mode.h
struct OutsideCall;                   // project/outside_call.h
struct ProjectEntity;                 // project/project_entity.h
struct ProjectPlace;                  // project/project_entity.h
struct RunModules;                    // effects/effects.h
struct TripCount;                     // control/trip_count.h
using DefId = std::uint32_t;          // binding/ids.h
using UseId = std::uint32_t;          // binding/ids.h
using Symbol = std::uint32_t;         // knowledge/symbol.h

class SemanticModel {
 public:
  // `tree` and `knowledge` must outlive the model. `cells` are those of the
  // tree's text when it is a notebook's. With a place in a project the queries
  // below also see the project's other files. Queries cost steps of `work`, which
  // must outlive the model, and end in GaveUp when there are none left; without
  // one they may cost what they cost.
  SemanticModel(const SyntaxTree& tree, const Knowledge& knowledge, Cells cells = {});
  SemanticModel(const SyntaxTree& tree, const Knowledge& knowledge, Cells cells,
                const ProjectPlace& place, WorkBudget* work = nullptr);
  ~SemanticModel();
  SemanticModel(const SemanticModel&) = delete;
  SemanticModel& operator=(const SemanticModel&) = delete;

  const SyntaxTree& tree() const { return *tree_; }
  const Bindings& bindings() const {
    work_->spend();  // who walks along definitions asks on each level
    return *bindings_;
  }
  WorkBudget& work() const { return *work_; }
  const Knowledge& knowledge() const { return *knowledge_; }
  const ProjectPlace& place() const { return *place_; }

  // What the rules and the predicates that they share remember about this file, so that
  // they look at a region once and not for each finding in it: one object of each type,
  // made of the arguments when it is first asked for. Lives as long as the model.
  template <typename Notes, typename... Arguments>
  Notes& notes(const Arguments&... arguments) const {
    std::shared_ptr<void>& kept = notes_[&kNotesOf<Notes>];
    if (kept == nullptr) kept = std::make_shared<Notes>(arguments...);
    return *static_cast<Notes*>(kept.get());
  }

  // ---- structure (structure.cc) ----
  // The ancestor of n, or n itself, whose parent is a statement, a clause or block of one, a
  // lambda or a comprehension: climbing from one to the next passes expressions by, which may
  // be nested thousands deep. The root for itself. Constant; one pass over the tree the first
  // time.
  NodeId below_frame(NodeId n) const;
  NodeId statement_of(NodeId n) const;  // innermost statement that holds n (n itself if one)
  NodeId function_of(NodeId n) const;   // enclosing def (lambda excluded), n excluded, or kNoNode
  NodeId class_of(NodeId n) const;      // enclosing class, or kNoNode
  NodeId method_class(NodeId function) const;  // class whose body directly holds the def
  // Innermost for/while whose *body* holds n, not crossing a def, lambda or class.
  NodeId loop_of(NodeId n) const;
  std::vector<NodeId> loops_of(NodeId n) const;  // innermost first
  NodeId block_of(NodeId statement) const;       // the block or module that directly holds it
  // Statements of a block, comments excluded.
  std::vector<NodeId> statements(NodeId block) const;
  bool is_generator(NodeId function) const;
  // The return statements of a function in source order, without those of functions in
  // it. Kept: linear in the function the first time only.
  const std::vector<NodeId>& returns_of(NodeId function) const;
  // What those return, as written; a bare `return` has none.
  std::vector<NodeId> returned_values(NodeId function) const;
  NodeId strip_parentheses(NodeId expr) const;
  Consumer consumer_of(NodeId expr) const;

  // ---- notebooks (notebook_cells.cc) ----
  // A notebook's code cells, joined in order: each can be run again, after any
  // other.
  bool is_notebook() const { return !cells_.empty(); }
  const Cells& cells() const { return cells_; }
  // Index into cells().all(), or nothing (not in a notebook).
  std::optional<std::size_t> cell_of(NodeId n) const;
  // Is this expression statement the last one of its cell, whose value IPython
  // shows and keeps in Out? False where a `;` follows.
  bool is_displayed(NodeId statement) const;
  // Does this read of a module-level name see what an earlier cell, or a
  // second run, left there? Errs to true.
  bool sees_other_cells(UseId use) const;

  // ---- names and callees (names.cc) ----
  // Canonical qualified name of an expression through imports and aliases; must
  // hold on all paths. kNoSymbol when it has none or no table knows it.
  Symbol qualified_name(NodeId expr) const;
  // The same as text, also for names no table knows ("mypkg.utils.train").
  std::string qualified_text(NodeId expr) const;
  bool is_named(NodeId expr, std::string_view dotted) const;
  // Is `n` a call of the function with that qualified name?
  bool is_call_to(NodeId n, std::string_view dotted) const;
  bool is_call_to(NodeId call, Meaning function) const;  // one that has the meaning
  // A call x.name(…) : its receiver, else kNoNode.
  NodeId receiver_of_call(NodeId call, std::string_view method) const;
  std::string_view method_name(NodeId call) const;  // "" when not a method call
  // Positional or keyword argument, or kNoNode (also when *args/**kwargs may hold it).
  NodeId argument(NodeId call, int position, std::string_view keyword) const;
  std::vector<NodeId> arguments(NodeId call) const;  // values, positional then keyword
  // def in this file that a call runs (methods through self and in-file bases,
  // Module instances of in-file classes to their forward), or kNoNode.
  NodeId callee(NodeId call) const;
  // The __setitem__ in this file that an assignment to the subscript runs, or kNoNode.
  NodeId item_setter(NodeId subscript) const;
  const CallSites& call_sites(NodeId function) const;
  // The function in another file of the project that a call runs, where callee()
  // has no answer: through imports, classes and bases. None when in doubt.
  ProjectEntity callee_elsewhere(NodeId call) const;
  // The class of another file that the expression names. None when in doubt.
  ProjectEntity class_elsewhere(NodeId expr) const;
  // Does the function in another file that a call runs switch gradients off around
  // a module by itself, at least on some path?
  bool spares_graphs(NodeId call) const;
  // Calls in other files of the project that run, or may run, the function. Nothing
  // when that is not known: no project, or too many files. Expensive: for findings, not for
  // looking for them.
  std::optional<std::vector<OutsideCall>> calls_elsewhere(NodeId function) const;
  bool imports_any(Meaning packages) const;     // one of the packages that have the meaning
  bool imports(std::string_view module) const;  // the module or a submodule of it

  // ---- meanings and hints (knowledge tables) ----
  // Has the name the meaning? Of a method: whatever its receiver is.
  bool means(Meaning meaning, std::string_view name) const;
  // The same for a method of `receiver`; for meanings whose rows may name a receiver.
  bool means(Meaning meaning, std::string_view method, NodeId receiver) const;
  const NameSet& names(Meaning meaning) const;
  // Does the name sound like it? Never proof.
  bool suggests(Hint hint, std::string_view name) const;

  // ---- facts (fact_solver.cc, definition_facts.cc) ----
  Facts facts(NodeId expr) const;
  Facts facts_of(DefId def) const;
  // Facts of what iterating over the value yields, or of what it contains.
  Facts element_facts(NodeId expr) const;
  // Of what a function returns to any caller, and of the elements of that.
  std::pair<Facts, Facts> returned_facts(NodeId function) const;
  // Of the parts of the tuple that it returns, by place; empty where it may return anything else.
  std::vector<Facts> returned_part_facts(NodeId function) const;
  // Of the entries of the dict that it returns, by key; empty where it may return anything else.
  std::map<std::string, Facts, std::less<>> returned_entry_facts(NodeId function) const;
  // Of an attribute of the instances of a class of this file.
  Facts attribute_facts(NodeId klass, std::string_view name) const;
  // Classes whose bases reach `dotted` in this file or by name.
  bool derives_from(NodeId klass, std::string_view dotted) const;
  const FrameworkInfo* framework_of(NodeId klass) const;
  bool mentions(std::string_view identifier) const;  // some identifier in the file is this word

  // Who is run by calls, and what their arguments become (calls.h).
  Calls calls() const;

  // ---- attributes (attributes.cc) ----
  // Every access `obj.name` in the file, whatever the object, and those in a part of it. In
  // source order.
  std::span<const AttributeAccess> attribute_accesses(std::string_view name) const;
  std::span<const AttributeAccess> attribute_accesses_in(NodeId region,
                                                         std::string_view name) const;

  // ---- gradient mode, effects, fate (grad_mode.cc, effects.cc, graph_flow.cc) ----
  GradState grad_mode(NodeId n) const;
  // Is that mode GradMode::Disabled? Cheaper to ask: callers in other files are looked at only
  // where this file has them off.
  bool has_gradients_off(NodeId n) const;
  // Effects of running the subtrees [first, last] (sibling statements or one
  // expression), callees in the file included. Without MayNeedGraph unless it is asked for.
  Effects effects(NodeId first, NodeId last) const;
  Effects effects(NodeId first, NodeId last, EffectSet wanted) const;
  Effects effects(NodeId n) const;
  Effects effects(NodeId n, EffectSet wanted) const;
  Effects callee_effects(NodeId function) const;
  Effects callee_effects(NodeId function, EffectSet wanted) const;
  // A call in the region of a method, or of a function of the file that leads to one, under
  // whose name a class of the files around does something that bears on gradients, where the
  // class of the object is not known; or kNoNode. Asks other files: for findings, not for
  // looking for them.
  NodeId method_elsewhere(NodeId first, NodeId last) const;
  // The modules that run with the subtrees [first, last] or a function, and all that they reach
  // in the file. For findings, as it goes back to where each module was made.
  RunModules run_modules(NodeId first, NodeId last) const;
  RunModules run_modules(NodeId function) const;
  // A module that running the region runs, here or in another file, and whose class may be one
  // that neither the run sees nor the tables know; or kNoNode.
  NodeId unseen_module(NodeId first, NodeId last) const;
  // Where the graph of the value of an expression / of a definition gets to. Lives as long as the
  // model.
  const Reach& fate(NodeId expr) const;
  const Reach& fate_of(DefId def) const;

  // ---- loops (loops.cc) ----
  // Does `expr` have the same value in every iteration, and can it be evaluated
  // once before the loop? Errs to false.
  bool is_invariant(NodeId expr, NodeId loop) const;
  TripCount trip_count(NodeId loop) const;
  // Why not invariant: the binding or mutation found, for messages.
  NodeId variance_witness(NodeId expr, NodeId loop) const;

 private:
  struct Caches;
  NodeId frame_around(NodeId n, Kind kind) const;
  const SyntaxTree* tree_;
  const Knowledge* knowledge_;
  Cells cells_;
  std::unique_ptr<const ProjectPlace> place_;
  std::unique_ptr<WorkBudget> own_work_;  // where the caller gave none
  WorkBudget* work_;
  std::shared_ptr<const Bindings> bindings_;
  std::unique_ptr<Caches> caches_;
  // By type, for which the address of something that each has stands: a type_index is hashed and
  // compared as a text.
  template <typename Notes>
  static constexpr char kNotesOf = 0;
  mutable std::unordered_map<const void*, std::shared_ptr<void>> notes_;
};

}  // namespace mlfix
