// A piece of Python with its semantic model, for tests. Nodes are addressed by
// their text, definitions by their name.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "config/knowledge_loader.h"
#include "semantic/semantic_model.h"
#include "syntax/parser.h"

namespace mlfix {

inline const Knowledge& test_knowledge() {
  static const Result<Knowledge> knowledge = shipped_knowledge();
  if (!knowledge) throw std::runtime_error(knowledge.error().to_string());
  return *knowledge;
}

class ModelSnippet {
 public:
  explicit ModelSnippet(std::string text)
      : text_(std::make_unique<std::string>(std::move(text))),
        tree_(std::make_unique<SyntaxTree>(parser_.parse(*text_))),
        model_(std::make_unique<SemanticModel>(*tree_, test_knowledge())) {
    EXPECT_FALSE(tree_->has_errors()) << *text_;
  }

  const SyntaxTree& tree() const { return *tree_; }
  const SemanticModel& model() const { return *model_; }
  const SemanticModel* operator->() const { return model_.get(); }

  // The innermost node that has exactly this text: the `occurrence`-th from 0.
  NodeId at(std::string_view text, int occurrence = 0) const {
    for (NodeId n = 0; n < tree_->size(); ++n) {
      if (tree_->text(n) != text) continue;
      while (n + 1 < tree_->subtree_end(n) && tree_->range(n + 1) == tree_->range(n)) ++n;
      if (occurrence-- == 0) return n;
    }
    ADD_FAILURE() << "no node " << text << " in\n" << *text_;
    return 0;
  }
  NodeId statement(std::string_view text, int occurrence = 0) const {
    return model_->statement_of(at(text, occurrence));
  }
  // The def or class of that name.
  NodeId definition(std::string_view name) const {
    for (NodeId n = 0; n < tree_->size(); ++n) {
      const bool defines =
          tree_->is(n, Kind::FunctionDefinition) || tree_->is(n, Kind::ClassDefinition);
      if (defines && tree_->text(tree_->child(n, Field::Name)) == name) return n;
    }
    ADD_FAILURE() << "no definition of " << name;
    return 0;
  }
  NodeId body(std::string_view function) const {
    return tree_->child(definition(function), Field::Body);
  }
  // The first loop of the snippet.
  NodeId loop(int occurrence = 0) const {
    for (NodeId n = 0; n < tree_->size(); ++n) {
      const bool loops = tree_->is(n, Kind::ForStatement) || tree_->is(n, Kind::WhileStatement);
      if (loops && occurrence-- == 0) return n;
    }
    ADD_FAILURE() << "no loop";
    return 0;
  }
  // The definition made by the `occurrence`-th identifier of that name.
  DefId def(std::string_view name, int occurrence = 0) const {
    for (NodeId n = 0; n < tree_->size(); ++n) {
      if (!tree_->is(n, Kind::Identifier) || tree_->text(n) != name) continue;
      const DefId found = model_->bindings().definition_at(n);
      if (found != kNone && occurrence-- == 0) return found;
    }
    ADD_FAILURE() << "no binding of " << name;
    return 0;
  }

 private:
  Parser parser_;
  std::unique_ptr<std::string> text_;
  std::unique_ptr<SyntaxTree> tree_;
  std::unique_ptr<SemanticModel> model_;
};

}  // namespace mlfix
