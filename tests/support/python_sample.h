// A parsed Python text with the model and the edit helpers on it, and nodes
// addressed by the text they cover.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "rewrite/edits.h"
#include "rewrite/fix_planner.h"
#include "syntax/parser.h"
#include "syntax/syntax_tree.h"

namespace mlfix {
class Knowledge;
class SemanticModel;
}  // namespace mlfix

namespace mlfix::testing {

class PythonSample {
 public:
  explicit PythonSample(std::string text);
  ~PythonSample();

  const std::string& text() const { return text_; }
  const SyntaxTree& tree() const { return tree_; }
  const SemanticModel& model() const { return *model_; }
  const Rewriter& rewriter() const { return rewriter_; }
  const FixPlanner& planner() const { return planner_; }

  // Smallest node that covers the `occurrence`-th (from 0) place of `snippet`.
  NodeId node(std::string_view snippet, int occurrence = 0) const;
  NodeId of_kind(Kind kind, int occurrence = 0) const;

  // The text with the intents applied. When the result is not the Python it
  // should be the text is what the guard says, which no test expects.
  std::string apply(const Intents& intents) const;
  // "nothing" without intents.
  std::string apply(const std::optional<Intents>& intents) const;

 private:
  std::string text_;
  Parser parser_;
  SyntaxTree tree_;
  std::unique_ptr<const Knowledge> knowledge_;
  std::unique_ptr<const SemanticModel> model_;
  Rewriter rewriter_;
  FixPlanner planner_;
};

inline constexpr const char* kNothing = "nothing";

}  // namespace mlfix::testing
