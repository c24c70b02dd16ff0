// How displaced code is found.
//
// Every statement, clause and decorator that survives the edits is matched with
// itself in the text after. Two properties must hold. First, its nearest
// surviving owner is the same: wrapping code in a new `with` adds an owner that
// did not exist before and is therefore skipped, while a rest of a function that
// slid out of a block, or into the block above, gets another surviving owner.
// Second, it may only be deeper or shallower than before if its own line was
// indented or dedented. Besides, comments and strings outside the edits must
// keep their extent, which catches code that an edit turned into text.
#include "syntax/statement_map.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "syntax/syntax_rules.h"
#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::uint32_t kNoItem = UINT32_MAX;

// A statement, clause or decorator.
struct Item {
  Kind kind;
  Offset begin;
  Offset header_end;  // before the body of a compound statement
  std::uint32_t owner;
  std::uint32_t depth;  // number of owners
};

bool has_body(Kind kind) {
  switch (kind) {
    case Kind::IfStatement:
    case Kind::ForStatement:
    case Kind::WhileStatement:
    case Kind::TryStatement:
    case Kind::WithStatement:
    case Kind::MatchStatement:
    case Kind::FunctionDefinition:
    case Kind::ClassDefinition:
    case Kind::ElifClause:
    case Kind::ElseClause:
    case Kind::ExceptClause:
    case Kind::FinallyClause:
    case Kind::CaseClause:
      return true;
    default:
      return false;
  }
}

bool holds_statements(Kind kind) {
  return kind == Kind::Module || kind == Kind::Block || kind == Kind::DecoratedDefinition;
}

Offset header_end(const SyntaxTree& tree, NodeId n) {
  const NodeId body = has_body(tree.kind(n)) ? tree.child_of_kind(n, Kind::Block) : kNoNode;
  return body == kNoNode ? tree[n].end : tree[body].begin;
}

// All items in source order. Expressions are skipped, not walked.
std::vector<Item> collect_items(const SyntaxTree& tree) {
  struct Open {
    NodeId end;
    std::uint32_t item;
  };
  std::vector<Item> items;
  std::vector<Open> open;
  for (NodeId n = 0; n < tree.size();) {
    while (!open.empty() && open.back().end <= n) open.pop_back();
    const Kind kind = tree.kind(n);
    if (n == tree.root() || holds_statements(kind)) {
      ++n;
      continue;
    }
    const bool compound = has_body(kind);
    if (compound || holds_statements(tree.kind(tree.parent(n)))) {
      const std::uint32_t owner = open.empty() ? kNoItem : open.back().item;
      const auto depth = static_cast<std::uint32_t>(open.size());
      items.push_back({kind, tree[n].begin, header_end(tree, n), owner, depth});
    }
    if (compound) {
      open.push_back({tree.subtree_end(n), static_cast<std::uint32_t>(items.size() - 1)});
      ++n;
    } else {
      n = tree.subtree_end(n);
    }
  }
  return items;
}

// May what follows `text` still be the beginning of a statement?
bool leaves_statement_start(std::string_view text) {
  const auto last = text.find_last_not_of(" \t\f");
  return last == std::string_view::npos || text[last] == '\n' || text[last] == ';';
}

GuardFailure failure(Offset offset, std::string message) {
  return {offset, std::move(message)};
}

class Displacement {
 public:
  Displacement(const SyntaxTree& before, const SyntaxTree& after, const EditMap& map)
      : before_(before), after_(after), map_(map) {}

  std::optional<GuardFailure> find() {
    old_items_ = collect_items(before_);
    new_items_ = collect_items(after_);
    if (auto found = match_items()) return found;
    for (std::uint32_t i = 0; i < new_items_.size(); ++i) {
      if (old_of_new_[i] == kNoItem) continue;
      if (auto found = compare(old_items_[old_of_new_[i]], new_items_[i])) return found;
    }
    if (auto found = compare_comments()) return found;
    return compare_strings();
  }

 private:
  // Must this statement be in the text after, at the place where it went to?
  bool survives(const Item& item) const {
    if (!map_.to_after(item.begin)) return false;
    const Edit* edit = map_.edit_ending_at(item.begin);
    return edit == nullptr || leaves_statement_start(edit->text);
  }

