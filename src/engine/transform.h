// The interface of a transform (a rule that may fix). All that a transform may
// include is this header, the semantic façade, the edit helpers, src/torch,
// src/pyplot, src/keras and transforms/fixes.
//
// A transform is a function from one syntax node to findings:
//
//     namespace mlfix::new_group_in_loop {
//     namespace {
//     void check(const Context& c, NodeId loop, Findings& out) { … }
//     }
//     MLFIX_DEFINE_TRANSFORM(new_group_in_loop, check,
//                            {.kinds = {Kind::Call}, .triggers = {"new_group"}});
//     }
//
// It keeps no state: the same node of the same file gives the same findings,
// on any thread. Its group, name and default are in transforms.def, its level
// and options in config/default.yml, its page beside it in <name>.md.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"
#include "syntax/work_budget.h"
#include "text/text_range.h"

namespace mlfix {

class SemanticModel;
struct Finding;
class Rewriter;
class Findings;
class Diagnostic;

// Options of one rule: the scalars under its key in mlfix.yaml, over the
// defaults of config/default.yml (which lists every option a rule has).
class RuleOptions {
 public:
  virtual ~RuleOptions() = default;
  virtual bool flag(std::string_view name) const = 0;
  virtual std::int64_t number(std::string_view name) const = 0;
  virtual std::string_view word(std::string_view name) const = 0;
};

class Context {
 public:
  virtual ~Context() = default;
  const SemanticModel& model;
  const SyntaxTree& tree;
  const Rewriter& edit;
  const RuleOptions& options;
  WorkBudget& work;  // pays for the walks that a rule does by itself

  // Begins a finding; see diagnostic.h.
  Diagnostic diagnose(Findings& out, NodeId at, std::string message) const;
  Diagnostic diagnose(Findings& out, TextRange at, std::string message) const;

  // Notes that `n` was looked at and left alone, and the fact that decided, with
  // the place where it is seen when that is another one. Returns false so that a
  // guard reads `return c.abstain(n, "…");` where that fits; costs nothing unless
  // abstentions are shown.
  virtual bool abstain(NodeId n, std::string_view fact, NodeId because = kNoNode) const = 0;

 protected:
  Context(const SemanticModel& m, const SyntaxTree& t, const Rewriter& e, const RuleOptions& o,
          WorkBudget& w)
      : model(m), tree(t), edit(e), options(o), work(w) {}
};

// Where a transform puts its findings.
class Findings {
 public:
  virtual ~Findings() = default;
  // Starts a finding on node `at`; the reference is valid until the next call.
  // Severity comes from the configuration, confidence is High, no fix.
  virtual Finding& report(NodeId at, std::string message) = 0;
  virtual Finding& report(TextRange at, std::string message) = 0;
};

// What leaves every finding of a rule alone that stands at such a place.
struct Gate {
  std::string_view fact;  // for --show-abstained
  bool (*is_shut)(const SemanticModel& model, NodeId at);
};

struct Transform {
  std::string_view stem;  // "some_rule"
  std::function<void(const Context&, NodeId, Findings&)> check;
  // Kinds of node that check is called for, in source order.
  std::vector<Kind> kinds;
  // The file is skipped unless it contains all of these words (byte search), or
  // of several separated by bars one: say the rarest spelling that every finding
  // needs.
  std::vector<std::string_view> triggers;
  // Has findings in notebooks only.
  bool notebooks_only = false;
  // The file is skipped unless it imports this package, or of several separated by bars one.
  std::string_view imports = {};
  // Asked by the engine about what the rule has found.
  std::vector<Gate> gates = {};
  // The file is skipped unless it has a word that names a resource of the tables.
  bool finds_resources = false;
};

struct TransformSpec {
  std::vector<Kind> kinds;
  std::vector<std::string_view> triggers;
  bool notebooks_only = false;
  std::string_view imports = {};
  std::vector<Gate> gates = {};
  bool finds_resources = false;
};

// Defines the function the registry calls, in mlfix::<stem of transforms.def>.
#define MLFIX_DEFINE_TRANSFORM(stem_, check_, ...) \
  Transform make_transform() {                     \
    TransformSpec spec = __VA_ARGS__;              \
    return {#stem_,                                \
            check_,                                \
            std::move(spec.kinds),                 \
            std::move(spec.triggers),              \
            spec.notebooks_only,                   \
            spec.imports,                          \
            std::move(spec.gates),                 \
            spec.finds_resources};                 \
  }                                                \
  static_assert(true)

}  // namespace mlfix
