// SemanticModel: the façade through which transforms ask about a file.
//
// The quality of mlfix is the quality of this layer. Each query is one line for
// the caller, is answered from the syntax tree, the bindings and the knowledge
// tables, is computed lazily and memoised, and answers "unknown" when in doubt.
// Every answer that a safe fix may rest on is conservative: see each query for
// the side on which it errs.
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

#include "semantic/binding/binding.h"
#include "semantic/facts/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project_entity.h"
#include "syntax/syntax_tree.h"
#include "syntax/work_budget.h"
#include "text/cells.h"

namespace mlfix {

class Calls;

// ---- how one expression is consumed by its surroundings ----------------------

enum class Role : std::uint8_t {
  Discarded,       // an expression statement
  Receiver,        // x in x.attr that is read; `node` is the attribute
  MethodReceiver,  // x in x.m(…); `node` is the call, `name` is m
  Callee,          // f in f(…); `node` is the call
  Argument,        // in f(…, x, …); `node` is the call, `position` or `name` (keyword)
  Operand,         // of an arithmetic, unary or boolean operator, a conditional
                   // expression's value, parentheses: `node` is that expression
  Compared,        // operand of a comparison (==, <, in, is): `node` is the comparison
  Subscripted,     // x in x[i]; `node` is the subscript
  Index,           // i in x[i]
  Element,         // of a list, tuple, set or dict display or comprehension; `node` is it
  Assigned,        // right side; `node` is the assignment (or walrus)
  Augmenting,      // right side of x += …; `node` is the augmented assignment
  Returned,
  Yielded,
  Awaited,
  Raised,
  Condition,  // of if, while, assert, not, conditional expression, comprehension filter
  Iterated,   // for … in x
  Formatted,  // in an f-string
  Deleted,
  WithItem,
  Decorator,
  DefaultValue,
  Annotation,
  BaseClass,
  Other,
};

struct Consumer {
  Role role = Role::Other;
  NodeId node = kNoNode;  // see Role
  std::string_view name;  // method or keyword name
  int position = -1;      // of a positional argument, from 0; -1 otherwise
};

// ---- grad mode, effects, fate -------------------------------------------------

// Enabled: gradients are recorded on some run. Disabled: on no run that the file
// shows, and no other is possible. Unknown: anything else.
enum class GradMode : std::uint8_t { Enabled, Disabled, Unknown };
struct GradState {
  GradMode mode = GradMode::Unknown;
  NodeId because = kNoNode;  // with statement, decorator, call or caller that decides
};

enum class Effect : std::uint32_t {
  Backward = 1u << 0,      // .backward(), autograd.backward, accelerator.backward …
  AutogradGrad = 1u << 1,  // autograd.grad, autograd.functional, torch.func.grad, attacks, saliency
  OptimizerStep = 1u << 2,
  ZeroGrad = 1u << 3,       // in any spelling
  RequiresGrad = 1u << 4,   // requires_grad_(True), x.requires_grad = True, retain_grad()
  ReadsGradMode = 1u << 5,  // is_grad_enabled(), .requires_grad / .grad_fn / .grad read
  TrainMode = 1u << 6,      // m.train()
  EvalMode = 1u << 7,       // m.eval(), m.train(False)
  EnablesGrad = 1u << 8,    // enable_grad, set_grad_enabled(True or unknown)
  Yields = 1u << 9,
  Awaits = 1u << 10,           // await, async for, async with
  UnknownCall = 1u << 11,      // a call to code we can't see that gets no module
  ModuleToUnknown = 1u << 12,  // a module or a bound method of one is given to code we can't see
  Collective = 1u << 13,       // torch.distributed collective, process-group creation
  Frees = 1u << 14,            // gc.collect, empty_cache, clear_session …
  ClosesFigure = 1u << 15,
  Random = 1u << 16,         // consumes a random stream
  InputOutput = 1u << 17,    // print, file, network
  FastPath = 1u << 18,       // nn.Transformer*, MultiheadAttention may run in it
  ModuleForward = 1u << 19,  // calls a module (must or may; see Facts of the callee)
  RegistersHook = 1u << 20,
  MutatesParameters = 1u << 21,  // p.data = …, load_state_dict, .to(), .half() …
  OpensFigure = 1u << 22,        // makes a figure that pyplot keeps, and makes it the current one
  DrawsFigure = 1u << 23,        // reads or changes pyplot's current figure
  ListsFigures = 1u << 24,       // sees all open figures: show(), get_fignums()
  ClearsFigure = 1u << 25,       // empties the current figure or axes
  Interacts = 1u << 26,          // a window that somebody looks at: ion(), pause(), animations
  MeasuresMemory = 1u << 27,     // asks what is, or was at most, allocated
  MeasuresTime = 1u << 28,       // asks how long something took on a device, or a benchmark's timer
  // Called code may keep a value, with its graph, for later; or code that runs only
  // perhaps (an iterator, a property, a hook, a method of that name) needs gradients.
  // What the region itself stores is the affair of fate().
  MayNeedGraph = 1u << 29,
};

// How much is asked of effects. To know MayNeedGraph costs more than all others together, since
// it follows what is kept to its readers, and code that runs perhaps: so only who has something
// to report asks for it.
enum class EffectSet : std::uint8_t { Plain, All };

struct Effects {
  EffectBits bits = 0;
  // First node of the region that has the effect, directly or through a callee.
  std::vector<std::pair<Effect, NodeId>> witnesses;
  // A call that runs a module whose class is not known, or kNoNode.
  NodeId unseen_forward = kNoNode;
  // Functions in other files that are run, with the node that runs them. Their effects are
  // in `bits` unless the model knows names only (see ProjectPlace).
  std::vector<std::pair<ProjectEntity, NodeId>> elsewhere;
  bool has(Effect e) const { return (bits & static_cast<EffectBits>(e)) != 0; }
  NodeId witness(Effect e) const;
};

// Which modules running some code runs.
struct RunModules {
  // One, as the file writes it, whose class may be one that nobody sees; or kNoNode. Then the
  // rest is not complete.
  NodeId unseen = kNoNode;
  // What runs in other files, forwards included, with the node that runs it.
  std::vector<std::pair<ProjectEntity, NodeId>> elsewhere;
  // Parameters that hold a module, with where it is run: other files may give them others.
  std::vector<std::pair<ModuleParameter, NodeId>> given;
};

// Where a value ends up. Bits accumulate over all paths the value can take
// through assignments, phis, containers, attributes and summarised callees.
struct Fate {
  bool backward = false;  // reaches backward() or autograd.grad, or may, through visible code
  bool returned = false;  // leaves the function to callers that are not all known
  bool stored_attribute = false;  // kept on an object
  bool stored_container = false;  // kept in a container that outlives the statement
  bool captured = false;          // read by a closure, or a global read by functions
  bool yielded = false;
  bool unknown = false;            // given to code we can't see, that may keep or use it
  bool lost = false;               // unknown, and what came back from there could not be followed
  bool in_forward_output = false;  // returned from forward() of a module
  // Printed, logged, shown or saved in a form that tells that it has a graph.
  bool revealed = false;
  // Used in a way that may tell it from what detach() makes of it.
  bool told_apart = false;
  bool overwritten = false;  // its numbers are changed in place
  bool relaid = false;       // its shape or its memory is changed in place
  NodeId backward_at = kNoNode, unknown_at = kNoNode, escapes_at = kNoNode, revealed_at = kNoNode;
  NodeId told_apart_at = kNoNode;
  bool escapes() const { return returned || stored_attribute || captured || yielded || unknown; }
};

// ---- functions, classes, attributes ----------------------------------------------

struct CallSites {
  std::vector<NodeId> calls;  // call nodes in this file that run the function
  // No caller but these is possible as far as the file shows: the function is
  // private (leading underscore, nested, or a script's own helper) and never
  // used as a value.
  bool complete = false;
  NodeId value_use = kNoNode;  // first place where it is used as a value
};

// A call in another file that runs, or may run, a function.
struct OutsideCall {
  ProjectEntity caller;  // the function around the call; none at the top level
  GradMode mode = GradMode::Unknown;
  bool certain = false;      // it runs this very function, and no other
  bool free_caller = false;  // nobody in its file calls `caller`
  bool is_repeated = false;  // in a loop, with a module from outside of it
  FileIndex file = kNoFile;  // where it is
  NodeId node = kNoNode;     // in that file: the call itself
  NodeId around = kNoNode;   // in that file: the innermost loop around it, else its function
};

struct AttributeAccess {
  NodeId node;    // the attribute node (`self.total`)
  NodeId object;  // `self`
  NodeId klass;   // class_definition when the object is `self` of a method, else kNoNode
  bool is_store;  // assignment target (augmented too)
  bool is_load;
};

struct TripCount {
  bool known = false;  // the number of iterations is a literal
  std::int64_t count = 0;
  bool certainly_runs = false;  // at least one iteration
  NodeId expression = kNoNode;  // `n` of range(n), the loader of `for x in loader`
};

class SemanticModel {
 public:
  // `tree` and `knowledge` must outlive the model. `cells` are those of the
  // tree's text when it is a notebook's. With a place in a project the queries
  // below also see the project's other files. Queries cost steps of `work`, which
  // must outlive the model, and end in GaveUp when there are none left; without
  // one they may cost what they cost.
  SemanticModel(const SyntaxTree& tree, const Knowledge& knowledge, Cells cells = {},
                ProjectPlace place = {}, WorkBudget* work = nullptr);
  ~SemanticModel();
  SemanticModel(const SemanticModel&) = delete;
  SemanticModel& operator=(const SemanticModel&) = delete;

