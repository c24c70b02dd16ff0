// Finds the comment that silences a finding. Unknown names are collected instead
// of refused, because a comment outlives the rule it names. A finding is put down to
// one comment, the nearest, so that a second one for the same is seen to be idle.

#include "engine/suppression.h"

#include <algorithm>
#include <numeric>

#include "rewrite/layout.h"
#include "syntax/structure.h"
#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::string_view kWhitespace = " \t\r\n";
constexpr std::size_t kMostNames = 1'000;  // of one comment
constexpr std::size_t kMostUnknown = 100;  // of one file

}  // namespace

Suppressions::Suppressions(const SyntaxTree& tree, const Registry& registry, std::string_view today)
    : tree_(&tree), registry_(&registry) {
  const std::string_view source = tree.source();
  if (source.find("mlfix:") == std::string_view::npos) return;
  lines_ = LineTable(source);
  for (const TextRange comment : tree.comments()) read(comment, today);
}

void Suppressions::read(TextRange comment, std::string_view today) {
  std::optional<IgnoreComment> parsed = parse_ignore_comment(tree_->source(), comment);
  if (!parsed) return;
  Suppression suppression;
  if (parsed->names.size() > kMostNames) parsed->names.resize(kMostNames);
  for (const TextRange name : parsed->names) suppression.targets.push_back(target(name));
  if (!parsed->list) {
    Suppression::Target& everything = suppression.targets.emplace_back();
    everything.rules.resize(registry_->rules().size());
    std::iota(everything.rules.begin(), everything.rules.end(), 0u);
  }
  // Dates of this form compare as their text does.
  suppression.expired = !parsed->until.empty() &&
                        (!is_date(parsed->until) || (!today.empty() && parsed->until < today));
  const std::uint32_t line = lines_.line_at(comment.begin);
  Indexes& place = parsed->whole_file ? of_file_ : by_line_[line];
  place.push_back(all_.size());
  suppression.comment = std::move(*parsed);
  all_.push_back(std::move(suppression));
}

Suppression::Target Suppressions::target(TextRange name) {
  Suppression::Target target{name, {}, false};
  const std::string_view text = tree_->source().substr(name.begin, name.size());
  if (const auto rule = registry_->find(text)) {
    target.rules.push_back(*rule);
    return target;
  }
  for (std::uint32_t i = 0; i < registry_->rules().size(); ++i) {
    if (registry_->rules()[i].group == text) target.rules.push_back(i);
  }
  if (target.rules.empty() && unknown_.size() < kMostUnknown) {
    unknown_.push_back({lines_.line_at(name.begin), std::string(text)});
  }
  return target;
}

Suppression::Target* Suppressions::first_of(const Indexes& candidates, std::uint32_t rule) {
  for (const std::size_t index : candidates) {
    if (all_[index].expired) continue;
    for (Suppression::Target& target : all_[index].targets) {
      if (std::ranges::find(target.rules, rule) != target.rules.end()) return &target;
    }
  }
  return nullptr;
}

Suppression::Target* Suppressions::of_file(std::uint32_t rule) {
  constexpr std::uint32_t kWholeFile = 0;
  const auto [known, is_new] = known_.try_emplace({kWholeFile, rule}, nullptr);
  if (is_new) known->second = first_of(of_file_, rule);
  return known->second;
}

Suppression::Target* Suppressions::of_line(std::uint32_t line, std::uint32_t rule) {
  const auto at = by_line_.find(line);
  if (at == by_line_.end()) return nullptr;
  const auto [known, is_new] = known_.try_emplace({line, rule}, nullptr);
  if (is_new) known->second = first_of(at->second, rule);
  return known->second;
}

// The comment lines that stand directly above `line`.
Suppression::Target* Suppressions::above(std::uint32_t line, std::uint32_t rule) {
  const auto [known, is_new] = known_above_.try_emplace({line, rule}, nullptr);
  if (!is_new) return known->second;
  const std::string_view source = tree_->source();
  for (std::uint32_t above = line - 1; above >= 1 && known->second == nullptr; --above) {
    const Offset begin = lines_.line_begin(above);
    const std::string_view text =
        trimmed(source.substr(begin, lines_.line_end(above) - begin), kWhitespace);
    if (!text.starts_with('#')) break;
    known->second = of_line(above, rule);
  }
  return known->second;
}

Suppression::Target* Suppressions::of_statement(NodeId statement, std::uint32_t rule) {
  const SyntaxTree& tree = *tree_;
  const std::uint32_t first = lines_.line_at(tree[statement].begin);
  if (Suppression::Target* target = of_line(first, rule)) return target;
  if (Suppression::Target* target = above(first, rule)) return target;
  if (layout::is_compound(tree, statement)) return nullptr;
  return of_line(lines_.line_at(tree[statement].end), rule);
}

Suppression::Target* Suppressions::here(std::uint32_t rule, TextRange range) {
  if (by_line_.empty()) return nullptr;
  if (Suppression::Target* target = of_line(lines_.line_at(range.begin), rule)) return target;
  const SyntaxTree& tree = *tree_;
  const NodeId statement = enclosing_statement(tree, tree.node_covering(range));
  if (statement == kNoNode) return nullptr;
  if (Suppression::Target* target = of_statement(statement, rule)) return target;
  const NodeId parent = tree.parent(statement);
  return tree.is(parent, Kind::DecoratedDefinition) ? of_statement(parent, rule) : nullptr;
}

bool Suppressions::cover(std::uint32_t rule, TextRange range) {
  Suppression::Target* target = here(rule, range);
  if (target == nullptr) target = of_file(rule);
  if (target == nullptr) return false;
  target->used = true;
  return true;
}

}  // namespace mlfix
