// Runs tree-sitter and copies its tree into a SyntaxTree.
//
// tree-sitter's nodes are looked at exactly once, by a cursor in pre-order:
// asking a node for its parent costs a walk from the root, and its queries cost
// more than parsing does. Nothing here recurses, so nesting depth is bounded by
// memory alone. The grammar's numbers are translated by tables that are built
// on first use and never change.
#include "syntax/parser.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "syntax/comment_runs.h"
#include "syntax/parser_memory.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace mlfix {
namespace {

constexpr TSSymbol kErrorSymbol = UINT16_MAX;

// What to do with a node of tree-sitter's tree.
enum class Role : std::uint8_t {
  Node,          // named: becomes a Node
  String,        // named, and a literal whose bytes are sacred
  Token,         // anonymous: becomes a Node when it carries a field
  Modifier,      // anonymous and meaningful by itself: always becomes a Node
  Punctuation,   // anonymous: dropped even if it carries a field
  Comment,       // extra: goes to the side array
  Continuation,  // extra: goes to the side array
};

struct Symbol {
  Kind kind;
  Role role;
};

struct Grammar {
  std::vector<Symbol> symbols;  // by TSSymbol
  std::vector<Field> fields;    // by TSFieldId; 0 is "no field"
};

Role role_of(std::string_view name, bool named) {
  if (named) {
    if (name == "comment") return Role::Comment;
    if (name == "line_continuation") return Role::Continuation;
    return name == "string" ? Role::String : Role::Node;
  }
  if (name == "async") return Role::Modifier;
  const bool punctuation = name == "," || name == "(" || name == ")";
  return punctuation ? Role::Punctuation : Role::Token;
}

Grammar make_grammar() {
  const TSLanguage* language = tree_sitter_python();
  Grammar grammar;
  const std::uint32_t symbol_count = ts_language_symbol_count(language);
  for (std::uint32_t i = 0; i < symbol_count; ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    const std::string_view name = ts_language_symbol_name(language, symbol);
    const bool named = ts_language_symbol_type(language, symbol) == TSSymbolTypeRegular;
    grammar.symbols.push_back({kind_from_name(name, named), role_of(name, named)});
  }
  grammar.fields.push_back(Field::None);
  const std::uint32_t field_count = ts_language_field_count(language);
  for (std::uint32_t i = 1; i <= field_count; ++i) {
    const char* name = ts_language_field_name_for_id(language, static_cast<TSFieldId>(i));
    grammar.fields.push_back(field_from_name(name));
  }
  return grammar;
}

const Grammar& grammar() {
  static const Grammar instance = make_grammar();
  return instance;
}

// The side arrays of a SyntaxTree while they grow.
struct FlatTree {
  std::vector<TextRange> comments, continuations, strings, errors;
};

// A node whose children are being visited.
struct OpenNode {
  NodeId id;
  std::uint32_t children_left;  // of those that are counted
};

bool is_named(Role role) {
  return role != Role::Token && role != Role::Modifier && role != Role::Punctuation;
}

// Walks one tree-sitter tree in pre-order and fills `nodes` and a FlatTree.
class Flattener {
 public:
  Flattener(const TSTree* tree, std::string_view source, std::vector<Node>& nodes)
      : source_(source),
        cursor_(ts_tree_cursor_new(ts_tree_root_node(tree))),
        has_errors_(ts_node_has_error(ts_tree_root_node(tree))),
        nodes_(nodes) {
    nodes_.clear();
  }
  ~Flattener() { ts_tree_cursor_delete(&cursor_); }
  Flattener(const Flattener&) = delete;
  Flattener& operator=(const Flattener&) = delete;

  FlatTree run() {
    do {
      visit();
    } while (advance());
    return std::move(flat_);
  }

