// A template is compiled as a pattern is, so that it is known where in its tree each variable
// stands, and which names are a module's. Filling it copies the text between those places.
//
// What is filled in is code of the file, which may bind less tightly than the place wants, so
// parentheses are put around it where the grammar may need them. The result is then parsed, and
// has to have the tree of the template, with something in place of each variable: whatever the
// code was, a fix does what its rule shows, or there is none.

#include "patterns/template.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "syntax/parser.h"
#include "syntax/structure.h"
#include "text/shortened.h"

namespace mlfix::patterns {
namespace {

constexpr std::size_t kMostQuoted = 1000;        // bytes of code, before it is shortened
constexpr std::size_t kMostFilled = 256u << 10;  // bytes of code in one fix

Error unknown_variable(std::uint32_t line, std::string_view name, const Variables& variables) {
  std::string known;
  for (const std::string& one : variables.names()) known += (known.empty() ? "$" : ", $") + one;
  return {ErrorKind::Configuration,
          {},
          line,
          fmt::format("no pattern of the rule has ${}", shortened(name)),
          known.empty() ? "the patterns have no metavariables" : "they have " + known};
}

// One line, without what only lays it out.
std::string in_one_line(std::string_view code) {
  std::string line;
  for (const char c : code) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return shortened(line);
}

// ---- filling code ----

bool is_list(Kind kind) {
  return kind == Kind::ArgumentList || kind == Kind::List || kind == Kind::Tuple ||
         kind == Kind::Set || kind == Kind::Parameters;
}

// Does the place take a whole expression, whatever its operators?
bool takes_any_expression(const SyntaxTree& tree, NodeId place) {
  const NodeId parent = tree.parent(place);
  switch (tree.kind(parent)) {
    case Kind::ArgumentList:
    case Kind::KeywordArgument:
    case Kind::ParenthesizedExpression:
    case Kind::ExpressionStatement:
    case Kind::ReturnStatement:
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::Pair:
    case Kind::WithItem:
      return true;
    case Kind::Assignment:
    case Kind::AugmentedAssignment:
      return tree.field(place) == Field::Right;
    case Kind::Subscript:
      return tree.field(place) == Field::Subscript;
    default:
      return false;
  }
}

// Wants parentheses in any list.
bool is_loose(Kind kind) {
  return kind == Kind::NamedExpression || kind == Kind::Yield || kind == Kind::ExpressionList ||
         kind == Kind::PatternList || kind == Kind::Lambda;
}

std::string code_of(const SyntaxTree& tree, NodeId n) {
  return std::string(tree.text(n));
}

// ---- comparing the result with the template ----

class Shape {
 public:
  Shape(const Pattern& pattern, const SyntaxTree& filled)
      : pattern_(pattern), like_(pattern.tree()), filled_(filled) {}

  // Is the filled tree that of the template, parentheses aside?
  bool holds(NodeId p, NodeId n) const {
    p = without_parentheses(like_, p);
    if (pattern_.part(p).slot != Slot::Code) return true;
    n = without_parentheses(filled_, n);
    if (n == kNoNode) return false;
    // A name of a module is spelled as the file has it.
    if (pattern_.begins_with_module(p)) {
      return filled_.is(n, Kind::Identifier) || filled_.is(n, Kind::Attribute);
    }
    if (like_.kind(p) != filled_.kind(n)) return false;
    return children_hold(p, n);
  }

 private:
  bool children_hold(NodeId p, NodeId n) const {
    auto code = filled_.children(n).begin();
    const auto end = filled_.children(n).end();
    std::vector<NodeId> rest;
    for (; code != end; ++code) rest.push_back(*code);
    std::vector<NodeId> like;
    for (const NodeId child : like_.children(p)) like.push_back(child);
    std::size_t at = 0;
    for (std::size_t i = 0; i < like.size(); ++i) {
      if (pattern_.part(like[i]).slot == Slot::Many) {
        const std::size_t after = like.size() - i - 1;
        if (rest.size() < at + after) return false;
        at = rest.size() - after;
        continue;
      }
      if (at >= rest.size() || !holds(like[i], rest[at])) return false;
      ++at;
    }
    return at == rest.size() && arguments_in_order(n);
  }

  // Positional arguments stand before named ones, which the parser does not mind.
  bool arguments_in_order(NodeId n) const {
    if (!filled_.is(n, Kind::ArgumentList)) return true;
    bool named = false;
    std::vector<std::string_view> names;
    for (const NodeId argument : filled_.children(n)) {
      if (filled_.is(argument, Kind::KeywordArgument)) {
        const std::string_view name = filled_.text(filled_.child(argument, Field::Name));
        if (std::ranges::find(names, name) != names.end()) return false;
        names.push_back(name);
        named = true;
      } else if (filled_.is(argument, Kind::DictionarySplat)) {
        named = true;
      } else if (named && !filled_.is(argument, Kind::ListSplat)) {
        return false;
      }
    }
    return true;
  }

