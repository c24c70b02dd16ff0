#include "support/model_snippet.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

#include "config/knowledge_loader.h"
#include "semantic/binding/binding.h"
#include "semantic/control/trip_count.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"

namespace mlfix {

const Knowledge& test_knowledge() {
  static const Result<Knowledge> knowledge = shipped_knowledge();
  if (!knowledge) throw std::runtime_error(knowledge.error().to_string());
  return *knowledge;
}

ModelSnippet::ModelSnippet(std::string text)
    : text_(std::make_unique<std::string>(std::move(text))),
      tree_(std::make_unique<SyntaxTree>(parser_.parse(*text_))),
      model_(std::make_unique<SemanticModel>(*tree_, test_knowledge())) {
  EXPECT_FALSE(tree_->has_errors()) << *text_;
}

ModelSnippet::~ModelSnippet() = default;

NodeId ModelSnippet::at(std::string_view text, int occurrence) const {
  for (NodeId n = 0; n < tree_->size(); ++n) {
    if (tree_->text(n) != text) continue;
    while (n + 1 < tree_->subtree_end(n) && tree_->range(n + 1) == tree_->range(n)) ++n;
    if (occurrence-- == 0) return n;
  }
  ADD_FAILURE() << "no node " << text << " in\n" << *text_;
  return 0;
}

NodeId ModelSnippet::statement(std::string_view text, int occurrence) const {
  return model_->statement_of(at(text, occurrence));
}

NodeId ModelSnippet::argument(NodeId call, std::size_t position) const {
  return model_->arguments(call).at(position);
}

NodeId ModelSnippet::definition(std::string_view name) const {
  for (NodeId n = 0; n < tree_->size(); ++n) {
    const bool defines =
        tree_->is(n, Kind::FunctionDefinition) || tree_->is(n, Kind::ClassDefinition);
    if (defines && tree_->text(tree_->child(n, Field::Name)) == name) return n;
  }
  ADD_FAILURE() << "no definition of " << name;
  return 0;
}

NodeId ModelSnippet::body(std::string_view function) const {
  return tree_->child(definition(function), Field::Body);
}

NodeId ModelSnippet::loop(int occurrence) const {
  for (NodeId n = 0; n < tree_->size(); ++n) {
    const bool loops = tree_->is(n, Kind::ForStatement) || tree_->is(n, Kind::WhileStatement);
    if (loops && occurrence-- == 0) return n;
  }
  ADD_FAILURE() << "no loop";
  return 0;
}

DefId ModelSnippet::def(std::string_view name, int occurrence) const {
  for (NodeId n = 0; n < tree_->size(); ++n) {
    if (!tree_->is(n, Kind::Identifier) || tree_->text(n) != name) continue;
    const DefId found = model_->bindings().definition_at(n);
    if (found != kNone && occurrence-- == 0) return found;
  }
  ADD_FAILURE() << "no binding of " << name;
  return 0;
}

const Reach& ModelSnippet::fate(NodeId expr) const {
  return model_->fate(expr);
}

const Reach& ModelSnippet::fate_of(DefId def) const {
  return model_->fate_of(def);
}

GradState ModelSnippet::grad_mode(NodeId n) const {
  return model_->grad_mode(n);
}

Effects ModelSnippet::effects(NodeId n) const {
  return model_->effects(n);
}

Effects ModelSnippet::callee_effects(NodeId function) const {
  return model_->callee_effects(function);
}

bool ModelSnippet::is_invariant(NodeId expr, NodeId loop) const {
  return model_->is_invariant(expr, loop);
}

NodeId ModelSnippet::variance_witness(NodeId expr, NodeId loop) const {
  return model_->variance_witness(expr, loop);
}

TripCount ModelSnippet::trip_count(NodeId loop) const {
  return model_->trip_count(loop);
}

}  // namespace mlfix