  const SyntaxTree& tree() const { return *tree_; }
  const Bindings& bindings() const {
    work_->spend();  // who walks along definitions asks on each level
    return bindings_;
  }
  WorkBudget& work() const { return *work_; }
  const Knowledge& knowledge() const { return *knowledge_; }
  const ProjectPlace& place() const { return place_; }

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
  // shows and keeps in Out? False behind a `;`.
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
  bool means(Meaning meaning, std::string_view name) const {
    return knowledge_->means(meaning, name);
  }
  // The same for a method of `receiver`; for meanings whose rows may name a receiver.
  bool means(Meaning meaning, std::string_view method, NodeId receiver) const {
    return knowledge_->means(meaning, method) ||
           (knowledge_->depends_on_receiver(meaning, method) && receiver != kNoNode &&
            knowledge_->means(meaning, method, facts(receiver)));
  }
  const NameSet& names(Meaning meaning) const { return knowledge_->names(meaning); }
  // Does the name sound like it? Never proof.
  bool suggests(Hint hint, std::string_view name) const {
    return knowledge_->hints().suggests(hint, name);
  }

  // ---- facts (facts.cc) ----
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

  // ---- gradient mode, effects, fate (grad_mode.cc, effects.cc, fate.cc) ----
  GradState grad_mode(NodeId n) const;
  // Is that mode GradMode::Disabled? Cheaper to ask: callers in other files are looked at only
  // where this file has them off.
  bool has_gradients_off(NodeId n) const;
  // Effects of running the subtrees [first, last] (sibling statements or one
  // expression), callees in the file included. Without MayNeedGraph unless it is asked for.
  Effects effects(NodeId first, NodeId last, EffectSet wanted = EffectSet::Plain) const;
  Effects effects(NodeId n, EffectSet wanted = EffectSet::Plain) const {
    return effects(n, n, wanted);
  }
  Effects callee_effects(NodeId function, EffectSet wanted = EffectSet::Plain) const;
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
  // Fate of the value of an expression / of a definition.
  Fate fate(NodeId expr) const;
  Fate fate_of(DefId def) const;

  // ---- loops (loops.cc) ----
  // Does `expr` have the same value in every iteration, and can it be evaluated
  // once in front of the loop? Errs to false.
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
  ProjectPlace place_;
  std::unique_ptr<WorkBudget> own_work_;  // when there is none of somebody else's
  WorkBudget* work_;
  Bindings bindings_;
  std::unique_ptr<Caches> caches_;
  // By type, for which the address of something that each has stands: a type_index is hashed and
  // compared as a text.
  template <typename Notes>
  static constexpr char kNotesOf = 0;
  mutable std::unordered_map<const void*, std::shared_ptr<void>> notes_;
};

}  // namespace mlfix