  std::optional<GuardFailure> match_items() {
    old_of_new_.assign(new_items_.size(), kNoItem);
    survived_.resize(old_items_.size());
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < old_items_.size(); ++i) {
      survived_[i] = survives(old_items_[i]);
      if (!survived_[i]) continue;
      const Offset place = *map_.to_after(old_items_[i].begin);
      for (; next < new_items_.size() && new_items_[next].begin < place; ++next) {
        if (auto found = check_new(new_items_[next])) return found;
      }
      if (next == new_items_.size() || new_items_[next].begin != place) {
        return failure(place, "a statement that no edit touches is gone");
      }
      old_of_new_[next++] = i;
    }
    for (; next < new_items_.size(); ++next) {
      if (auto found = check_new(new_items_[next])) return found;
    }
    return std::nullopt;
  }

  // A statement without a counterpart must come from an edit.
  std::optional<GuardFailure> check_new(const Item& item) const {
    const std::optional<Offset> origin = map_.to_before(item.begin);
    if (!origin || map_.edit_ending_at(*origin) != nullptr) return std::nullopt;
    return failure(item.begin, "a new statement begins in code that no edit touches");
  }

  std::optional<GuardFailure> compare(const Item& old_item, const Item& new_item) const {
    if (old_item.kind != new_item.kind && !map_.touches({old_item.begin, old_item.header_end})) {
      return failure(new_item.begin, "a statement that no edit touches changed its kind");
    }
    if (surviving_owner(old_item) != surviving_new_owner(new_item)) {
      return failure(new_item.begin, "a statement moved to another block");
    }
    return compare_depth(old_item, new_item);
  }

  std::uint32_t surviving_owner(const Item& item) const {
    std::uint32_t owner = item.owner;
    while (owner != kNoItem && !survived_[owner]) owner = old_items_[owner].owner;
    return owner;
  }

  std::uint32_t surviving_new_owner(const Item& item) const {
    std::uint32_t owner = item.owner;
    while (owner != kNoItem && old_of_new_[owner] == kNoItem) owner = new_items_[owner].owner;
    return owner == kNoItem ? kNoItem : old_of_new_[owner];
  }

  std::optional<GuardFailure> compare_depth(const Item& old_item, const Item& new_item) const {
    if (old_item.depth == new_item.depth) return std::nullopt;
    const Indentation was = indentation_at(before_, old_item.begin);
    const Indentation is = indentation_at(after_, new_item.begin);
    if (!was.starts_line || !is.starts_line) return std::nullopt;
    const bool deeper = new_item.depth > old_item.depth;
    const bool longer = is.bytes.size() > was.bytes.size();
    if (is.bytes.size() != was.bytes.size() && deeper == longer) return std::nullopt;
    return failure(new_item.begin, "a statement changed its depth but not its indentation");
  }

  std::optional<GuardFailure> compare_comments() const {
    const auto comments = after_.comments();
    for (const TextRange comment : before_.comments()) {
      if (map_.touches(comment)) continue;
      const Offset begin = *map_.to_after(comment.begin);
      const TextRange expected{begin, begin + comment.size()};
      const auto found =
          std::lower_bound(comments.begin(), comments.end(), begin,
                           [](const TextRange& range, Offset at) { return range.begin < at; });
      if (found == comments.end() || *found != expected) {
        return failure(begin, "a comment that no edit touches is no longer the same comment");
      }
    }
    for (const TextRange comment : comments) {
      if (auto swallowed = swallowed_code(comment)) return swallowed;
    }
    return std::nullopt;
  }

  // Did code that was there before become part of this comment?
  std::optional<GuardFailure> swallowed_code(TextRange comment) const {
    if (comment.empty()) return std::nullopt;
    const std::optional<Offset> origin = map_.to_before(comment.end - 1);
    if (!origin || before_.has_comment_in({*origin, *origin + 1}) ||
        is_white(before_.source()[*origin])) {
      return std::nullopt;
    }
    return failure(comment.begin, "code became part of a comment");
  }

  std::optional<GuardFailure> compare_strings() const {
    const auto strings = after_.strings();
    for (const TextRange string : before_.strings()) {
      if (map_.touches(string) || map_.edit_ending_at(string.begin) != nullptr) continue;
      const Offset begin = *map_.to_after(string.begin);
      if (!is_same_string(strings, {begin, begin + string.size()})) {
        return failure(begin, "a string that no edit touches is no longer the same string");
      }
    }
    return std::nullopt;
  }

  // In the text after, the string may also lie inside a new f-string.
  static bool is_same_string(std::span<const TextRange> strings, TextRange expected) {
    const auto next =
        std::upper_bound(strings.begin(), strings.end(), expected.begin,
                         [](Offset at, const TextRange& range) { return at < range.begin; });
    if (next == strings.begin()) return false;
    const TextRange found = *std::prev(next);
    return found == expected || (found.begin < expected.begin && found.contains(expected));
  }

  const SyntaxTree& before_;
  const SyntaxTree& after_;
  const EditMap& map_;
  std::vector<Item> old_items_, new_items_;
  std::vector<std::uint32_t> old_of_new_;  // by new item; kNoItem for what edits made
  std::vector<bool> survived_;             // by old item
};

