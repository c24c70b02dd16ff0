// One version of a file's text with everything that is derived from it. A
// Snapshot never moves, because tree and model point into it.
#pragma once

#include <string>
#include <utility>

#include "rewrite/edits.h"
#include "semantic/semantic_model.h"
#include "syntax/parser.h"

namespace mlfix {

struct Snapshot {
  Snapshot(std::string source, const Cells& cells, const Knowledge& knowledge, Parser& parser)
      : text(std::move(source)),
        tree(parser.parse(text)),
        model(tree, knowledge, cells),
        rewriter(model) {}

  // The text after `edits`. Parsed from scratch: what is kept of a file must not
  // rest on an incremental parse, which in rare cases gives another tree.
  Snapshot(const Snapshot& before, const std::vector<Edit>& edits, const Knowledge& knowledge,
           Parser& parser)
      : text(apply_edits(before.text, edits)),
        tree(parser.parse(text)),
        model(tree, knowledge, before.model.cells().after(edits)),
        rewriter(model) {}

  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  const std::string text;
  const SyntaxTree tree;
  const SemanticModel model;
  const Rewriter rewriter;
};

}  // namespace mlfix