 private:
  // Copies the node under the cursor if it is kept. Nodes that are left out
  // have no kept descendants, so their children are skipped.
  void visit() {
    const TSNode node = ts_tree_cursor_current_node(&cursor_);
    const TSSymbol symbol = ts_node_symbol(node);
    const TextRange range{ts_node_start_byte(node), ts_node_end_byte(node)};
    if (has_errors_ && (symbol == kErrorSymbol || ts_node_is_missing(node))) {
      flat_.errors.push_back(range);
    }
    kept_ = false;
    children_ = has_errors_ ? ts_node_child_count(node) : ts_node_named_child_count(node);
    const Symbol entry =
        symbol == kErrorSymbol ? Symbol{Kind::Error, Role::Node} : grammar_.symbols[symbol];
    if (!open_.empty() && is_counted(entry.role)) --open_.back().children_left;
    switch (entry.role) {
      case Role::String:
        add_string(range);
        [[fallthrough]];
      case Role::Node:
      case Role::Modifier:
        add_node(entry.kind, current_field(), range);
        break;
      case Role::Token:
        if (const Field field = current_field(); field != Field::None) {
          add_node(entry.kind, field, range);
        }
        break;
      case Role::Punctuation:
        break;
      case Role::Comment:
        add_comment(range);
        break;
      case Role::Continuation:
        flat_.continuations.push_back(range);
        break;
    }
  }

  // In front of the last named child is every anonymous node that is kept: `async`
  // and operators. But what the parser made up may be behind it.
  bool is_counted(Role role) const { return has_errors_ || is_named(role); }

  Field current_field() const { return grammar_.fields[ts_tree_cursor_current_field_id(&cursor_)]; }

  void add_node(Kind kind, Field field, TextRange range) {
    const NodeId parent = open_.empty() ? kNoNode : open_.back().id;
    nodes_.push_back({kind, field, range.begin, range.end, parent, kNoNode});
    kept_ = true;
  }

  void add_string(TextRange range) {
    if (!flat_.strings.empty() && flat_.strings.back().contains(range)) return;
    flat_.strings.push_back(range);
  }

  void add_comment(TextRange range) {
    if (!range.empty() && source_[range.end - 1] == '\r') --range.end;
    flat_.comments.push_back(range);
  }

  // Moves to the next node in pre-order, closing the nodes that are left.
  // Keeps `open_` in step. Counts the children, as a step of the cursor that
  // leads nowhere is as dear as one that succeeds; and only the named ones where
  // that is enough, so that most closing brackets are never visited.
  bool advance() {
    if (kept_) {
      const auto id = static_cast<NodeId>(nodes_.size() - 1);
      if (children_ > 0 && ts_tree_cursor_goto_first_child(&cursor_)) {
        open_.push_back({id, children_});
        return true;
      }
      nodes_[id].subtree_end = id + 1;
    }
    while (!open_.empty()) {
      if (open_.back().children_left > 0 && ts_tree_cursor_goto_next_sibling(&cursor_)) return true;
      ts_tree_cursor_goto_parent(&cursor_);
      nodes_[open_.back().id].subtree_end = static_cast<NodeId>(nodes_.size());
      open_.pop_back();
    }
    return false;
  }

  const Grammar& grammar_ = grammar();
  std::string_view source_;
  TSTreeCursor cursor_;
  bool has_errors_;
  std::vector<Node>& nodes_;
  // Of the node under the cursor.
  bool kept_ = false;
  std::uint32_t children_ = 0;
  std::vector<OpenNode> open_;  // the path above the cursor
  FlatTree flat_;
};

// `point` moved over `text`. Columns are bytes, as tree-sitter counts them.
TSPoint advanced(TSPoint point, std::string_view text) {
  const std::size_t last = text.rfind('\n');
  if (last == std::string_view::npos) {
    point.column += static_cast<std::uint32_t>(text.size());
    return point;
  }
  point.row += static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  point.column = static_cast<std::uint32_t>(text.size() - last - 1);
  return point;
}

// The edits in tree-sitter's terms, in source order; all but the new end are
// places in the text before any edit.
std::vector<TSInputEdit> input_edits(std::string_view before, const std::vector<Edit>& edits) {
  std::vector<TSInputEdit> result;
  result.reserve(edits.size());
  TSPoint point{0, 0};
  Offset at = 0;
  for (const Edit& edit : edits) {
    assert(at <= edit.begin && edit.begin <= edit.end && edit.end <= before.size());
    const TSPoint start = advanced(point, before.substr(at, edit.begin - at));
    point = advanced(start, before.substr(edit.begin, edit.end - edit.begin));
    at = edit.end;
    const auto new_end = edit.begin + static_cast<std::uint32_t>(edit.text.size());
    result.push_back({edit.begin, edit.end, new_end, start, point, advanced(start, edit.text)});
  }
  return result;
}

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

std::unique_ptr<TSParser, ParserDeleter> make_parser() {
  std::unique_ptr<TSParser, ParserDeleter> parser(ts_parser_new());
  const bool accepted = ts_parser_set_language(parser.get(), tree_sitter_python());
  assert(accepted && "the grammar and the runtime have different ABIs");
  static_cast<void>(accepted);
  return parser;
}

// tree-sitter's tree goes away with its arena.
struct ParserTree {
  explicit ParserTree(std::shared_ptr<ArenaBlocks> blocks) : arena(std::move(blocks)) {}

