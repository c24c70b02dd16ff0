// Each operation is one edit of Rewriter, which knows about layout and declines what it can't
// do. A fix that was filled from a template is never safe: that the new code does the same is
// the word of the rule's author, and a word is an assumption. Where the template only detaches
// values, nothing is filled: detach() is put after them, and judged as it is for built-in rules.

#include "patterns/fix.h"

#include <fmt/format.h>

#include <utility>

#include "engine/diagnostic.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/semantic_model.h"
#include "syntax/structure.h"
#include "torch/training/training.h"

namespace mlfix::patterns {
namespace {

std::string_view usual_title(Operation operation) {
  switch (operation) {
    case Operation::Replace:
      return "Write it as the rule says";
    case Operation::Delete:
      return "Delete the statement";
    case Operation::InsertBefore:
      return "Add the code before it";
    case Operation::InsertAfter:
      return "Add the code after it";
    case Operation::Wrap:
      return "Put it in the block";
    case Operation::AddArgument:
      return "Add the argument";
    case Operation::RemoveArgument:
      return "Remove the argument";
  }
  return "";
}

// Is an expression there an operand, so that one with operators needs parentheses?
bool is_operand(const SyntaxTree& tree, NodeId n) {
  switch (tree.kind(tree.parent(n))) {
    case Kind::Attribute:
    case Kind::Await:
    case Kind::BinaryOperator:
    case Kind::BooleanOperator:
    case Kind::Call:
    case Kind::ComparisonOperator:
    case Kind::ConcatenatedString:
    case Kind::ConditionalExpression:
    case Kind::DictionarySplat:
    case Kind::ListSplat:
    case Kind::NotOperator:
    case Kind::Subscript:
    case Kind::UnaryOperator:
      return true;
    default:
      return false;
  }
}

// The call that the match is, or is the whole of.
NodeId call_of(const SyntaxTree& tree, NodeId n) {
  if (tree.is(n, Kind::ExpressionStatement)) n = tree.first_child(n);
  n = without_parentheses(tree, n);
  return tree.is(n, Kind::Call) ? n : kNoNode;
}

// The statement that is matched as a whole: a call whose result nobody takes is one.
NodeId whole_statement(const Context& c, NodeId n) {
  const NodeId statement = c.model.statement_of(n);
  const bool is_whole = statement == n || (c.tree.is(statement, Kind::ExpressionStatement) &&
                                           c.tree.range(statement) == c.tree.range(n));
  return is_whole ? statement : kNoNode;
}

// Lines of statements, at the column where `at` begins.
std::string at_column(const Context& c, NodeId at, const std::string& text) {
  std::string result;
  const Offset begin = c.tree[at].begin;
  for (const char ch : text) {
    if (ch != '\n') {
      result += ch;
      continue;
    }
    result += c.edit.style().newline_near(begin);
    result += c.edit.style().indentation_at(begin);
  }
  return result;
}

}  // namespace

Result<FixPlan> FixPlan::compile(const FixDraft& draft, Variables& variables,
                                 std::span<const std::string> modules) {
  FixPlan plan;
  plan.operation_ = draft.operation;
  plan.is_suggestion_ = draft.is_suggestion;
  plan.argument_ = draft.argument.text;
  if (draft.operation != Operation::Delete && draft.operation != Operation::RemoveArgument) {
    Phrase code = draft.code;
    while (!code.text.empty() && code.text.back() == '\n') code.text.pop_back();
    if (draft.operation == Operation::Wrap) code.text += "\n    pass";
    auto compiled = Template::compile(code, variables, modules);
    if (!compiled) return tl::unexpected(std::move(compiled.error()));
    plan.code_ = std::move(*compiled);
  }
  if (draft.operation == Operation::Replace && !draft.is_suggestion) {
    plan.detaching_ = Detaching::of(draft.code, plan.code_->pattern(), variables, modules);
  }
  const std::string usual(usual_title(draft.operation));
  auto title =
      Message::compile(draft.title.text.empty() ? Phrase{usual, 0} : draft.title, variables);
  if (!title) return tl::unexpected(std::move(title.error()));
  plan.title_ = std::move(*title);
  const Phrase clause =
      draft.assumes.text.empty() ? Phrase{"the rule is right about this place", 0} : draft.assumes;
  auto assumes = Message::compile(clause, variables);
  if (!assumes) return tl::unexpected(std::move(assumes.error()));
  plan.assumes_ = std::move(*assumes);
  return plan;
}

Applicability FixPlan::best_level() const {
  if (is_suggestion_) return Applicability::Suggestion;
  return detaching_ ? Applicability::Safe : Applicability::Unsafe;
}

void FixPlan::offer(const Context& c, const Place& place, const Captures& captures,
                    Diagnostic finding) const {
  if (detaching_ && offer_detaching(c, place, captures, finding)) return;
  Made made = make(c, place, captures);
  const std::string title = title_.fill(c.tree, captures);
  if (is_suggestion_) {
    finding.fix(title, std::move(made.intents), Verdict(), std::move(made.guards));
    return;
  }
  finding.fix(title, std::move(made.intents),
              Verdict::assuming(AssumptionKind::RuleIsRight, assumes_.fill(c.tree, captures)),
              std::move(made.guards));
}

// Only where that is proven to be right: else the rule's template and word are what there is.
bool FixPlan::offer_detaching(const Context& c, const Place& place, const Captures& captures,
                              Diagnostic& finding) const {
  const std::vector<NodeId> values = detaching_->values_at(c.model, place, captures);
  Intents intents;
  for (const NodeId value : values) {
    auto edit = c.edit.append_to_expression(value, ".detach()");
    if (!edit || !is_handed_on(c.model, value)) return false;
    append(intents, std::move(*edit));
    // What is printed of a tensor tells that it has a graph, which a rule of a project may be
    // about.
    if (c.model.fate(value).has(GraphSinks::kRevealed)) return false;
  }
  const Detachability judged = judge_detaching(c.model, values);
  if (!judged || !judged->verdict.is_safe()) return false;
  finding.fix(title_.fill(c.tree, captures), std::move(intents), judged->verdict);
  return true;
}

FixPlan::Made FixPlan::make(const Context& c, const Place& place, const Captures& captures) const {
  if (operation_ == Operation::Delete) {
    Intents intents;
    const bool several = place.first != place.last;
    for (NodeId n = place.first; n != kNoNode && n <= place.last; n = c.tree.next_sibling(n)) {
      const NodeId statement = several ? n : whole_statement(c, n);
      if (statement == kNoNode) return {};
      append(intents, c.edit.delete_statement(statement));
    }
    return {std::move(intents), {}};
  }
  const NodeId call = call_of(c.tree, place.first);
  if (operation_ == Operation::RemoveArgument) {
    const NodeId argument = call == kNoNode ? kNoNode : c.model.argument(call, -1, argument_);
    if (argument == kNoNode) return {};
    return {c.edit.remove_argument(call, argument), {}};
  }
  const Site site{c.tree, c.work, c.edit, place.first};
  auto code = operation_ == Operation::Wrap ? code_->fill_header(site, captures)
                                            : code_->fill(site, captures);
  if (!code) return {};
  Made made;
  switch (operation_) {
    case Operation::Replace:
      made = replace(c, place, *code);
      break;
    case Operation::InsertBefore:
      made.intents = c.edit.insert_before(c.model.statement_of(place.first), code->text);
      break;
    case Operation::InsertAfter:
      made.intents = c.edit.insert_after(c.model.statement_of(place.last), code->text);
      break;
    case Operation::Wrap:
      made.intents = c.edit.wrap(c.model.statement_of(place.first),
                                 c.model.statement_of(place.last), code->text);
      break;
    case Operation::AddArgument:
      if (call != kNoNode && c.model.argument(call, -1, argument_) == kNoNode) {
        made.intents = c.edit.add_keyword(call, argument_, code->text);
      }
      break;
    default:
      break;
  }
  if (!made.intents) return {};
  append(*made.intents, std::move(code->imports));
  made.guards.insert(made.guards.end(), code->guards.begin(), code->guards.end());
  return made;
}

FixPlan::Made FixPlan::replace(const Context& c, const Place& place, const FilledCode& code) const {
  const TextRange range{c.tree[place.first].begin, c.tree[place.last].end};
  if (code_->pattern().is_expression() && place.first == place.last &&
      whole_statement(c, place.first) != place.first) {
    const bool wrap = is_compound_expression(code.kind) && is_operand(c.tree, place.first);
    return {c.edit.replace(range, wrap ? "(" + code.text + ")" : code.text), {}};
  }
  const NodeId first = whole_statement(c, place.first);
  const NodeId last = place.first == place.last ? first : place.last;
  if (first == kNoNode) return {};
  // Several lines need lines of their own.
  const bool alone =
      c.edit.statement_range(first).alone_on_lines && c.edit.statement_range(last).alone_on_lines;
  if (code.text.find('\n') != std::string::npos && !alone) return {};
  return {c.edit.replace(range, at_column(c, first, code.text)), {}};
}

}  // namespace mlfix::patterns
