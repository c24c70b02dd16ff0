// Structure: which statement, block, loop, function and class a node is in,
// and how an expression is consumed. All of it is read off the tree by climbing; only the
// returns of a function are kept, which take a walk through it.

#include "syntax/structure.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "semantic/control/consumer.h"
#include "semantic/control/returns.h"
#include "semantic/control/walk.h"
#include "semantic/model_caches.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_frame(Kind k) {
  switch (k) {
    case Kind::Block:
    case Kind::Module:
    case Kind::ElifClause:
    case Kind::ElseClause:
    case Kind::ExceptClause:
    case Kind::FinallyClause:
    case Kind::CaseClause:
    case Kind::Lambda:
    case Kind::ListComprehension:
    case Kind::SetComprehension:
    case Kind::DictionaryComprehension:
    case Kind::GeneratorExpression:
      return true;
    default:
      return is_statement(k);
  }
}

bool is_loop(Kind k) {
  return k == Kind::ForStatement || k == Kind::WhileStatement;
}

bool is_function_like(Kind k) {
  return k == Kind::FunctionDefinition || k == Kind::Lambda;
}

}  // namespace

NodeId SemanticModel::below_frame(NodeId n) const {
  std::vector<NodeId>& known = caches_->below_frames;
  if (known.empty()) {
    known.resize(tree_->size());
    for (NodeId i = 0; i < tree_->size(); ++i) {
      const NodeId parent = tree_->parent(i);
      known[i] = parent == kNoNode || is_frame(tree_->kind(parent)) ? i : known[parent];
    }
  }
  return known[n];
}

NodeId SemanticModel::statement_of(NodeId n) const {
  while (n != kNoNode && !is_statement(tree_->kind(n))) {
    work_->spend();
    n = tree_->parent(below_frame(n));
  }
  return n;
}

NodeId SemanticModel::function_of(NodeId n) const {
  work_->spend();
  std::vector<NodeId>& known = caches_->functions;
  if (known.empty()) {
    known.resize(tree_->size());
    for (NodeId i = 0; i < tree_->size(); ++i) {
      const NodeId parent = tree_->parent(i);
      const bool is_outermost = parent == kNoNode;
      const bool is_inside = !is_outermost && tree_->kind(parent) == Kind::FunctionDefinition;
      known[i] = is_outermost || is_inside ? parent : known[parent];
    }
  }
  return known[n];
}

NodeId SemanticModel::class_of(NodeId n) const {
  return frame_around(n, Kind::ClassDefinition);
}

NodeId SemanticModel::frame_around(NodeId n, Kind kind) const {
  do {
    work_->spend();
    n = tree_->parent(below_frame(n));
  } while (n != kNoNode && tree_->kind(n) != kind);
  return n;
}

NodeId SemanticModel::method_class(NodeId function) const {
  if (!tree_->is(function, Kind::FunctionDefinition)) {
    return kNoNode;
  }
  NodeId block = tree_->parent(function);
  if (tree_->is(block, Kind::DecoratedDefinition)) {
    block = tree_->parent(block);
  }
  const NodeId klass = tree_->is(block, Kind::Block) ? tree_->parent(block) : kNoNode;
  return tree_->is(klass, Kind::ClassDefinition) ? klass : kNoNode;
}

NodeId SemanticModel::loop_of(NodeId n) const {
  for (NodeId child = below_frame(n), at = tree_->parent(child); at != kNoNode;
       child = below_frame(at), at = tree_->parent(child)) {
    work_->spend();
    const Kind k = tree_->kind(at);
    if (is_loop(k) && tree_->field(child) == Field::Body) {
      return at;
    }
    if (is_function_like(k) || k == Kind::ClassDefinition) {
      return kNoNode;
    }
  }
  return kNoNode;
}

std::vector<NodeId> SemanticModel::loops_of(NodeId n) const {
  std::vector<NodeId> loops;
  for (NodeId loop = loop_of(n); loop != kNoNode; loop = loop_of(loop)) {
    loops.push_back(loop);
  }
  return loops;
}

NodeId SemanticModel::block_of(NodeId statement) const {
  NodeId n = tree_->parent(below_frame(statement));
  while (n != kNoNode && !tree_->is(n, Kind::Block) && !tree_->is(n, Kind::Module)) {
    work_->spend();
    n = tree_->parent(below_frame(n));
  }
  return n;
}

