// A piece of Python with its semantic model, for tests. Nodes are addressed by
// their text, definitions by their name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "syntax/parser.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class Knowledge;
class Reach;
class SemanticModel;
struct Effects;
struct GradState;
struct TripCount;
using DefId = std::uint32_t;  // binding/ids.h

// The shipped tables.
const Knowledge& test_knowledge();

class ModelSnippet {
 public:
  explicit ModelSnippet(std::string text);
  ~ModelSnippet();

  const SyntaxTree& tree() const { return *tree_; }
  const SemanticModel& model() const { return *model_; }
  const SemanticModel* operator->() const { return model_.get(); }

  // The innermost node that has exactly this text: the `occurrence`-th from 0.
  NodeId at(std::string_view text, int occurrence = 0) const;
  NodeId statement(std::string_view text, int occurrence = 0) const;
  NodeId argument(NodeId call, std::size_t position = 0) const;
  // The def or class of that name.
  NodeId definition(std::string_view name) const;
  NodeId body(std::string_view function) const;
  // The first loop of the snippet.
  NodeId loop(int occurrence = 0) const;
  // The definition made by the `occurrence`-th identifier of that name.
  DefId def(std::string_view name, int occurrence = 0) const;

  // What the model answers, for tests that ask it for nothing else.
  const Reach& fate(NodeId expr) const;
  const Reach& fate_of(DefId def) const;
  GradState grad_mode(NodeId n) const;
  Effects effects(NodeId n) const;
  Effects callee_effects(NodeId function) const;
  bool is_invariant(NodeId expr, NodeId loop) const;
  NodeId variance_witness(NodeId expr, NodeId loop) const;
  TripCount trip_count(NodeId loop) const;

 private:
  Parser parser_;
  std::unique_ptr<std::string> text_;
  std::unique_ptr<SyntaxTree> tree_;
  std::unique_ptr<SemanticModel> model_;
};

}  // namespace mlfix
