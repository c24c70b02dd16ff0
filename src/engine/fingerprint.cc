// A statement is taken without its layout: white space stays, as one blank, only
// between two words, and comments and continuations go, for these are what
// formatters change. Strings are kept to the byte. Of a compound statement only
// the header counts: what happens in a loop is no part of the loop's finding.

#include "engine/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "syntax/structure.h"
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

bool is_definition(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::FunctionDefinition) || tree.is(n, Kind::ClassDefinition);
}

// The innermost definition around the statement that begins there; kNoNode at module level.
NodeId definition_around(const SyntaxTree& tree, Offset statement) {
  NodeId n = tree.node_covering({statement, statement + 1});
  // A reported definition is not in its own scope.
  while (n != kNoNode && (!is_definition(tree, n) || tree[n].begin == statement)) {
    n = tree.parent(n);
  }
  return n;
}

// Every finding has a copy, so of long ones the begin and what tells them from others.
std::string in_short(std::string text) {
  constexpr std::size_t kLongest = 4096;
  constexpr std::size_t kShown = 200;
  if (text.size() <= kLongest) return text;
  const std::string told = digest(text);
  text.resize(kShown);
  return text + told;
}

NodeId statement_at(const SyntaxTree& tree, TextRange reported) {
  const Offset last = std::min(reported.begin + 1, reported.end);
  return enclosing_statement(tree, tree.node_covering({reported.begin, last}));
}

TextRange header_of(const SyntaxTree& tree, NodeId statement) {
  TextRange range = tree.range(statement);
  for (NodeId n = statement; n < tree.subtree_end(statement); ++n) {
    if (tree.is(n, Kind::Block)) return {range.begin, tree[n].begin};
  }
  return range;
}

}  // namespace

TextRange reported_statement(const SyntaxTree& tree, TextRange reported) {
  const NodeId statement = statement_at(tree, reported);
  return statement == kNoNode ? reported : header_of(tree, statement);
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

// "Trainer.fit"; empty at module level.
const std::string& Identifier::scope_of(NodeId definition) {
  const auto [known, is_new] = scopes_.try_emplace(definition);
  if (!is_new) return known->second;
  const SyntaxTree& tree = *tree_;
  std::string scope;
  for (NodeId n = definition; n != kNoNode; n = tree.parent(n)) {
    const NodeId name = is_definition(tree, n) ? tree.child(n, Field::Name) : kNoNode;
    if (name != kNoNode) scope = std::string(tree.text(name)) + (scope.empty() ? "" : ".") + scope;
  }
  return known->second = in_short(std::move(scope));
}

const Identifier::Place& Identifier::place_of(TextRange reported) {
  const SyntaxTree& tree = *tree_;
  const NodeId statement = statement_at(tree, reported);
  if (statement != kNoNode && statement == last_statement_) return last_place_;
  last_statement_ = statement;
  const TextRange range = statement == kNoNode ? reported : header_of(tree, statement);
  last_place_ = {scope_of(definition_around(tree, range.begin)),
                 in_short(without_layout(tree, range))};
  return last_place_;
}

void Identifier::identify(FileFinding& found) {
  const Place& place = place_of(found.finding.range);
  Identity& identity = found.identity;
  identity.path = path_;
  identity.scope = place.scope;
  identity.statement = place.statement;
  identity.ordinal = ++seen_[{found.finding.rule, identity.scope, identity.statement}];
  identity.fingerprint = fingerprint_of(identity, registry_->rules()[found.finding.rule].name);
}

}  // namespace mlfix
