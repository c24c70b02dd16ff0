// A plain statement where control certainly gets to it; errors that nobody
// raises on purpose are not worth a `try` around every use.

#include "transforms/common/release.h"

#include <string>

namespace mlfix {
namespace {

std::string indented(std::string_view code) {
  std::string lines = "    ";
  for (const char byte : code) {
    lines += byte;
    lines += byte == '\n' ? "    " : "";
  }
  return lines;
}

}  // namespace

bool may_leave(const SemanticModel& model, NodeId first, NodeId last) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = first; n < tree.subtree_end(last);) {
    const NodeId loop = model.loop_of(n);
    switch (tree.kind(n)) {
      case Kind::ReturnStatement:
      case Kind::RaiseStatement:
        return true;
      case Kind::BreakStatement:
      case Kind::ContinueStatement:
        if (loop < first) {
          return true;
        }
        ++n;
        break;
      case Kind::FunctionDefinition:
      case Kind::ClassDefinition:
      case Kind::Lambda:
        n = tree.subtree_end(n);
        break;
      default:
        ++n;
    }
  }
  return false;
}

std::optional<Intents> run_behind(const SemanticModel& model, const Rewriter& edit, NodeId first,
                                  NodeId last, std::string_view code) {
  return may_leave(model, first, last)
             ? edit.wrap(first, last, "try:", "finally:\n" + indented(code))
             : edit.insert_after(last, code);
}

}  // namespace mlfix