std::vector<NodeId> SemanticModel::statements(NodeId block) const {
  std::vector<NodeId> result;
  if (block != kNoNode) {
    for (NodeId c : tree_->children(block)) {
      work_->spend();
      if (is_statement(tree_->kind(c))) {
        result.push_back(c);
      }
    }
  }
  return result;
}

bool SemanticModel::is_generator(NodeId function) const {
  const NodeId body = tree_->child(function, Field::Body);
  if (body == kNoNode) {
    return false;
  }
  const auto [known, is_new] = caches_->generators.try_emplace(function, false);
  if (!is_new) return known->second;
  work_->spend(tree_->subtree_end(body) - body);
  for (NodeId n = body; n < tree_->subtree_end(body);) {
    const Kind k = tree_->kind(n);
    if (k == Kind::Yield) {
      return known->second = true;
    }
    n = is_function_like(k) || k == Kind::ClassDefinition ? tree_->subtree_end(n) : n + 1;
  }
  return false;
}

const std::vector<NodeId>& SemanticModel::returns_of(NodeId function) const {
  work_->spend();
  const auto [known, is_new] = caches_->returns.try_emplace(function);
  std::vector<NodeId>& returns = known->second;
  const NodeId body = is_new ? tree_->child(function, Field::Body) : kNoNode;
  const NodeId end = body == kNoNode ? body : tree_->subtree_end(body);
  for (NodeId n = body; n < end;) {
    const Kind k = tree_->kind(n);
    if (k == Kind::ReturnStatement) {
      returns.push_back(n);
    }
    n = is_function_like(k) || k == Kind::ClassDefinition ? tree_->subtree_end(n) : n + 1;
  }
  return returns;
}

std::vector<NodeId> SemanticModel::returned_values(NodeId function) const {
  std::vector<NodeId> values;
  for (const NodeId statement : returns_of(function)) {
    const NodeId value = tree_->first_child(statement);
    if (value != kNoNode) {
      values.push_back(value);
    }
  }
  return values;
}

NodeId scope_body(const SemanticModel& model, NodeId n) {
  const NodeId function = model.function_of(n);
  return function == kNoNode ? model.tree().root() : model.tree().child(function, Field::Body);
}

// `return` and `return None` are the same, and say nothing of a value.
bool returns_value(const SemanticModel& model, NodeId function) {
  if (model.is_generator(function)) return true;
  return std::ranges::any_of(model.returned_values(function),
                             [&](NodeId value) { return !model.tree().is(value, Kind::None); });
}

NodeId SemanticModel::strip_parentheses(NodeId expr) const {
  while (tree_->is(expr, Kind::ParenthesizedExpression)) {
    work_->spend();
    expr = tree_->first_child(expr);
  }
  return expr;
}

namespace {

// The places of the arguments in long lists, which are counted once.
struct ArgumentPlaces {
  std::unordered_set<NodeId> counted;        // lists
  std::unordered_map<NodeId, int> position;  // by argument
};

int position_in(const SemanticModel& model, NodeId list, NodeId argument) {
  constexpr int kFewArguments = 16;
  const SyntaxTree& tree = model.tree();
  int position = 0;
  for (NodeId c : tree.children(list)) {
    if (c == argument) return position;
    if (++position == kFewArguments) break;
  }
  if (position < kFewArguments) return -1;
  ArgumentPlaces& places = model.notes<ArgumentPlaces>();
  if (places.counted.insert(list).second) {
    position = 0;
    for (NodeId c : tree.children(list)) places.position.emplace(c, position++);
  }
  const auto known = places.position.find(argument);
  return known == places.position.end() ? -1 : known->second;
}

Consumer argument_consumer(const SemanticModel& model, NodeId expr, NodeId list) {
  const NodeId call = model.tree().parent(list);
  if (!model.tree().is(call, Kind::Call)) {
    return {Role::BaseClass, call, {}, -1};
  }
  return {Role::Argument, call, {}, position_in(model, list, expr)};
}

Consumer attribute_consumer(const SyntaxTree& tree, NodeId attribute) {
  const std::string_view name = tree.text(tree.child(attribute, Field::Attribute));
  const NodeId parent = tree.parent(attribute);
  if (tree.is(parent, Kind::Call) && tree.field(attribute) == Field::Function) {
    return {Role::MethodReceiver, parent, name, -1};
  }
  return {Role::Receiver, attribute, name, -1};
}

}  // namespace

