// Common Python is read directly (direct/direct_parser.h). For the rest this runs tree-sitter and
// copies its tree into a SyntaxTree.
//
// tree-sitter's nodes are looked at exactly once, by a cursor in pre-order:
// asking a node for its parent costs a walk from the root, and its queries cost
// more than parsing does. Nothing here recurses, nor does tree-sitter, so nesting
// is read however deep it is. The grammar's numbers are translated by tables that are built
// on first use and never change.
#include "syntax/parser.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "syntax/comment_runs.h"
#include "syntax/direct/direct_parser.h"
#include "syntax/parser_memory.h"
#include "text/allocator.h"

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

  // Before the last named child is every anonymous node that is kept: `async`
  // and operators. But what the parser made up may be after it.
  bool is_counted(Role role) const { return has_errors_ || is_named(role); }

  Field current_field() const { return grammar_.fields[ts_tree_cursor_current_field_id(&cursor_)]; }

  void add_node(Kind kind, Field field, TextRange range) {
    const NodeId parent = open_.empty() ? kNoNode : open_.back().id;
    nodes_.push_back({kind, field, range.begin, range.end, parent, kNoNode});
    kept_ = true;
    if (open_.size() > flat_.depth) {
      flat_.depth = static_cast<std::uint32_t>(open_.size());
      flat_.deepest = range.begin;
    }
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
  // leads nowhere is as expensive as one that succeeds; and only the named ones where
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

// The right to take much memory, which one parse has at a time. What it took is the system's
// again before another begins: the allocator would keep it for this thread, as its layout has it.
struct Turn {
  Turn() = default;
  ~Turn() {
    if (lock.owns_lock()) return_freed_memory();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  std::unique_lock<std::mutex> lock{};
};

// Hands a text to tree-sitter piece by piece and counts what it takes. The parser
// asks again whenever it goes back, and at times its scanner looks far ahead for
// each of many tokens; so bytes are counted as well as the parser's own steps. A step
// after an error may copy all that was read since, and many steps may do so; hence
// memory is counted, too: a copy takes some, even if it is given back at once.
class BoundedInput : public ParserArena::Meter {
 public:
  BoundedInput(std::string_view source, const StopRequest& stop, Turn& turn)
      : source_(source),
        most_bytes_(kBytesOfAnyText + kBytesPerByte * source.size()),
        most_calls_(kCallsOfAnyText + source.size()),
        most_memory_(kMemoryOfAnyText + kMemoryPerByte * std::min(source.size(), kFullWorth) +
                     kMemoryPerFurtherByte * (source.size() - std::min(source.size(), kFullWorth))),
        stop_(stop),
        turn_(turn) {}

  TSInput input() { return {this, read, TSInputEncodingUTF8, nullptr}; }
  TSParseOptions options() { return {this, ends}; }
  // Whether the parser was cut short, and any tree is that of a part of the text.
  bool is_over() const { return over_; }
  bool is_enough(std::uint64_t bytes_taken) override {
    if (bytes_taken > kMemoryOfManyAtATime && !turn_.lock) {
      turn_.lock = std::unique_lock(one_at_a_time());
    }
    end_when(bytes_taken > most_memory_, GaveUp::Reason::Work);
    ask();
    return over_;
  }
  GaveUp::Reason reason() const { return reason_; }  // of that
  // Whether it took so much that no other text is parsed with as much before the turn is over.
  bool is_alone() const { return turn_.lock.owns_lock(); }

 private:
  static constexpr std::size_t kPiece = 1024;
  // Of 5,864 files of repositories the parser reads some twice; the worst, which is
  // one long comment, takes 17 MB, and a call, made for every hundred of the
  // parser's steps, comes for 60 bytes or more.
  static constexpr std::size_t kBytesOfAnyText = 128u << 20;
  static constexpr std::size_t kBytesPerByte = 32;
  static constexpr std::size_t kCallsOfAnyText = 10'000;
  static constexpr std::size_t kBytesBetweenQuestions = 4u << 20;
  // Of 8,761 texts of repositories the dearest takes a 31st of it, and of 1,348 more that
  // were damaged at random, or are no Python at all, a 41st.
  static constexpr std::size_t kMemoryOfAnyText = 128u << 20;
  static constexpr std::size_t kMemoryPerByte = 1024;
  // Beyond so many bytes one more, which may be one of a comment, is worth less.
  static constexpr std::size_t kFullWorth = 256u << 10;
  static constexpr std::size_t kMemoryPerFurtherByte = 256;

  // Memory up to which any number of threads may parse at a time. What takes more takes turns:
  // sixteen texts that are expensive to recover would take gigabytes together.
  static constexpr std::size_t kMemoryOfManyAtATime = 16u << 20;

  // Memory is the process's, so the turns are, too. Whoever has the turn waits for nobody.
  static std::mutex& one_at_a_time() {
    static std::mutex mutex;
    return mutex;
  }

  static const char* read(void* self, std::uint32_t at, TSPoint, std::uint32_t* size) {
    auto& input = *static_cast<BoundedInput*>(self);
    input.end_when(input.bytes_ > input.most_bytes_, GaveUp::Reason::Work);
    if (input.bytes_ >= input.next_question_) input.ask();
    const bool at_end = input.over_ || at >= input.source_.size();
    const std::string_view piece = at_end ? "" : input.source_.substr(at, kPiece);
    input.bytes_ += piece.size();
    *size = static_cast<std::uint32_t>(piece.size());
    return piece.data();
  }

  static bool ends(TSParseState* state) {
    auto& input = *static_cast<BoundedInput*>(state->payload);
    input.end_when(++input.calls_ > input.most_calls_, GaveUp::Reason::Work);
    input.ask();
    return input.over_;
  }

  void ask() {
    next_question_ = bytes_ + kBytesBetweenQuestions;
    end_when(stop_ && stop_(), GaveUp::Reason::Stopped);
  }

  void end_when(bool ends, GaveUp::Reason reason) {
    if (over_ || !ends) return;
    over_ = true;
    reason_ = reason;
  }

  std::string_view source_;
  std::size_t most_bytes_;
  std::size_t most_calls_;
  std::size_t most_memory_;
  const StopRequest& stop_;
  Turn& turn_;
  std::size_t bytes_ = 0;
  std::size_t next_question_ = kBytesBetweenQuestions;
  std::size_t calls_ = 0;
  bool over_ = false;
  GaveUp::Reason reason_ = GaveUp::Reason::Work;
};

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

// tree-sitter's tree of a longer text, 60 bytes for each of its own, and one that took much
// otherwise, is dropped at once: that a later parse may share its nodes is not worth that.
constexpr std::size_t kMaxKeptTree = 512u << 10;

}  // namespace

struct Parser::Impl {
  explicit Impl(StopRequest request) : stop(std::move(request)) {}

  SyntaxTree parse(std::string_view source) {
    if (stop && stop()) throw GaveUp{GaveUp::Reason::Stopped};
    FlatTree flat;
    if (read_directly(source, nodes, flat)) return tree_of(source, std::move(flat));
    return parse_by_grammar(source);
  }

  SyntaxTree parse_by_grammar(std::string_view source) {
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
    if (tree.parsed_) std::static_pointer_cast<ParserTree>(tree.parsed_)->is_abridged = true;
    return true;
  }

  // Parses `text`, which is the source or stands for it. `edits` were made since `before`,
  // which may be nothing. Even tree-sitter's parser lives in the arena: it keeps memory from
  // one text to the next.
  SyntaxTree parse(std::shared_ptr<const ParserTree> before, const std::vector<TSInputEdit>& edits,
                   std::string_view source, std::string_view text) {
    Turn turn;  // the last to go
    const auto parsed = std::make_shared<ParserTree>(blocks);
    const ParserArena::Use use(parsed->arena);
    auto parser = make_parser();
    TSTree* old = before == nullptr ? nullptr : ts_tree_copy(before->tree);
    for (const TSInputEdit& edit : edits) ts_tree_edit(old, &edit);
    BoundedInput bounded(text, stop, turn);
    const auto read = [&] {
      parsed->tree =
          ts_parser_parse_with_options(parser.get(), old, bounded.input(), bounded.options());
    };
    if (!parsed->arena.run(read, bounded)) static_cast<void>(parser.release());
    if (bounded.is_over()) throw GaveUp{bounded.reason()};
    parsed->before = std::move(before);
    SyntaxTree tree = tree_of(source, Flattener(parsed->tree, source, nodes).run());
    if (text.size() <= kMaxKeptTree && !bounded.is_alone()) {
      tree.parsed_ = parsed;
    } else {
      nodes = {};
    }
    return tree;
  }

  // Of `nodes` and the side arrays.
  SyntaxTree tree_of(std::string_view source, FlatTree flat) const {
    SyntaxTree tree;
    tree.source_ = source;
    tree.nodes_.assign(nodes.begin(), nodes.end());
    tree.comments_ = std::move(flat.comments);
    tree.continuations_ = std::move(flat.continuations);
    tree.strings_ = std::move(flat.strings);
    tree.errors_ = std::move(flat.errors);
    tree.depth_ = flat.depth;
    tree.deepest_ = flat.deepest;
    return tree;
  }

  const StopRequest stop;
  const std::shared_ptr<ArenaBlocks> blocks = std::make_shared<ArenaBlocks>();
  std::vector<Node> nodes;  // of the text being parsed, before their number is known
};

Parser::Parser(StopRequest stop) : impl_(std::make_unique<Impl>(std::move(stop))) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

SyntaxTree Parser::parse(std::string_view source) {
  return impl_->parse(source);
}

SyntaxTree Parser::parse_by_grammar(std::string_view source) {
  return impl_->parse_by_grammar(source);
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
