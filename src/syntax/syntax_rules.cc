// One pre-order pass over the tree with a stack of contexts (which function,
// class, loop are we in), and a small check per node kind. Each check covers
// what the grammar is too generous about; what tree-sitter itself reports is
// taken over as it is. A check that is not sure stays silent: a false alarm
// costs the user a good fix.
#include "syntax/syntax_rules.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/block_nesting.h"
#include "text/characters.h"

namespace mlfix {
namespace {

enum class ScopeKind : std::uint8_t { Module, Class, Function };

struct Context {
  NodeId end;       // one past the last node of the context
  ScopeKind scope;  // the nearest function or class, or the module
  bool may_await;   // in an async function, or in a generator expression
  bool in_loop;     // `break` has a loop to leave
  NodeId function;  // the nearest function_definition, or kNoNode
};

bool is_clause(Kind kind) {
  return kind == Kind::ElifClause || kind == Kind::ElseClause || kind == Kind::ExceptClause ||
         kind == Kind::FinallyClause;
}

std::string_view string_prefix(const SyntaxTree& tree, NodeId string) {
  const NodeId start = tree.first_child(string);
  if (!tree.is(start, Kind::StringStart)) return {};
  const std::string_view text = tree.text(start);
  return text.substr(0, text.find_first_of("\"'`"));
}

bool is_bytes(const SyntaxTree& tree, NodeId string) {
  return string_prefix(tree, string).find_first_of("bB") != std::string_view::npos;
}

// The type parameters of a definition: after the name in `class C[`, `def f[` and
// `type X[`, when `line` begins with one.
std::size_t type_parameters_in(std::string_view line) {
  const auto skip = [&line](std::string_view word) {
    if (!line.starts_with(word)) return false;
    line.remove_prefix(word.size());
    return true;
  };
  const std::size_t size = line.size();
  line.remove_prefix(std::min(line.find_first_not_of(" \t\f"), size));
  skip("async ");
  if (!skip("class ") && !skip("def ") && !skip("type ")) return std::string_view::npos;
  const std::size_t bracket = line.find_first_of("[(:=");
  const bool found = bracket != std::string_view::npos && line[bracket] == '[';
  return found ? size - line.size() + bracket : std::string_view::npos;
}

struct TypeParameters {
  std::optional<Offset> first_default;  // its sign of equality
  std::size_t end = 0;                  // of the brackets
};

TypeParameters read_type_parameters(std::string_view text, std::size_t begin) {
  TypeParameters found;
  std::size_t depth = 0;
  for (found.end = begin; found.end < text.size(); ++found.end) {
    const char c = text[found.end];
    if (c == '[' || c == '(' || c == '{') ++depth;
    if ((c == ']' || c == ')' || c == '}') && --depth == 0) break;
    const bool equals = c == '=' && depth == 1 && !found.first_default;
    if (equals) found.first_default = static_cast<Offset>(found.end);
  }
  return found;
}

// A default among the type parameters of a definition, which the grammar (of Python
// 3.12) takes for an error: one of `errors` (sorted) is there. Linear.
std::optional<Offset> type_parameter_default(std::string_view text,
                                             const std::vector<Offset>& errors) {
  std::size_t begin = 0;
  while (!errors.empty() && begin < text.size()) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t bracket = type_parameters_in(text.substr(begin, end - begin));
    if (bracket != std::string_view::npos) {
      const TypeParameters parameters = read_type_parameters(text, begin + bracket);
      end = std::max(end, std::min(text.find('\n', parameters.end), text.size()));
      const auto error = std::ranges::lower_bound(errors, static_cast<Offset>(begin));
      if (parameters.first_default && error != errors.end() && *error <= end) {
        return parameters.first_default;
      }
    }
    begin = end + 1;
  }
  return std::nullopt;
}

// Does a `type` statement begin this line, with brackets in its value? The grammar takes a name
// and brackets there for a generic type, after which no operator and no call may stand.
bool is_alias_of_brackets(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\f"), line.size()));
  if (!line.starts_with("type ")) return false;
  const std::size_t sign = line.find('=');
  const std::size_t name = std::min(line.find_first_not_of(" \t\f", 5), line.size());
  return sign != std::string_view::npos && name < sign &&
         line.find(']', sign) != std::string_view::npos;
}

// The line of such an alias in which one of `errors` (sorted) is. Linear.
std::optional<Offset> alias_of_brackets(std::string_view text, const std::vector<Offset>& errors) {
  std::size_t end = 0;  // of the last line that was looked at
  for (const Offset error : errors) {
    if (error < end) continue;
    const std::size_t before = error == 0 ? std::string_view::npos : text.rfind('\n', error - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    end = std::min(text.find('\n', error), text.size());
    if (is_alias_of_brackets(text.substr(begin, end - begin))) return static_cast<Offset>(begin);
  }
  return std::nullopt;
}

class RuleChecker {
 public:
  explicit RuleChecker(const SyntaxTree& tree) : tree_(tree) {
    contexts_.push_back({tree.size(), ScopeKind::Module, false, false, kNoNode});
  }

  std::vector<Violation> run() {
    check_errors();
    check_module();
    for (const Offset block : blocks_nested_too_deep(tree_))
      report(SyntaxRule::BlockNesting, block);
    for (NodeId n = 0; n < tree_.size(); ++n) {
      while (contexts_.back().end <= n) contexts_.pop_back();
      if (is_plain_name(n)) {
        report(SyntaxRule::Python2, n, is_old_name(tree_.text(n)));
        continue;
      }
      enter_context(n);
      check_structure(n);
      check_placement(n);
      check_expression(n);
      check_python2(n);
      check_line_ends(n);
    }
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  void report(SyntaxRule rule, Offset offset) { found_.push_back({rule, offset}); }
  void report(SyntaxRule rule, NodeId n, bool violated) {
    if (violated) report(rule, tree_[n].begin);
  }

  // What the grammar does not know yet has a name.
  void check_errors() {
    std::vector<Offset> errors;
    for (const TextRange error : tree_.errors()) errors.push_back(error.begin);
    std::ranges::sort(errors);
    if (const auto place = type_parameter_default(tree_.source(), errors)) {
      return report(SyntaxRule::TypeParameterDefault, *place);
    }
    if (const auto place = alias_of_brackets(tree_.source(), errors)) {
      return report(SyntaxRule::TypeAliasOfBrackets, *place);
    }
    for (const Offset error : errors) report(SyntaxRule::ParseError, error);
  }

  // Decorators, defaults and annotations belong to the outside, so contexts
  // begin at the body and not at the definition.
  void enter_context(NodeId n) {
    if (tree_.kind(n) == Kind::GeneratorExpression) {
      Context inner = contexts_.back();
      inner.end = tree_.subtree_end(n);
      inner.may_await = true;
      contexts_.push_back(inner);
      return;
    }
    if (tree_.field(n) != Field::Body) return;
    const NodeId owner = tree_.parent(n);
    Context inner = contexts_.back();
    inner.end = tree_.subtree_end(n);
    switch (tree_.kind(owner)) {
      case Kind::FunctionDefinition:
        inner = {inner.end, ScopeKind::Function, tree_.is_async(owner), false, owner};
        break;
      case Kind::Lambda:
        inner = {inner.end, ScopeKind::Function, false, false, kNoNode};
        break;
      case Kind::ClassDefinition:
        inner = {inner.end, ScopeKind::Class, false, false, kNoNode};
        break;
      case Kind::ForStatement:
      case Kind::WhileStatement:
        inner.in_loop = true;
        break;
      default:
        return;
    }
    contexts_.push_back(inner);
  }

  // ---- blocks and indentation ----

  void check_structure(NodeId n) {
    switch (tree_.kind(n)) {
      case Kind::Block:
        check_block(n);
        break;
      case Kind::TryStatement:
        check_try(n);
        [[fallthrough]];
      case Kind::IfStatement:
      case Kind::ForStatement:
      case Kind::WhileStatement:
      case Kind::WithStatement:
      case Kind::MatchStatement:
      case Kind::FunctionDefinition:
      case Kind::ClassDefinition:
      case Kind::ElifClause:
      case Kind::ElseClause:
      case Kind::ExceptClause:
      case Kind::FinallyClause:
      case Kind::CaseClause:
        check_compound(n);
        break;
      case Kind::DecoratedDefinition:
        check_aligned_children(n);
        break;
      default:
        break;
    }
  }

  void check_module() {
    Suite suite;
    bool header = true;
    bool docstring_allowed = true;
    for (const NodeId statement : tree_.children(tree_.root())) {
      check_suite_member(suite, statement);
      if (tree_.is(statement, Kind::FutureImportStatement)) {
        report(SyntaxRule::LateFutureImport, statement, !header);
      } else {
        header = header && docstring_allowed && is_docstring(statement);
      }
      docstring_allowed = false;
    }
  }

  bool is_docstring(NodeId statement) const {
    if (!tree_.is(statement, Kind::ExpressionStatement)) return false;
    const NodeId value = tree_.first_child(statement);
    return tree_.is(value, Kind::String) || tree_.is(value, Kind::ConcatenatedString);
  }

  // Where the statements of one suite stand.
  struct Suite {
    std::optional<std::string_view> outer;  // indentation of the owner; none for the module
    std::optional<std::string_view> indent;
    bool one_line = false;  // on the line of the owner's colon
    Offset previous_end = 0;
    bool first = true;
  };

  void check_block(NodeId block) {
    if (tree_.first_child(block) == kNoNode) {
      report(SyntaxRule::EmptyBlock, tree_[block].begin);
      return;
    }
    Suite suite;
    suite.outer = indentation_at(tree_, tree_[tree_.parent(block)].begin).bytes;
    for (const NodeId statement : tree_.children(block)) check_suite_member(suite, statement);
  }

  void check_suite_member(Suite& suite, NodeId statement) {
    const Node& node = tree_[statement];
    if (node.kind == Kind::Error) return;
    const Indentation here = indentation_at(tree_, node.begin);
    if (suite.first) {
      suite.one_line = !here.starts_line;
      suite.indent = here.bytes;
      const bool deeper = suite.outer ? here.bytes.size() > suite.outer->size() &&
                                            here.bytes.starts_with(*suite.outer)
                                      : here.bytes.empty();
      report(SyntaxRule::Indentation, statement, here.starts_line && !deeper);
    } else if (here.starts_line) {
      report(SyntaxRule::Indentation, statement, suite.one_line || here.bytes != *suite.indent);
    } else {
      report(SyntaxRule::StatementPlace, statement, !separated(suite.previous_end, node.begin));
    }
    suite.first = false;
    suite.previous_end = node.end;
  }

  bool separated(Offset begin, Offset end) const {
    return begin <= end &&
           tree_.source().substr(begin, end - begin).find(';') != std::string_view::npos;
  }

  void check_compound(NodeId n) {
    report(SyntaxRule::StatementPlace, n, !indentation_at(tree_, tree_[n].begin).starts_line);
    if (tree_.child_of_kind(n, Kind::Block) == kNoNode) {
      report(SyntaxRule::EmptyBlock, tree_[n].begin);
    }
    check_aligned_children(n);
  }

  // Clauses stand exactly below their statement, a definition below its decorators.
  void check_aligned_children(NodeId n) {
    const std::string_view indent = indentation_at(tree_, tree_[n].begin).bytes;
    const bool decorated = tree_.is(n, Kind::DecoratedDefinition);
    for (const NodeId c : tree_.children(n)) {
      if (!decorated && !is_clause(tree_.kind(c))) continue;
      const Indentation here = indentation_at(tree_, tree_[c].begin);
      report(SyntaxRule::Indentation, c, !here.starts_line || here.bytes != indent);
    }
  }

  void check_try(NodeId n) {
    bool handled = false;
    bool closed = false;
    bool bare = false;
    for (const NodeId c : tree_.children(n)) {
      const Kind kind = tree_.kind(c);
      if (kind == Kind::ExceptClause) {
        report(SyntaxRule::HandlerOrder, c, bare || closed);
        handled = true;
        bare = tree_.child(c, Field::Value) == kNoNode;
      } else if (kind == Kind::ElseClause) {
        report(SyntaxRule::HandlerOrder, c, !handled || closed);
      } else if (kind == Kind::FinallyClause) {
        report(SyntaxRule::HandlerOrder, c, closed);
        closed = true;
      }
    }
    report(SyntaxRule::TryWithoutHandler, n, !handled && !closed);
  }

  // The grammar lets a statement go on after a line end wherever the statement
  // is not complete: `x =`, newline, `y = 2` would be one statement. Python needs
  // brackets or a backslash for that.
  void check_line_ends(NodeId n) {
    const NodeId parent = tree_.parent(n);
    if (parent == kNoNode || !is_statement_or_clause(n)) return;
    const NodeId body = tree_.child_of_kind(n, Kind::Block);
    const Offset end =
        body == kNoNode ? tree_[n].end : header_end(tree_[n].begin, tree_[body].begin);
    const std::string_view text = tree_.source().substr(0, end);
    if (text.find('\n', tree_[n].begin) == std::string_view::npos) return;
    scan_line_ends(text, tree_[n].begin);
  }

  bool is_statement_or_clause(NodeId n) const {
    const Kind parent = tree_.kind(tree_.parent(n));
    return ((parent == Kind::Block || parent == Kind::Module) &&
            !tree_.is(n, Kind::DecoratedDefinition) && !tree_.is(n, Kind::Error)) ||
           parent == Kind::DecoratedDefinition || is_clause(tree_.kind(n));
  }

  // The place after the colon that opens the block.
  Offset header_end(Offset begin, Offset block) const {
    Offset at = block;
    while (at > begin) {
      if (const TextRange* comment = comment_ending_after(at)) {
        at = comment->begin;
      } else if (tree_.source()[at - 1] == ':') {
        break;
      } else {
        --at;
      }
    }
    return at;
  }

  // The comment that holds the byte before `at`, or null.
  const TextRange* comment_ending_after(Offset at) const {
    const auto comments = tree_.comments();
    const auto next = std::lower_bound(
        comments.begin(), comments.end(), at,
        [](const TextRange& range, Offset offset) { return range.begin < offset; });
    if (next == comments.begin() || std::prev(next)->end < at) return nullptr;
    return &*std::prev(next);
  }

  // Reports a bare line end between `begin` and the end of `text`.
  void scan_line_ends(std::string_view text, Offset begin) {
    int depth = 0;
    for (Offset at = begin; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '#') {
        at = skip(tree_.comments(), at);
      } else if (c == '"' || c == '\'') {
        at = skip(tree_.strings(), at);
      } else if (c == '(' || c == '[' || c == '{') {
        ++depth;
      } else if (c == ')' || c == ']' || c == '}') {
        --depth;
      } else if (c == '\\') {
        at += text.substr(at + 1).starts_with("\r\n") ? 2 : 1;
      } else if (c == '\n' && depth == 0) {
        report(SyntaxRule::BareLineEnd, at);
        return;
      }
    }
  }

  // The last byte of the range that holds `at`, or `at` if none does.
  static Offset skip(std::span<const TextRange> ranges, Offset at) {
    const auto next = std::upper_bound(
        ranges.begin(), ranges.end(), at,
        [](Offset offset, const TextRange& range) { return offset < range.begin; });
    if (next == ranges.begin()) return at;
    return std::max(at, std::prev(next)->end - 1);
  }

  // ---- statements that need a certain surrounding ----

  void check_placement(NodeId n) {
    const Context& here = contexts_.back();
    switch (tree_.kind(n)) {
      case Kind::ReturnStatement:
        report(SyntaxRule::ReturnOutsideFunction, n, here.scope != ScopeKind::Function);
        break;
      case Kind::Yield:
        check_yield(n);
        break;
      case Kind::Await:
      case Kind::TokenAsync:
        check_await(n);
        break;
      case Kind::BreakStatement:
      case Kind::ContinueStatement:
        report(SyntaxRule::LoopControlOutsideLoop, n, !here.in_loop);
        break;
      case Kind::FutureImportStatement:
        report(SyntaxRule::LateFutureImport, n, tree_.parent(n) != tree_.root());
        break;
      case Kind::WildcardImport:
        report(SyntaxRule::WildcardImport, n, here.scope != ScopeKind::Module);
        break;
      case Kind::GlobalStatement:
      case Kind::NonlocalStatement:
        check_scope_declaration(n);
        break;
      default:
        break;
    }
  }

  void check_yield(NodeId n) {
    const Context& here = contexts_.back();
    report(SyntaxRule::YieldOutsideFunction, n, here.scope != ScopeKind::Function);
    if (here.function == kNoNode || !tree_.is_async(here.function)) return;
    std::string_view rest = tree_.text(n).substr(std::string_view("yield").size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\f\\\r\n"), rest.size()));
    const NodeId operand = tree_.first_child(n);
    const bool from = rest.starts_with("from") && operand != kNoNode &&
                      tree_.source().data() + tree_[operand].begin != rest.data();
    report(SyntaxRule::YieldFromInAsync, n, from);
  }

  void check_await(NodeId n) {
    const NodeId parent = tree_.parent(n);
    const bool definition = tree_.is(parent, Kind::FunctionDefinition);
    if (tree_.is(n, Kind::TokenAsync) && definition) return;
    const Context& here = contexts_.back();
    if (here.may_await) return;
    report(here.scope == ScopeKind::Module ? SyntaxRule::AwaitAtModuleLevel
                                           : SyntaxRule::AwaitOutsideAsync,
           tree_[n].begin);
  }

  // A name must not be used in its function before it is declared global.
  void check_scope_declaration(NodeId n) {
    const Context& here = contexts_.back();
    if (here.scope == ScopeKind::Module) {
      report(SyntaxRule::LateScopeDeclaration, n, tree_.is(n, Kind::NonlocalStatement));
      return;
    }
    if (here.function == kNoNode) return;
    const FirstUses& uses = first_uses_in(here.function);
    for (const NodeId name : tree_.children(n)) {
      const auto use = uses.find(tree_.text(name));
      report(SyntaxRule::LateScopeDeclaration, n, use != uses.end() && use->second < n);
    }
  }

  // Where each name of the function is used first, declarations and inner scopes left out.
  using FirstUses = std::unordered_map<std::string_view, NodeId>;

  const FirstUses& first_uses_in(NodeId function) {
    const auto [known, is_new] = first_uses_.try_emplace(function);
    const NodeId body = tree_.child(function, Field::Body);
    for (NodeId at = body; is_new && at < tree_.subtree_end(body);) {
      const Kind kind = tree_.kind(at);
      const bool other_scope =
          kind == Kind::FunctionDefinition || kind == Kind::ClassDefinition || kind == Kind::Lambda;
      const bool declaration = kind == Kind::GlobalStatement || kind == Kind::NonlocalStatement;
      if (other_scope || declaration) {
        at = tree_.subtree_end(at);
        continue;
      }
      if (is_variable(at)) known->second.try_emplace(tree_.text(at), at);
      ++at;
    }
    return known->second;
  }

  bool is_variable(NodeId n) const {
    if (!tree_.is(n, Kind::Identifier)) return false;
    const Kind parent = tree_.kind(tree_.parent(n));
    const Field field = tree_.field(n);
    return field != Field::Attribute && parent != Kind::DottedName &&
           !(parent == Kind::KeywordArgument && field == Field::Name);
  }

  // ---- expressions ----

  void check_expression(NodeId n) {
    switch (tree_.kind(n)) {
      case Kind::ArgumentList:
        check_arguments(n);
        break;
      case Kind::Parameters:
      case Kind::LambdaParameters:
        check_parameters(n);
        break;
      case Kind::ListSplat:
        report(SyntaxRule::StarredPlace, n, !may_hold_splat(splat_holder(n)));
        break;
      case Kind::NamedExpression:
        report(SyntaxRule::NamedExpressionPlace, n, !may_hold_named_expression(tree_.parent(n)));
        break;
      case Kind::AugmentedAssignment:
        report(SyntaxRule::AssignmentTarget, n,
               is_sequence(tree_.child(n, Field::Left)) ||
                   !tree_.is(tree_.parent(n), Kind::ExpressionStatement));
        break;
      case Kind::Assignment:
        report(SyntaxRule::AssignmentTarget, n,
               tree_.child(n, Field::Type) != kNoNode && !may_be_annotated(n));
        break;
      case Kind::DeleteStatement:
        check_targets(n);
        break;
      case Kind::AsPattern:
        report(SyntaxRule::AliasPlace, n, tree_.is(tree_.parent(n), Kind::ExpressionStatement));
        break;
      case Kind::AsPatternTarget:
        check_alias_target(n);
        break;
      case Kind::ForInClause:
        report(SyntaxRule::ArgumentOrder, n, tree_.children(n, Field::Right).size() > 1);
        break;
      case Kind::ImportStatement:
      case Kind::ImportFromStatement:
        report(SyntaxRule::ArgumentOrder, n, tree_.text(n).ends_with(','));
        break;
      case Kind::ConcatenatedString:
        check_concatenation(n);
        break;
      case Kind::StringContent:
        check_string_lines(n);
        break;
      default:
        break;
    }
  }

  void check_arguments(NodeId list) {
    bool keyword_seen = false;
    bool unpacking_seen = false;
    names_.clear();
    for (const NodeId c : tree_.children(list)) {
      const Kind kind = tree_.kind(c);
      if (kind == Kind::KeywordArgument) {
        keyword_seen = true;
        if (const NodeId name = tree_.child(c, Field::Name); name != kNoNode)
          names_.push_back(name);
      } else if (kind == Kind::DictionarySplat) {
        unpacking_seen = true;
      } else if (tree_.source()[tree_[c].begin] == '*') {
        report(SyntaxRule::ArgumentOrder, c, unpacking_seen);
      } else {
        report(SyntaxRule::ArgumentOrder, c, keyword_seen || unpacking_seen);
      }
    }
    const bool only_comma = tree_.first_child(list) == kNoNode &&
                            !tree_.has_comment_in(tree_.range(list)) &&
                            tree_.text(list).find(',') != std::string_view::npos;
    report(SyntaxRule::ArgumentOrder, list, only_comma);
    check_distinct_names(SyntaxRule::RepeatedArgument);
  }

  // Reports the later ones of equal names in `names_`, which it reorders.
  void check_distinct_names(SyntaxRule rule) {
    std::sort(names_.begin(), names_.end(), [this](NodeId a, NodeId b) {
      const int order = tree_.text(a).compare(tree_.text(b));
      return order != 0 ? order < 0 : a < b;
    });
    for (std::size_t i = 1; i < names_.size(); ++i) {
      report(rule, names_[i], tree_.text(names_[i - 1]) == tree_.text(names_[i]));
    }
  }

  void check_parameters(NodeId list) {
    bool default_seen = false;
    bool star_seen = false;
    bool ended = false;
    NodeId bare_star = kNoNode;
    names_.clear();
    for (const NodeId c : tree_.children(list)) {
      const NodeId parameter = untyped(c);
      const Kind kind = tree_.kind(parameter);
      report(SyntaxRule::ParameterOrder, c, ended);
      if (kind == Kind::KeywordSeparator || kind == Kind::ListSplatPattern) {
        report(SyntaxRule::ParameterOrder, c, star_seen);
        star_seen = true;
        bare_star = kind == Kind::KeywordSeparator ? c : kNoNode;
      } else if (kind == Kind::DictionarySplatPattern) {
        report(SyntaxRule::ParameterOrder, c, bare_star != kNoNode);
        ended = true;
      } else if (kind == Kind::PositionalSeparator) {
        report(SyntaxRule::ParameterOrder, c, star_seen || c == tree_.first_child(list));
      } else {
        const bool has_default = tree_.child(parameter, Field::Value) != kNoNode;
        report(SyntaxRule::ParameterOrder, c, !has_default && default_seen && !star_seen);
        default_seen = default_seen || has_default;
        bare_star = kNoNode;
      }
      if (const NodeId name = parameter_name(parameter); name != kNoNode) names_.push_back(name);
    }
    if (bare_star != kNoNode && !ended) report(SyntaxRule::ParameterOrder, tree_[bare_star].begin);
    check_distinct_names(SyntaxRule::RepeatedParameter);
  }

  // `*args: int` is a typed_parameter around the splat.
  NodeId untyped(NodeId parameter) const {
    if (!tree_.is(parameter, Kind::TypedParameter)) return parameter;
    const NodeId inner = tree_.first_child(parameter);
    return inner == kNoNode ? parameter : inner;
  }

  NodeId parameter_name(NodeId parameter) const {
    if (tree_.is(parameter, Kind::Identifier)) return parameter;
    const NodeId name = tree_.child(parameter, Field::Name);
    return name != kNoNode ? name : tree_.child_of_kind(parameter, Kind::Identifier);
  }

  // What a starred expression is an item of. The grammar binds the star too
  // tightly: in `[*f(x)]` the call is around the splat, not the other way round.
  NodeId splat_holder(NodeId splat) const {
    NodeId holder = tree_.parent(splat);
    while (tree_[holder].begin == tree_[splat].begin && is_operation(tree_.kind(holder))) {
      holder = tree_.parent(holder);
    }
    return holder;
  }

  static bool is_operation(Kind kind) {
    return kind == Kind::Call || kind == Kind::Attribute || kind == Kind::Subscript ||
           kind == Kind::BinaryOperator || kind == Kind::ComparisonOperator ||
           kind == Kind::BooleanOperator || kind == Kind::ConditionalExpression;
  }

  // Does the list of expressions hold more than one, or a trailing comma?
  bool is_plural(NodeId list) const {
    const NodeId first = tree_.first_child(list);
    if (first == kNoNode || tree_.next_sibling(first) != kNoNode) return true;
    const Offset end = tree_[first].end;
    return tree_.source().substr(end, tree_[list].end - end).find(',') != std::string_view::npos;
  }

  bool may_hold_splat(NodeId parent) const {
    switch (tree_.kind(parent)) {
      case Kind::ArgumentList:
      case Kind::List:
      case Kind::Set:
      case Kind::Subscript:
      case Kind::Type:
      case Kind::Error:
        return true;
      case Kind::Tuple:
      case Kind::ExpressionList:
        return is_plural(parent);
      default:
        return false;
    }
  }

  bool may_hold_named_expression(NodeId parent) const {
    switch (tree_.kind(parent)) {
      case Kind::ExpressionStatement:
      case Kind::Pair:
      case Kind::KeywordArgument:
      case Kind::Lambda:
      case Kind::AssertStatement:
      case Kind::Assignment:
      case Kind::AugmentedAssignment:
      case Kind::ReturnStatement:
      case Kind::RaiseStatement:
      case Kind::DeleteStatement:
      case Kind::DefaultParameter:
      case Kind::TypedDefaultParameter:
      case Kind::ExpressionList:
      case Kind::WithItem:
      case Kind::ForStatement:
      case Kind::ConditionalExpression:
      case Kind::BooleanOperator:
      case Kind::NamedExpression:
        return false;
      default:
        return true;
    }
  }

  bool is_sequence(NodeId n) const {
    return tree_.is(n, Kind::PatternList) || tree_.is(n, Kind::TuplePattern) ||
           tree_.is(n, Kind::ListPattern) || tree_.is(n, Kind::ExpressionList) ||
           tree_.is(n, Kind::Tuple) || tree_.is(n, Kind::List);
  }

  // `a, b: int` and `x = y: int` are nothing.
  bool may_be_annotated(NodeId assignment) const {
    const NodeId left = tree_.child(assignment, Field::Left);
    return !(is_sequence(left) && is_plural(left)) &&
           tree_.is(tree_.parent(assignment), Kind::ExpressionStatement);
  }

  // What `del` and `as` can't name: calls, literals, operations.
  void check_targets(NodeId statement) {
    for (NodeId n = statement + 1; n < tree_.subtree_end(statement);) {
      const Kind kind = tree_.kind(n);
      if (is_sequence(n) || kind == Kind::ParenthesizedExpression) {
        ++n;
        continue;
      }
      report(SyntaxRule::AssignmentTarget, n,
             kind != Kind::Identifier && kind != Kind::Attribute && kind != Kind::Subscript &&
                 kind != Kind::Error);
      n = tree_.subtree_end(n);
    }
  }

  void check_alias_target(NodeId target) {
    const NodeId name = tree_.first_child(target);
    if (name == kNoNode) return;
    const Kind kind = tree_.kind(name);
    report(SyntaxRule::AssignmentTarget, name,
           kind == Kind::Call || kind == Kind::BinaryOperator || kind == Kind::String ||
               kind == Kind::Integer || kind == Kind::Float || kind == Kind::NotOperator);
  }

  // The grammar takes a line end at the beginning of a string for a part of it.
  void check_string_lines(NodeId content) {
    const NodeId start = tree_.first_child(tree_.parent(content));
    if (!tree_.is(start, Kind::StringStart)) return;
    const std::string_view quote = tree_.text(start);
    if (quote.ends_with(R"(""")") || quote.ends_with("'''")) return;
    const std::string_view text = tree_.text(content);
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\\') {
        at += text.substr(at + 1).starts_with("\r\n") ? 2 : 1;
      } else if (text[at] == '\n') {
        report(SyntaxRule::BareLineEnd, tree_[content].begin + static_cast<Offset>(at));
        return;
      }
    }
  }

  void check_concatenation(NodeId n) {
    const bool bytes = is_bytes(tree_, tree_.first_child(n));
    for (const NodeId part : tree_.children(n)) {
      report(SyntaxRule::ArgumentOrder, part, is_bytes(tree_, part) != bytes);
    }
  }

  // ---- Python 2 ----

  void check_python2(NodeId n) {
    switch (tree_.kind(n)) {
      case Kind::PrintStatement:
      case Kind::ExecStatement:
      case Kind::Chevron:
      case Kind::TokenLessGreater:
        report(SyntaxRule::Python2, tree_[n].begin);
        break;
      case Kind::RaiseStatement:
        report(SyntaxRule::Python2, n, tree_.is(tree_.first_child(n), Kind::ExpressionList));
        break;
      case Kind::ExceptClause:
        report(SyntaxRule::Python2, n, binds_behind_comma(n));
        break;
      case Kind::Integer:
        report(SyntaxRule::Python2, n, is_old_integer(tree_.text(n)));
        break;
      case Kind::String:
        report(SyntaxRule::Python2, n, is_old_string(n));
        break;
      case Kind::TuplePattern:
        report(SyntaxRule::Python2, n, tree_.is(tree_.parent(n), Kind::Parameters));
        break;
      case Kind::Identifier:
        report(SyntaxRule::Python2, n, is_old_name(tree_.text(n)));
        break;
      default:
        break;
    }
  }

  static bool is_old_name(std::string_view name) { return name == "async" || name == "await"; }

  // A name within an expression, as nearly half of all nodes are: of the checks one is for it.
  bool is_plain_name(NodeId n) const {
    return tree_.is(n, Kind::Identifier) && !is_statement_or_clause(n);
  }

  // `except Error, e:`. Since Python 3.14 it means two kinds of errors, and their names
  // have capital letters.
  bool binds_behind_comma(NodeId clause) const {
    NodeId last = kNoNode;
    int values = 0;
    for (const NodeId c : tree_.children(clause)) {
      if (tree_.field(c) != Field::Value) continue;
      last = c;
      ++values;
    }
    if (values != 2 || !tree_.is(last, Kind::Identifier)) return false;
    const char first = tree_.text(last).front();
    return first == '_' || (first >= 'a' && first <= 'z');
  }

  // 0777 and 10L.
  static bool is_old_integer(std::string_view text) {
    if (text.ends_with('l') || text.ends_with('L')) return true;
    return text.size() > 1 && text.find_first_not_of("0123456789_") == std::string_view::npos &&
           text.starts_with('0') && text.find_first_not_of("0_") != std::string_view::npos;
  }

  // `x` and ur"x".
  bool is_old_string(NodeId n) const {
    const std::string_view prefix = string_prefix(tree_, n);
    const bool unicode_raw = prefix.size() == 2 && (prefix[0] == 'u' || prefix[0] == 'U');
    return unicode_raw || tree_.source()[tree_[n].begin] == '`';
  }

  const SyntaxTree& tree_;
  std::vector<Context> contexts_;
  std::unordered_map<NodeId, FirstUses> first_uses_;  // by function, those that were asked about
  std::vector<NodeId> names_;                         // scratch, to allocate once
  std::vector<Violation> found_;
};

// Is the line end before `line_begin` escaped by a backslash? Returns the place
// of the backslash.
std::optional<Offset> continued_from(const SyntaxTree& tree, Offset line_begin) {
  const std::string_view text = tree.source();
  if (line_begin < 2) return std::nullopt;
  Offset at = line_begin - 2;
  if (text[at] == '\r' && at > 0) --at;
  if (text[at] != '\\' || tree.has_comment_in({at, at + 1})) return std::nullopt;
  return at;
}

}  // namespace

std::vector<Violation> find_violations(const SyntaxTree& tree) {
  return RuleChecker(tree).run();
}

Indentation indentation_at(const SyntaxTree& tree, Offset offset) {
  const std::string_view text = tree.source();
  const auto text_begin = static_cast<Offset>(mark_size(text));
  Offset end = offset;
  for (;;) {
    Offset begin = end;
    while (begin > text_begin && is_blank(text[begin - 1])) --begin;
    if (begin > text_begin && text[begin - 1] != '\n') return {};
    const std::optional<Offset> backslash = continued_from(tree, begin);
    if (backslash) {
      end = *backslash;
      continue;
    }
    std::string_view bytes = text.substr(begin, end - begin);
    // A form feed starts the column count again.
    if (const auto feed = bytes.rfind('\f'); feed != std::string_view::npos) {
      bytes.remove_prefix(feed + 1);
    }
    return {true, bytes};
  }
}

std::string_view describe(SyntaxRule rule) {
  switch (rule) {
    case SyntaxRule::ParseError:
      return "a syntax error";
    case SyntaxRule::TypeParameterDefault:
      return "a type parameter with a default, as of Python 3.13, which mlfix can't read";
    case SyntaxRule::TypeAliasOfBrackets:
      return "brackets and more after them in a `type` statement, which mlfix can't read";
    case SyntaxRule::Python2:
      return "Python 2 syntax";
    case SyntaxRule::EmptyBlock:
      return "a block without a statement";
    case SyntaxRule::Indentation:
      return "an indentation that does not fit its block";
    case SyntaxRule::BlockNesting:
      return "a block nested deeper than Python allows";
    case SyntaxRule::StatementPlace:
      return "a statement that neither starts a line nor follows a semicolon";
    case SyntaxRule::BareLineEnd:
      return "a statement or string that goes on after a line end";
    case SyntaxRule::TryWithoutHandler:
      return "a try statement without except and finally";
    case SyntaxRule::HandlerOrder:
      return "the clauses of a try statement in a wrong order";
    case SyntaxRule::ArgumentOrder:
      return "an argument or item in a wrong place";
    case SyntaxRule::RepeatedArgument:
      return "a repeated keyword argument";
    case SyntaxRule::ParameterOrder:
      return "parameters in a wrong order";
    case SyntaxRule::RepeatedParameter:
      return "a repeated parameter";
    case SyntaxRule::LateFutureImport:
      return "a __future__ import that is not at the top of the file";
    case SyntaxRule::WildcardImport:
      return "import * outside the module level";
    case SyntaxRule::ReturnOutsideFunction:
      return "return outside a function";
    case SyntaxRule::YieldOutsideFunction:
      return "yield outside a function";
    case SyntaxRule::YieldFromInAsync:
      return "yield from inside an async function";
    case SyntaxRule::AwaitOutsideAsync:
      return "await or async outside an async function";
    case SyntaxRule::AwaitAtModuleLevel:
      return "await or async at module level";
    case SyntaxRule::LoopControlOutsideLoop:
      return "break or continue outside a loop";
    case SyntaxRule::LateScopeDeclaration:
      return "a global or nonlocal declaration after a use of the name";
    case SyntaxRule::StarredPlace:
      return "a starred expression where none can be";
    case SyntaxRule::NamedExpressionPlace:
      return "an assignment expression that needs parentheses";
    case SyntaxRule::AssignmentTarget:
      return "something that can't be assigned to or deleted";
    case SyntaxRule::AliasPlace:
      return "an `as` where none can be";
  }
  return "";
}

}  // namespace mlfix