  const Pattern& pattern_;
  const SyntaxTree& like_;
  const SyntaxTree& filled_;
};

// A template while it is filled.
class Filling {
 public:
  Filling(const Pattern& pattern, const Site& site, const Captures& captures)
      : pattern_(pattern), like_(pattern.tree()), site_(site), captures_(captures) {}

  // Copies the text of `part`; false when a variable has no code, or a name no spelling.
  bool copy(NodeId part) {
    at_ = like_[part].begin;
    for (NodeId p = part; p < like_.subtree_end(part); ++p) {
      if (like_[p].begin < at_) continue;  // inside of what was filled
      if (pattern_.part(p).slot != Slot::Code && like_.is(p, Kind::Identifier)) {
        if (!put_variable(p)) return false;
      } else if (pattern_.begins_with_module(p)) {
        if (!put_name(p)) return false;
      }
    }
    put_text(like_[part].end);
    return true;
  }

  FilledCode take() { return std::move(filled_); }

 private:
  void put_text(Offset end) {
    filled_.text += like_.source().substr(at_, end - at_);
    at_ = end;
  }

  bool put_name(NodeId p) {
    auto spelling = site_.edit.spell(site_.at, pattern_.path(p));
    if (!spelling) return false;
    put_text(like_[p].begin);
    filled_.text += spelling->text;
    at_ = like_[p].end;
    append(filled_.imports, std::move(spelling->imports));
    filled_.guards.insert(filled_.guards.end(), spelling->guards.begin(), spelling->guards.end());
    return true;
  }

  bool put_variable(NodeId p) {
    const Part part = pattern_.part(p);
    const auto& nodes = captures_.of(part.variable);
    if (!nodes) return false;
    put_text(like_[p].begin);
    at_ = like_[p].end;
    if (part.slot == Slot::Many && nodes->empty()) {
      drop_comma();
      return true;
    }
    std::string all;
    for (const NodeId n : *nodes) all += (all.empty() ? "" : ", ") + code_for(p, n);
    filled_.text += all;
    return true;
  }

  // Nothing is put between the commas of a list: one of them goes.
  void drop_comma() {
    const std::size_t comma = filled_.text.find_last_not_of(" \n");
    if (comma != std::string::npos && filled_.text[comma] == ',') {
      filled_.text.resize(comma);
      return;
    }
    const std::string_view source = like_.source();
    const std::size_t next = source.find_first_not_of(" \n", at_);
    if (next != source.npos && source[next] == ',') {
      at_ = static_cast<Offset>(std::min(source.find_first_not_of(" \n", next + 1), source.size()));
    }
  }

  std::string code_for(NodeId place, NodeId n) const {
    const SyntaxTree& tree = site_.tree;
    std::string code = code_of(tree, n);
    const Kind kind = tree.kind(n);
    const bool is_operand = !takes_any_expression(like_, place) && is_compound_expression(kind);
    const bool is_root = like_.parent(place) == kNoNode || place == pattern_.roots().front();
    if (is_root && pattern_.is_expression()) return code;
    return is_operand || is_loose(kind) ? "(" + code + ")" : code;
  }

  const Pattern& pattern_;
  const SyntaxTree& like_;
  const Site& site_;
  const Captures& captures_;
  Offset at_ = 0;
  FilledCode filled_;
};

}  // namespace

bool is_compound_expression(Kind kind) {
  switch (kind) {
    case Kind::Await:
    case Kind::BinaryOperator:
    case Kind::BooleanOperator:
    case Kind::ComparisonOperator:
    case Kind::ConcatenatedString:
    case Kind::ConditionalExpression:
    case Kind::ExpressionList:
    case Kind::Float:
    case Kind::Integer:
    case Kind::Lambda:
    case Kind::NamedExpression:
    case Kind::NotOperator:
    case Kind::PatternList:
    case Kind::UnaryOperator:
    case Kind::Yield:
      return true;
    default:
      return false;
  }
}

Result<Message> Message::compile(const Phrase& phrase, const Variables& variables) {
  Message message;
  message.pieces_.emplace_back();
  const std::string_view text = phrase.text;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t dollars = text.substr(i).starts_with("$$$") ? 3 : 1;
    std::size_t end = i + dollars;
    if (text[i] != '$' || end >= text.size() || !begins_variable(text[end])) {
      message.pieces_.back().text += text[i++];
      continue;
    }
    while (end < text.size() && continues_variable(text[end])) ++end;
    const std::string_view name = text.substr(i + dollars, end - i - dollars);
    const auto variable = variables.find(name);
    if (!variable) return tl::unexpected(unknown_variable(phrase.line, name, variables));
    message.pieces_.back().variable = *variable;
    message.pieces_.emplace_back();
    i = end;
  }
  return message;
}

