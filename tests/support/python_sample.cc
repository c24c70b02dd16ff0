#include "python_sample.h"

#include <utility>

#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"
#include "syntax/syntax_guard.h"

namespace mlfix::testing {

PythonSample::PythonSample(std::string text)
    : text_(std::move(text)),
      tree_(parser_.parse(text_)),
      knowledge_(std::make_unique<Knowledge>()),
      model_(std::make_unique<SemanticModel>(tree_, *knowledge_)),
      rewriter_(*model_),
      planner_(tree_) {}

PythonSample::~PythonSample() = default;

NodeId PythonSample::node(std::string_view snippet, int occurrence) const {
  std::size_t at = text_.find(snippet);
  while (occurrence-- > 0) at = text_.find(snippet, at + 1);
  const auto begin = static_cast<Offset>(at);
  return tree_.node_covering({begin, begin + static_cast<Offset>(snippet.size())});
}

NodeId PythonSample::of_kind(Kind kind, int occurrence) const {
  for (NodeId n = 0; n < tree_.size(); ++n) {
    if (tree_.is(n, kind) && occurrence-- == 0) return n;
  }
  return kNoNode;
}

std::string PythonSample::apply(const Intents& intents) const {
  Fix fix;
  fix.intents = intents;
  const std::vector<Edit> edits = planner_.lower(fix);
  std::string result = apply_edits(text_, edits);
  Parser parser;
  const SyntaxTree after = parser.parse(result);
  if (after.has_errors()) return "syntax error in: " + result;
  if (const auto failure = check_rewrite(tree_, after, edits)) {
    return "guard: " + failure->message + " in: " + result;
  }
  return result;
}

std::string PythonSample::apply(const std::optional<Intents>& intents) const {
  return intents ? apply(*intents) : kNothing;
}

}  // namespace mlfix::testing
