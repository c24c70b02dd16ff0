// Adds and removes arguments of calls, in the layout the call already has.
#include <algorithm>
#include <vector>

#include "rewrite/edits.h"
#include "rewrite/layout.h"

namespace mlfix {
namespace {

struct Arguments {
  NodeId list = kNoNode;      // the argument_list node
  std::vector<NodeId> nodes;  // in source order
};

std::optional<Arguments> arguments_of(const SyntaxTree& tree, NodeId call) {
  if (!tree.is(call, Kind::Call)) return std::nullopt;
  Arguments result;
  result.list = tree.child(call, Field::Arguments);
  if (!tree.is(result.list, Kind::ArgumentList)) return std::nullopt;
  for (NodeId argument : tree.children(result.list)) result.nodes.push_back(argument);
  return result;
}

bool accepts_keyword(const SyntaxTree& tree, const Arguments& arguments, std::string_view name) {
  return std::none_of(arguments.nodes.begin(), arguments.nodes.end(), [&](NodeId argument) {
    if (tree.is(argument, Kind::DictionarySplat)) return true;
    if (!tree.is(argument, Kind::KeywordArgument)) return false;
    return tree.text(tree.child(argument, Field::Name)) == name;
  });
}

// Offset of the comma after `argument`, if there is one.
std::optional<Offset> comma_after(const SyntaxTree& tree, NodeId argument) {
  const Offset at = layout::skip_trivia(tree, tree[argument].end);
  if (at >= tree.source().size() || tree.source()[at] != ',') return std::nullopt;
  return at;
}

// Do the arguments stand one below the other, with the closing parenthesis on a
// line after the last?
bool is_vertical(const SyntaxTree& tree, const Arguments& arguments) {
  const std::string_view text = tree.source();
  const NodeId last = arguments.nodes.back();
  const Offset line = layout::line_begin(text, tree[last].begin);
  const bool own_line = line + layout::leading_space(text, line).size() == tree[last].begin &&
                        !tree.inside_string(line);
  return own_line && layout::line_full_end(text, tree[last].end) < tree[arguments.list].end;
}

}  // namespace

std::optional<Intents> Rewriter::add_keyword(NodeId call, std::string_view name,
                                             std::string_view value) const {
  const SyntaxTree& tree = *tree_;
  const auto arguments = arguments_of(tree, call);
  if (!arguments || !accepts_keyword(tree, *arguments, name)) return std::nullopt;
  const std::string keyword = std::string(name) + "=" + std::string(value);
  if (arguments->nodes.empty()) return insert(tree[arguments->list].begin + 1, keyword);
  const NodeId last = arguments->nodes.back();
  const Offset end = tree[last].end;
  if (!is_vertical(tree, *arguments)) return insert(end, ", " + keyword);
  const auto comma = comma_after(tree, last);
  const Offset line = layout::line_full_end(tree.source(), comma.value_or(end));
  Intents intents = comma ? Intents{} : insert(end, ",");
  std::string added(style_.indentation_at(tree[last].begin));
  added += keyword;
  if (comma) added += ',';
  added += style_.newline_near(end);
  append(intents, insert(line, added));
  return intents;
}

std::optional<Intents> Rewriter::remove_argument(NodeId call, NodeId argument) const {
  const SyntaxTree& tree = *tree_;
  const auto arguments = arguments_of(tree, call);
  if (!arguments || !tree.contains(arguments->list, argument)) return std::nullopt;
  while (tree.parent(argument) != arguments->list) {
    const Kind parent = tree.kind(tree.parent(argument));
    if (parent != Kind::ParenthesizedExpression && parent != Kind::KeywordArgument) {
      return std::nullopt;
    }
    argument = tree.parent(argument);
  }
  const auto& nodes = arguments->nodes;
  const auto at = std::find(nodes.begin(), nodes.end(), argument);
  const TextRange range = tree.range(argument);
  if (std::next(at) != nodes.end()) {
    return replace(TextRange{range.begin, tree[*std::next(at)].begin}, {});
  }
  if (at != nodes.begin()) return replace(TextRange{tree[*std::prev(at)].end, range.end}, {});
  const auto comma = comma_after(tree, argument);
  Offset end = comma ? *comma + 1 : range.end;
  const std::string_view text = tree.source();
  const Offset line = layout::line_begin(text, range.begin);
  const bool own_line = line + layout::leading_space(text, line).size() == range.begin;
  while (own_line && end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  return replace(TextRange{range.begin, end}, {});
}

}  // namespace mlfix