Consumer SemanticModel::consumer_of(NodeId expr) const {
  work_->spend();
  const SyntaxTree& tree = *tree_;
  NodeId parent = tree.parent(expr);
  while (tree.is(parent, Kind::ParenthesizedExpression)) {
    expr = parent;
    parent = tree.parent(expr);
  }
  const Field field = tree.field(expr);
  const auto as = [&](Role role) { return Consumer{role, parent, {}, -1}; };
  switch (parent == kNoNode ? Kind::Module : tree.kind(parent)) {
    case Kind::ExpressionStatement:
      return as(Role::Discarded);
    case Kind::Attribute:
      return field == Field::Object ? attribute_consumer(tree, parent) : as(Role::Other);
    case Kind::Call:
      return field == Field::Function ? as(Role::Callee) : Consumer{Role::Argument, parent, {}, 0};
    case Kind::ArgumentList:
      return argument_consumer(*this, expr, parent);
    case Kind::KeywordArgument: {
      Consumer c = argument_consumer(*this, parent, tree.parent(parent));
      c.name = tree.text(tree.child(parent, Field::Name));
      c.position = -1;
      return c;
    }
    case Kind::ListSplat:
    case Kind::DictionarySplat: {
      Consumer c = consumer_of(parent);
      c.name = tree.is(parent, Kind::ListSplat) ? "*" : "**";
      c.position = -1;
      return c;
    }
    case Kind::BinaryOperator:
    case Kind::UnaryOperator:
    case Kind::BooleanOperator:
      return as(Role::Operand);
    case Kind::ConditionalExpression:
      return as(tree.next_sibling(tree.first_child(parent)) == expr ? Role::Condition
                                                                    : Role::Operand);
    case Kind::ComparisonOperator:
      return as(Role::Compared);
    case Kind::AssertStatement:  // the message is what the error is made from
      return as(tree.first_child(parent) == expr ? Role::Condition : Role::Raised);
    case Kind::NotOperator:
    case Kind::IfClause:
      return as(Role::Condition);
    case Kind::Subscript:
      return as(field == Field::Value ? Role::Subscripted : Role::Index);
    case Kind::Slice: {
      const NodeId subscript = tree.ancestor(parent, Kind::Subscript);
      return {Role::Index, subscript, {}, -1};
    }
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::ExpressionList:
    case Kind::ListComprehension:
    case Kind::SetComprehension:
    case Kind::GeneratorExpression:
      return as(Role::Element);
    case Kind::Pair:
      return field == Field::Value ? Consumer{Role::Element, tree.parent(parent), {}, -1}
                                   : as(Role::Other);
    case Kind::NamedExpression:
      return as(field == Field::Value ? Role::Assigned : Role::Other);
    case Kind::Assignment:
      return as(field == Field::Right ? Role::Assigned : Role::Other);
    case Kind::AugmentedAssignment:
      return as(field == Field::Right ? Role::Augmenting : Role::Other);
    case Kind::ReturnStatement:
    case Kind::Lambda:
      return as(Role::Returned);
    case Kind::Yield:
      return as(Role::Yielded);
    case Kind::Await:
      return as(Role::Awaited);
    case Kind::RaiseStatement:
      return as(Role::Raised);
    case Kind::IfStatement:
    case Kind::ElifClause:
    case Kind::WhileStatement:
      return as(Role::Condition);
    case Kind::ForStatement:
    case Kind::ForInClause:
      return as(field == Field::Right ? Role::Iterated : Role::Other);
    case Kind::Interpolation:
    case Kind::FormatExpression:
    case Kind::PrintStatement:
      return as(Role::Formatted);
    case Kind::DeleteStatement:
      return as(Role::Deleted);
    case Kind::WithItem:
      return {Role::WithItem, enclosing_statement(tree, parent), {}, -1};
    case Kind::AsPattern:
      return tree.is(tree.parent(parent), Kind::WithItem) && field != Field::Alias
                 ? Consumer{Role::WithItem, enclosing_statement(tree, parent), {}, -1}
                 : as(Role::Other);
    case Kind::Decorator:
      return as(Role::Decorator);
    case Kind::DefaultParameter:
    case Kind::TypedDefaultParameter:
      return as(field == Field::Value ? Role::DefaultValue : Role::Other);
    case Kind::Type:
      return as(Role::Annotation);
    default:
      return as(Role::Other);
  }
}

}  // namespace mlfix
