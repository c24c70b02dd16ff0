// Scans comments by hand: the grammar is two words and a list. Unknown names are
// collected instead of refused, because a comment outlives the rule it names.

#include "engine/suppression.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace mlfix {
namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

bool continues_word(std::string_view text) {
  return !text.empty() && (std::isalnum(static_cast<unsigned char>(text[0])) != 0 ||
                           text[0] == '_' || text[0] == '-');
}

struct Directive {
  bool whole_file = false;
  bool has_list = false;
  std::string_view list;  // what is between the brackets
};

// What follows "mlfix:", when it is a directive.
std::optional<Directive> parse_directive(std::string_view text) {
  constexpr std::string_view kIgnore = "ignore";
  constexpr std::string_view kFile = "-file";
  text = trim(text);
  if (!text.starts_with(kIgnore)) return std::nullopt;
  text.remove_prefix(kIgnore.size());
  Directive directive;
  if (text.starts_with(kFile)) {
    directive.whole_file = true;
    text.remove_prefix(kFile.size());
  }
  if (continues_word(text)) return std::nullopt;
  if (text.starts_with('[')) {
    directive.has_list = true;
    directive.list = text.substr(1, text.find(']') - 1);
  }
  return directive;
}

// The text after "# mlfix:" in a comment; nothing when it has none.
std::optional<std::string_view> after_marker(std::string_view comment) {
  constexpr std::string_view kMarker = "mlfix:";
  for (std::size_t at = comment.find(kMarker); at != std::string_view::npos;
       at = comment.find(kMarker, at + 1)) {
    if (trim(comment.substr(0, at)).ends_with('#')) return comment.substr(at + kMarker.size());
  }
  return std::nullopt;
}

bool is_compound(const SyntaxTree& tree, NodeId statement) {
  for (NodeId n = statement; n < tree.subtree_end(statement); ++n) {
    if (tree.is(n, Kind::Block)) return true;
  }
  return false;
}

}  // namespace

Suppressions::Suppressions(const SemanticModel& model, const Registry& registry)
    : model_(&model), registry_(&registry) {
  const std::string_view source = model.tree().source();
  if (source.find("mlfix:") == std::string_view::npos) return;
  lines_ = LineTable(source);
  for (const TextRange comment : model.tree().comments()) read(comment);
}

void Suppressions::read(TextRange comment) {
  const std::string_view text = model_->tree().source().substr(comment.begin, comment.size());
  const std::optional<std::string_view> rest = after_marker(text);
  if (!rest) return;
  const std::optional<Directive> directive = parse_directive(*rest);
  if (!directive) return;
  const std::uint32_t line = lines_.line_at(comment.begin);
  Scope& scope = directive->whole_file ? file_ : by_line_[line];
  if (directive->has_list) {
    add_names(directive->list, line, scope);
  } else {
    scope.all = true;
  }
}

void Suppressions::add_names(std::string_view list, std::uint32_t line, Scope& scope) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view name = trim(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (const auto rule = registry_->find(name)) {
      scope.rules.push_back(*rule);
    } else if (registry_->has_group(name)) {
      for (std::uint32_t i = 0; i < registry_->rules().size(); ++i) {
        if (registry_->rules()[i].group == name) scope.rules.push_back(i);
      }
    } else {
      unknown_.push_back({line, std::string(name)});
    }
  }
}

bool Suppressions::Scope::covers(std::uint32_t rule) const {
  return all || std::ranges::find(rules, rule) != rules.end();
}

bool Suppressions::line_covers(std::uint32_t line, std::uint32_t rule) const {
  const auto at = by_line_.find(line);
  return at != by_line_.end() && at->second.covers(rule);
}

// The comment lines that stand directly above `line`.
bool Suppressions::lines_above_cover(std::uint32_t line, std::uint32_t rule) const {
  const std::string_view source = model_->tree().source();
  for (std::uint32_t above = line - 1; above >= 1; --above) {
    const Offset begin = lines_.line_begin(above);
    const std::string_view text = trim(source.substr(begin, lines_.line_end(above) - begin));
    if (!text.starts_with('#')) return false;
    if (line_covers(above, rule)) return true;
  }
  return false;
}

bool Suppressions::statement_covers(NodeId statement, std::uint32_t rule) const {
  const SyntaxTree& tree = model_->tree();
  const std::uint32_t first = lines_.line_at(tree[statement].begin);
  if (line_covers(first, rule) || lines_above_cover(first, rule)) return true;
  return !is_compound(tree, statement) && line_covers(lines_.line_at(tree[statement].end), rule);
}

bool Suppressions::cover(std::uint32_t rule, TextRange range) const {
  if (file_.covers(rule)) return true;
  if (by_line_.empty()) return false;
  if (line_covers(lines_.line_at(range.begin), rule)) return true;
  const SyntaxTree& tree = model_->tree();
  const NodeId statement = model_->statement_of(tree.node_covering(range));
  if (statement == kNoNode) return false;
  if (statement_covers(statement, rule)) return true;
  const NodeId parent = tree.parent(statement);
  return tree.is(parent, Kind::DecoratedDefinition) && statement_covers(parent, rule);
}

}  // namespace mlfix