  ParserArena arena;
  TSTree* tree = nullptr;
  bool is_abridged = false;                  // of a text without some of its comments
  std::shared_ptr<const ParserTree> before;  // what the tree shares nodes with
};

}  // namespace

struct Parser::Impl {
  SyntaxTree parse(std::string_view source) {
    if (std::optional<AbridgedText> abridged = without_long_comment_runs(source)) {
      SyntaxTree tree = parse(nullptr, {}, source, abridged->text);
      if (add_comments(tree, abridged->comments)) return tree;
    }
    return parse(nullptr, {}, source, source);
  }

  // False when one of them is in a string, and so no comment.
  static bool add_comments(SyntaxTree& tree, const std::vector<TextRange>& comments) {
    if (std::ranges::any_of(comments, [&](TextRange c) { return tree.inside_string(c.begin); })) {
      return false;
    }
    std::vector<TextRange> all;
    std::ranges::merge(tree.comments_, comments, std::back_inserter(all), {}, &TextRange::begin,
                       &TextRange::begin);
    tree.comments_ = std::move(all);
    std::static_pointer_cast<ParserTree>(tree.parsed_)->is_abridged = true;
    return true;
  }

  // Parses `text`, which is the source or stands for it. `edits` were made since `before`,
  // which may be nothing. Even tree-sitter's parser lives in the arena: it keeps memory from
  // one text to the next.
  SyntaxTree parse(std::shared_ptr<const ParserTree> before, const std::vector<TSInputEdit>& edits,
                   std::string_view source, std::string_view text) {
    const auto parsed = std::make_shared<ParserTree>(blocks);
    const ParserArena::Use use(parsed->arena);
    const auto parser = make_parser();
    TSTree* old = before == nullptr ? nullptr : ts_tree_copy(before->tree);
    for (const TSInputEdit& edit : edits) ts_tree_edit(old, &edit);
    parsed->tree = ts_parser_parse_string(parser.get(), old, text.data(),
                                          static_cast<std::uint32_t>(text.size()));
    parsed->before = std::move(before);
    FlatTree flat = Flattener(parsed->tree, source, nodes).run();
    SyntaxTree tree;
    tree.source_ = source;
    tree.nodes_.assign(nodes.begin(), nodes.end());
    tree.comments_ = std::move(flat.comments);
    tree.continuations_ = std::move(flat.continuations);
    tree.strings_ = std::move(flat.strings);
    tree.errors_ = std::move(flat.errors);
    tree.parsed_ = parsed;
    return tree;
  }

  const std::shared_ptr<ArenaBlocks> blocks = std::make_shared<ArenaBlocks>();
  std::vector<Node> nodes;  // of the text being parsed, before their number is known
};

Parser::Parser() : impl_(std::make_unique<Impl>()) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

SyntaxTree Parser::parse(std::string_view source) {
  return impl_->parse(source);
}

SyntaxTree Parser::reparse(const SyntaxTree& before, const std::vector<Edit>& edits,
                           std::string_view source) {
  // What is left out of one text may be needed in the other.
  const auto old = std::static_pointer_cast<const ParserTree>(before.parsed_);
  if (old == nullptr || old->is_abridged || without_long_comment_runs(source)) return parse(source);
  std::vector<TSInputEdit> changes = input_edits(before.source(), edits);
  // From the last to the first, so that the places of those still to come stay valid.
  std::ranges::reverse(changes);
  return impl_->parse(old, changes, source, source);
}

}  // namespace mlfix