bool only_space(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_white);
}

// Whitespace that is put into or taken out of a literal changes its value.
std::optional<GuardFailure> find_reindented_string(const SyntaxTree& before,
                                                   const std::vector<Edit>& edits) {
  for (const Edit& edit : edits) {
    const std::string_view old = before.source().substr(edit.begin, edit.end - edit.begin);
    if (old != edit.text && only_space(old) && only_space(edit.text) &&
        before.inside_string(edit.begin)) {
      return failure(edit.begin, "an edit changes the indentation inside a string");
    }
  }
  return std::nullopt;
}

}  // namespace

EditMap::EditMap(const std::vector<Edit>& edits) {
  entries_.reserve(edits.size());
  std::int64_t shift = 0;
  for (const Edit& edit : edits) {
    const auto begin = static_cast<Offset>(edit.begin + shift);
    const auto end = begin + static_cast<Offset>(edit.text.size());
    entries_.push_back({&edit, begin, end});
    shift = static_cast<std::int64_t>(end) - edit.end;
  }
}

std::optional<Offset> EditMap::to_after(Offset before) const {
  const auto next =
      std::upper_bound(entries_.begin(), entries_.end(), before,
                       [](Offset at, const Entry& entry) { return at < entry.edit->begin; });
  if (next == entries_.begin()) return before;
  const Entry& last = *std::prev(next);
  if (before < last.edit->end) return std::nullopt;
  return last.after_end + (before - last.edit->end);
}

std::optional<Offset> EditMap::to_before(Offset after) const {
  const auto next =
      std::upper_bound(entries_.begin(), entries_.end(), after,
                       [](Offset at, const Entry& entry) { return at < entry.after_begin; });
  if (next == entries_.begin()) return after;
  const Entry& last = *std::prev(next);
  if (after < last.after_end) return std::nullopt;
  return last.edit->end + (after - last.after_end);
}

const Edit* EditMap::edit_ending_at(Offset before) const {
  const auto next =
      std::upper_bound(entries_.begin(), entries_.end(), before,
                       [](Offset at, const Entry& entry) { return at < entry.edit->end; });
  if (next == entries_.begin()) return nullptr;
  const Edit* last = std::prev(next)->edit;
  return last->end == before ? last : nullptr;
}

bool EditMap::touches(TextRange before) const {
  const auto first =
      std::partition_point(entries_.begin(), entries_.end(),
                           [&](const Entry& entry) { return entry.edit->end <= before.begin; });
  return first != entries_.end() && first->edit->begin < before.end;
}

std::optional<GuardFailure> find_displacement(const SyntaxTree& before, const SyntaxTree& after,
                                              const std::vector<Edit>& edits, const EditMap& map) {
  if (auto found = find_reindented_string(before, edits)) return found;
  return Displacement(before, after, map).find();
}

}  // namespace mlfix