std::string Message::fill(const SyntaxTree& tree, const Captures& captures) const {
  std::string text;
  for (const Piece& piece : pieces_) {
    text += piece.text;
    if (!piece.variable) continue;
    const auto& nodes = captures.of(*piece.variable);
    if (!nodes) {
      text += "...";
      continue;
    }
    std::string code;
    for (const NodeId n : *nodes) {
      if (code.size() > kMostQuoted) break;
      code += (code.empty() ? "" : ", ") + in_one_line(tree.text(n).substr(0, kMostQuoted));
    }
    text += shortened(code);
  }
  return text;
}

Result<Template> Template::compile(const Phrase& phrase, Variables& variables,
                                   std::span<const std::string> modules) {
  const std::size_t known = variables.names().size();
  auto pattern = Pattern::compile(phrase, variables, modules);
  if (!pattern) return tl::unexpected(std::move(pattern.error()));
  if (variables.names().size() > known) {
    const std::string name = variables.names().back();
    variables.shrink_to(known);
    return tl::unexpected(unknown_variable(phrase.line, name, variables));
  }
  const SyntaxTree& tree = pattern->tree();
  const auto error = [&](std::string_view what) {
    return tl::unexpected(Error{ErrorKind::Configuration,
                                {},
                                phrase.line,
                                std::string(what),
                                "a template is the code that is to be written"});
  };
  for (NodeId p = 0; p < tree.size(); ++p) {
    const Part part = pattern->part(p);
    if (part.slot == Slot::Code) continue;
    if (part.variable == kAnonymous) return error("a template can't say \"anything\"");
    if (part.slot == Slot::Many && tree.is(p, Kind::Identifier) &&
        !is_list(tree.kind(tree.parent(p)))) {
      return error("$$$NAME stands in lists of arguments or elements only");
    }
  }
  return Template(std::move(*pattern));
}

// Bytes that the variables stand for, as often as the template names them.
std::size_t Template::size_of_captures(const SyntaxTree& tree, const Captures& captures) const {
  std::size_t size = 0;
  for (NodeId p = 0; p < pattern_.tree().size(); ++p) {
    const Part part = pattern_.part(p);
    if (part.slot == Slot::Code || !captures.of(part.variable)) continue;
    for (const NodeId n : *captures.of(part.variable)) size += tree.text(n).size();
  }
  return size;
}

// Code that is an expression is parsed in parentheses, where line ends are none.
std::optional<FilledCode> Template::fill(const Site& site, const Captures& captures) const {
  const SyntaxTree& like = pattern_.tree();
  const std::size_t size = size_of_captures(site.tree, captures);
  if (size > kMostFilled) return std::nullopt;
  site.work.spend(size);
  Filling filling(pattern_, site, captures);
  if (!filling.copy(like.root())) return std::nullopt;
  FilledCode filled = filling.take();
  site.work.spend(filled.text.size());
  const bool is_expression = pattern_.is_expression();
  const std::string text = is_expression ? "(" + filled.text + "\n)" : filled.text;
  const SyntaxTree tree = Parser().parse(text);
  if (tree.has_errors()) return std::nullopt;
  const Shape shape(pattern_, tree);
  if (!is_expression) {
    if (!shape.holds(like.root(), tree.root())) return std::nullopt;
    return filled;
  }
  const NodeId statement = tree.first_child(tree.root());
  if (statement == kNoNode || tree.next_sibling(statement) != kNoNode) return std::nullopt;
  const NodeId made = without_parentheses(tree, tree.first_child(statement));
  if (!shape.holds(pattern_.roots().front(), made)) return std::nullopt;
  filled.kind = tree.kind(made);
  return filled;
}

std::optional<FilledCode> Template::fill_header(const Site& site, const Captures& captures) const {
  auto filled = fill(site, captures);
  const std::size_t end = filled ? filled->text.rfind(':') : std::string::npos;
  if (end == std::string::npos) return std::nullopt;
  filled->text.resize(end + 1);
  return filled;
}

}  // namespace mlfix::patterns
