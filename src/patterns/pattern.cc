// Compiling is writing an identifier for every metavariable, parsing the text as Python, and
// noting what each node stands for. So a pattern can be whatever the parser knows, and the
// matcher compares two trees of one grammar.
//
// A pattern is somebody else's text, so its size and depth are bounded: the matcher recurses
// along the pattern, and along nothing else.

#include "patterns/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "semantic/binding/binding.h"
#include "syntax/parser.h"
#include "syntax/structure.h"
#include "text/shortened.h"

namespace mlfix::patterns {
namespace {

constexpr std::size_t kMostBytes = 4u << 10;
constexpr std::uint32_t kMostDepth = 100;
constexpr std::size_t kMostVariables = 50;

// What stands for $NAME and $$$NAME while the text is Python.
constexpr std::string_view kOne = "_mlfix_one_";
constexpr std::string_view kMany = "_mlfix_many_";

Error pattern_error(std::uint32_t line, std::string message, std::string remedy = {}) {
  return {ErrorKind::Configuration, {}, line, std::move(message), std::move(remedy)};
}

// The pattern with identifiers for its metavariables.
std::string as_python(std::string_view written) {
  std::string python;
  for (std::size_t i = 0; i < written.size();) {
    const bool many = written.substr(i).starts_with("$$$");
    const std::size_t name = i + (many ? 3 : 1);
    const bool is_variable =
        written[i] == '$' && (many || (name < written.size() && begins_variable(written[name])));
    if (!is_variable) {
      python += written[i++];
      continue;
    }
    python += many ? kMany : kOne;
    for (i = name; i < written.size() && continues_variable(written[i]); ++i) python += written[i];
  }
  return python;
}

// Nodes whose child alone is what counts: `...` as a statement, a decorator that is $$$D.
bool wraps_one(Kind kind) {
  return kind == Kind::ExpressionStatement || kind == Kind::Decorator;
}

bool takes_many(Kind kind) {
  return kind == Kind::ArgumentList || kind == Kind::ExpressionStatement || kind == Kind::List ||
         kind == Kind::Tuple || kind == Kind::Set;
}

bool binds_names(Kind kind) {
  switch (kind) {
    case Kind::Parameters:
    case Kind::LambdaParameters:
    case Kind::TypedParameter:
    case Kind::ListSplatPattern:
    case Kind::DictionarySplatPattern:
    case Kind::DottedName:
    case Kind::AliasedImport:
    case Kind::GlobalStatement:
    case Kind::NonlocalStatement:
      return true;
    default:
      return false;
  }
}

// Is the identifier the name of something else than a value: a keyword, an attribute, what a
// statement binds?
bool is_label(const SyntaxTree& tree, NodeId identifier) {
  const NodeId parent = tree.parent(identifier);
  if (parent == kNoNode) return false;
  const Field field = tree.field(identifier);
  return binds_names(tree.kind(parent)) || field == Field::Name ||
         (tree.is(parent, Kind::Attribute) && field == Field::Attribute);
}

}  // namespace

Variable Variables::number_of(std::string_view name) {
  if (const auto known = find(name)) return *known;
  names_.emplace_back(name);
  return static_cast<Variable>(names_.size() - 1);
}

std::optional<Variable> Variables::find(std::string_view name) const {
  const auto at = std::ranges::find(names_, name);
  if (at == names_.end()) return std::nullopt;
  return static_cast<Variable>(at - names_.begin());
}

Result<Pattern> Pattern::compile(const Phrase& phrase, Variables& variables,
                                 std::span<const std::string> modules) {
  Pattern pattern;
  if (auto error = pattern.read(phrase.text, phrase.line, variables)) {
    return tl::unexpected(std::move(*error));
  }
  pattern.note_paths(modules);
  pattern.note_rarest_word();
  return pattern;
}

Result<Pattern> Pattern::compile_to_find(const Phrase& phrase, Variables& variables,
                                         std::span<const std::string> modules) {
  auto pattern = compile(phrase, variables, modules);
  if (!pattern || pattern->parts_[pattern->roots_.front()].slot == Slot::Code) return pattern;
  return tl::unexpected(
      pattern_error(phrase.line, "the pattern begins with a metavariable alone, which is anything",
                    "begin with code, such as a call"));
}

std::optional<Error> Pattern::read(std::string_view written, std::uint32_t line,
                                   Variables& variables) {
  if (written.size() > kMostBytes) {
    return pattern_error(line, "the pattern is larger than 4 KiB", "split it");
  }
  if (written.find(kOne) != written.npos || written.find(kMany) != written.npos) {
    return pattern_error(line, "the pattern has a name that mlfix keeps for itself");
  }
  text_ = std::make_unique<const std::string>(as_python(written));
  tree_ = std::make_unique<const SyntaxTree>([&] {
    SyntaxTree tree = Parser().parse(*text_);
    tree.drop_parser_tree();
    return tree;
  }());
  const SyntaxTree& tree = *tree_;
  if (tree.has_errors()) {
    const auto from = text_->begin();
    const auto lines = std::count(from, from + tree.errors().front().begin, '\n');
    return pattern_error(
        line, fmt::format("the pattern is not Python, in line {} of it", lines + 1),
        "write an expression or whole statements; $NAME in capitals stands for one expression, "
        "$$$NAME for any number");
  }
  if (tree.depth() > kMostDepth) return pattern_error(line, "the pattern is nested too deep");
  for (const NodeId child : tree.children(tree.root())) roots_.push_back(child);
  if (roots_.empty()) return pattern_error(line, "the pattern is empty", "write what to find");
  is_expression_ = roots_.size() == 1 && tree.is(roots_.front(), Kind::ExpressionStatement);
  if (is_expression_) roots_.front() = without_parentheses(tree, tree.first_child(roots_.front()));
  // An assignment is matched without the statement around it, and can't be put into an expression.
  is_expression_ = is_expression_ && !tree.is(roots_.front(), Kind::Assignment) &&
                   !tree.is(roots_.front(), Kind::AugmentedAssignment);
  note_parts(variables);
  if (variables.names().size() > kMostVariables) {
    return pattern_error(line, fmt::format("more than {} metavariables", kMostVariables));
  }
  for (NodeId p = 0; p < tree.size(); ++p) {
    const bool dollar =
        tree.text(p).find(kOne) != written.npos || tree.text(p).find(kMany) != written.npos;
    if (tree.is(p, Kind::String) && dollar) {
      return pattern_error(line, "a metavariable can't be a part of a string",
                           "let $NAME stand for the whole string");
    }
    if (tree.is(p, Kind::KeywordArgument) && parts_[tree.first_child(p)].slot != Slot::Code) {
      return pattern_error(line, "the name of a keyword argument can't be a metavariable",
                           "write the name, or `...` for any arguments");
    }
  }
  return std::nullopt;
}

void Pattern::note_parts(Variables& variables) {
  const SyntaxTree& tree = *tree_;
  parts_.resize(tree.size());
  // From the back: children come after their parents.
  for (NodeId p = tree.size(); p-- > 0;) {
    if (tree.is(p, Kind::Identifier)) {
      const std::string_view text = tree.text(p);
      const bool one = text.starts_with(kOne);
      if (!one && !text.starts_with(kMany)) continue;
      const std::string_view name = text.substr((one ? kOne : kMany).size());
      const bool anonymous = name.empty() || name == "_";
      parts_[p] = {one ? Slot::One : Slot::Many,
                   anonymous ? kAnonymous : variables.number_of(name)};
    } else if (tree.is(p, Kind::Ellipsis) && p != roots_.front() &&
               takes_many(tree.kind(tree.parent(p)))) {
      parts_[p] = {Slot::Many, kAnonymous};
    } else if (wraps_one(tree.kind(p)) && tree.first_child(p) != kNoNode &&
               tree.next_sibling(tree.first_child(p)) == kNoNode) {
      parts_[p] = parts_[tree.first_child(p)];
    }
  }
}

void Pattern::note_paths(std::span<const std::string> modules) {
  const SyntaxTree& tree = *tree_;
  paths_.resize(tree.size());
  module_paths_.resize(tree.size());
  for (NodeId p = tree.size(); p-- > 0;) {
    if (tree.is(p, Kind::Identifier) && parts_[p].slot == Slot::Code && !is_label(tree, p)) {
      paths_[p] = tree.text(p);
    }
    if (tree.is(p, Kind::Attribute)) {
      const std::string& object = paths_[without_parentheses(tree, tree.child(p, Field::Object))];
      const NodeId name = tree.child(p, Field::Attribute);
      if (!object.empty() && parts_[name].slot == Slot::Code) {
        paths_[p] = object + "." + std::string(tree.text(name));
      }
    }
    const std::string root = paths_[p].substr(0, paths_[p].find('.'));
    module_paths_[p] = std::ranges::find(modules, root) != modules.end();
  }
}

// Of the words that must be in the text, the longest is taken for the rarest. A path counts
// with its last word: `from torch import load as l` has that one.
void Pattern::note_rarest_word() {
  const SyntaxTree& tree = *tree_;
  for (NodeId p = 0; p < tree.size(); ++p) {
    if (!tree.is(p, Kind::Identifier) || parts_[p].slot != Slot::Code) continue;
    const NodeId parent = tree.parent(p);
    const bool begins_path = tree.is(parent, Kind::Attribute) && !is_label(tree, p);
    if (!begins_path && tree.text(p).size() > rarest_word_.size()) rarest_word_ = tree.text(p);
  }
}

std::vector<Kind> Pattern::kinds() const {
  const Kind first = tree_->kind(roots_.front());
  // A dotted name may be written as one word, and the other way round.
  if (!paths_[roots_.front()].empty()) return {Kind::Identifier, Kind::Attribute};
  return {first};
}

bool Pattern::binds(Variable variable) const {
  return std::ranges::any_of(parts_, [&](const Part& part) {
    return part.slot != Slot::Code && part.variable == variable;
  });
}

}  // namespace mlfix::patterns
