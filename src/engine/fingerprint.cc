// A statement is taken without its layout: white space stays, as one blank, only
// between two words, and comments and continuations go, for these are what
// formatters change. Strings are kept to the byte. Of a compound statement only
// the header counts: what happens in a loop is no part of the loop's finding.

#include "engine/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "text/characters.h"
#include "text/digest.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// Of `ranges`, sorted and disjoint, the one that holds `at`.
const TextRange* range_at(std::span<const TextRange> ranges, Offset at) {
  const auto after = std::ranges::upper_bound(ranges, at, {}, &TextRange::begin);
  if (after == ranges.begin() || !(after - 1)->contains(at)) return nullptr;
  return &*(after - 1);
}

std::string without_layout(const SyntaxTree& tree, TextRange range) {
  std::string result;
  bool gap = false;
  const auto add = [&](std::string_view text) {
    if (gap && !result.empty() && is_name_byte(result.back()) && is_name_byte(text.front()))
      result += ' ';
    gap = false;
    result += text;
  };
  for (Offset at = range.begin; at < range.end;) {
    if (const TextRange* string = range_at(tree.strings(), at)) {
      const Offset end = std::min(string->end, range.end);
      add(tree.source().substr(at, end - at));
      at = end;
    } else if (const TextRange* comment = range_at(tree.comments(), at)) {
      gap = true;
      at = comment->end;
    } else if (const TextRange* continuation = range_at(tree.continuations(), at)) {
      gap = true;
      at = continuation->end;
    } else {
      const char c = tree.source()[at++];
      if (is_white(c)) {
        gap = true;
      } else {
        add({&c, 1});
      }
    }
  }
  return result;
}

// "Trainer.fit"; empty at module level.
std::string enclosing_scope(const SyntaxTree& tree, Offset statement) {
  std::string scope;
  NodeId n = tree.node_covering({statement, statement + 1});
  for (; n != kNoNode; n = tree.parent(n)) {
    if (!tree.is(n, Kind::FunctionDefinition) && !tree.is(n, Kind::ClassDefinition)) continue;
    if (tree[n].begin == statement) continue;  // the reported definition itself
    const NodeId name = tree.child(n, Field::Name);
    if (name == kNoNode) continue;
    scope = std::string(tree.text(name)) + (scope.empty() ? "" : ".") + scope;
  }
  return scope;
}

}  // namespace

TextRange reported_statement(const SemanticModel& model, TextRange reported) {
  const SyntaxTree& tree = model.tree();
  const Offset last = std::min(reported.begin + 1, reported.end);
  const NodeId statement = model.statement_of(tree.node_covering({reported.begin, last}));
  if (statement == kNoNode) return reported;
  TextRange range = tree.range(statement);
  for (NodeId n = statement; n < tree.subtree_end(statement); ++n) {
    if (tree.is(n, Kind::Block)) return {range.begin, tree[n].begin};
  }
  return range;
}

std::string fingerprint_path(const fs::path& path, const fs::path& root) {
  if (root.empty()) return path.generic_string();
  const fs::path whole = whole_path(path);
  return (is_below(whole, root) ? whole.lexically_relative(root) : whole).generic_string();
}

std::string fingerprint_of(const Identity& identity, std::string_view rule) {
  std::string all;
  const std::string ordinal = std::to_string(identity.ordinal);
  for (const std::string_view part :
       {rule, std::string_view(identity.path), std::string_view(identity.scope),
        std::string_view(identity.statement), std::string_view(ordinal)}) {
    all += part;
    all += '\0';
  }
  return digest(all);
}

void Identifier::identify(FileFinding& found) {
  const TextRange statement = reported_statement(*model_, found.finding.range);
  Identity& identity = found.identity;
  identity.path = path_;
  identity.scope = enclosing_scope(model_->tree(), statement.begin);
  identity.statement = without_layout(model_->tree(), statement);
  identity.ordinal = ++seen_[{found.finding.rule, identity.scope, identity.statement}];
  identity.fingerprint = fingerprint_of(identity, registry_->rules()[found.finding.rule].name);
}

}  // namespace mlfix
