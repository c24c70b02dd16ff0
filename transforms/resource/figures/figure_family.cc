// Errs to too many members: a later close() is harmless. What a figure gives
// away of itself for good (numbers, pixels) is none of it.

#include "transforms/resource/figures/figure_family.h"

#include <algorithm>
#include <map>
#include <utility>

#include "semantic/flow/places.h"
#include "semantic/names/access_path.h"
#include "torch/module/module_uses.h"

namespace mlfix {
namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> heads) {
  return std::any_of(heads.begin(), heads.end(),
                     [&](std::string_view head) { return text.starts_with(head); });
}

}  // namespace

NodeId FigureFamily::enclosing(NodeId n) const {
  const SyntaxTree& tree = model_.tree();
  for (n = tree.parent(n); n != kNoNode; n = tree.parent(n)) {
    if (tree.is(n, Kind::Lambda) || tree.is(n, Kind::FunctionDefinition)) {
      return n;
    }
  }
  return tree.root();
}

namespace {

// Is a variable read in another function than its definitions in `owner`? Noted once for
// each variable.
struct ForeignReads {
  std::map<std::pair<const Variable*, NodeId>, bool> known;
};

}  // namespace

bool FigureFamily::is_read_elsewhere(const Variable& variable, NodeId owner) const {
  const auto [known, is_new] =
      model_.notes<ForeignReads>().known.try_emplace({&variable, owner}, false);
  if (is_new) {
    known->second = std::ranges::any_of(
        variable.uses, [&](UseId u) { return enclosing(model_.bindings().use(u).node) != owner; });
  }
  return known->second;
}

void FigureFamily::add_definition(DefId d) {
  if (d == kNone || !definitions_.insert(d).second) {
    return;
  }
  const Bindings& bindings = model_.bindings();
  const Variable& variable = bindings.variable_of(d);
  const NodeId owner = enclosing(bindings.definition(d).node);
  if (variable.declared_global) {
    flee("the figure is kept in a global variable");
  }
  if (is_read_elsewhere(variable, owner)) {
    flee("another function reads the figure");
  }
  for (const UseId u : bindings.definition(d).uses) {
    const NodeId read = bindings.use(u).node;
    const NodeId statement = model_.statement_of(read);
    if (model_.tree().is(statement, Kind::DeleteStatement)) {
      continue;  // the figure stays
    }
    if (enclosing(read) == scope_) {
      reads_.push_back(read);
    }
    add_value(read);
  }
  for (const DefId phi : bindings.definition(d).phis) {
    add_definition(phi);
  }
}

void FigureFamily::add_targets(NodeId pattern) {
  const SyntaxTree& tree = model_.tree();
  for (NodeId n = pattern; n < tree.subtree_end(pattern);) {
    if (tree.is(n, Kind::Attribute) || tree.is(n, Kind::Subscript)) {
      flee("the figure is kept on an object");
      n = tree.subtree_end(n);
      continue;
    }
    if (tree.is(n, Kind::Identifier)) {
      add_definition(model_.bindings().definition_at(n));
    }
    ++n;
  }
}

void FigureFamily::add_assigned(NodeId assignment) {
  const SyntaxTree& tree = model_.tree();
  if (tree.is(assignment, Kind::NamedExpression)) {
    add_targets(tree.child(assignment, Field::Name));
    return add_value(assignment);
  }
  add_targets(tree.child(assignment, Field::Left));
  if (tree.is(tree.parent(assignment), Kind::Assignment)) {
    add_assigned(tree.parent(assignment));  // a = b = value
  }
}

void FigureFamily::add_method(NodeId call, std::string_view name) {
  if (name == "savefig") {
    saved_ = true;
  } else if (name == "show") {
    flee("somebody looks at the figure in a window");
  } else if (name == "clf" || name == "clear" || name == "cla") {
    flee("the figure is emptied for its next use");
  } else if (!name.starts_with("get_") || name == "get_figure" || name == "get_axes") {
    add_value(call);
  }
}

// Does the path `object` start from a member?
bool FigureFamily::is_member(NodeId object) const {
  const NodeId root = root_of(model_, object);
  const DefId d = root == kNoNode ? DefId{kNone} : model_.bindings().reaching(root);
  return d != kNone && has(d);
}

void FigureFamily::add_argument(NodeId call, NodeId argument, const Consumer& consumer) {
  const SyntaxTree& tree = model_.tree();
  const NodeId callee = tree.child(call, Field::Function);
  const bool is_method = tree.is(callee, Kind::Attribute);
  const std::string_view word = called_name(tree, call);
  const std::string name = model_.qualified_text(callee);
  const bool array = model_.knowledge().covers(Meaning::ArrayPackage, name);
  if (array || name.starts_with("builtins.")) {
    return array || model_.means(Meaning::HandsOnItems, word) ? add_value(call) : void();
  }
  if (model_.knowledge().covers(Meaning::PlottingPackage, name)) {
    const bool returned = model_.consumer_of(call).role == Role::Returned;
    return returned ? flee("the figure is returned") : void();
  }
  if (is_method && is_member(tree.child(callee, Field::Object))) {
    return;
  }
  if (const Symbol symbol = model_.qualified_name(callee); symbol != kNoSymbol) {
    const CallableInfo* known = model_.knowledge().callable(symbol);
    if (known != nullptr && known->pure_in_arguments) {
      saved_ = saved_ || (known->effects & static_cast<EffectBits>(Effect::InputOutput)) != 0;
      return;
    }
  }
  if (is_method && model_.means(Meaning::StoresFigure, word)) {
    return flee("the figure is kept in a container");
  }
  if (word == "add_figure") {
    return flee("add_figure() closes the figure");
  }
  if (is_method && word == "savefig") {
    saved_ = true;  // a PdfPages
    return;
  }
  if (const NodeId parameter = parameter_of_argument(model_, call, argument);
      parameter != kNoNode) {
    add_definition(model_.bindings().definition_at(parameter));
    return returning_.contains(enclosing(parameter)) ? add_value(call) : void();
  }
  if (consumer.name != "ax" && consumer.name != "axes" && consumer.name != "cax") {
    given_to_ = tree.text(callee);
  }
}

void FigureFamily::add_value(NodeId expr) {
  if (!values_.insert(expr).second) {
    return;
  }
  const SyntaxTree& tree = model_.tree();
  const Consumer consumer = model_.consumer_of(expr);
  switch (consumer.role) {
    case Role::Assigned:
      return add_assigned(consumer.node);
    case Role::Receiver: {
      const std::string_view name = tree.text(tree.child(consumer.node, Field::Attribute));
      if (name == "canvas") {
        const Consumer use = model_.consumer_of(consumer.node);
        // In code: beginnings of names, of one class of one library.
        saved_ = saved_ || starts_with_any(use.name, {"tostring", "buffer_rgba", "print_"});
        return use.role == Role::Returned ? flee("the figure is returned") : void();
      }
      return add_value(consumer.node);
    }
    case Role::MethodReceiver:
      return add_method(consumer.node, consumer.name);
    case Role::Subscripted:
    case Role::Operand:
    case Role::Element:
      return add_value(consumer.node);
    case Role::Argument:
      return add_argument(consumer.node, expr, consumer);
    case Role::Iterated:
      return add_targets(tree.child(consumer.node, Field::Left));
    case Role::Returned:
      if (enclosing(expr) != scope_ && tree.is(consumer.node, Kind::ReturnStatement)) {
        returning_.insert(enclosing(expr));
        return;
      }
      return flee("the figure is returned");
    case Role::Deleted:
    case Role::Discarded:
    case Role::Compared:
    case Role::Condition:
    case Role::Formatted:
    case Role::Index:
      return;
    default:
      return flee("the figure goes where it can't be followed");
  }
}

bool FigureFamily::merges_with_others(const std::set<DefId>& others) const {
  const Bindings& bindings = model_.bindings();
  return std::any_of(definitions_.begin(), definitions_.end(), [&](DefId d) {
    const Definition& definition = bindings.definition(d);
    const bool merged = definition.kind == DefKind::Phi && !definition.uses.empty();
    return merged && std::any_of(definition.operands.begin(), definition.operands.end(),
                                 [&](DefId o) { return !has(o) && !others.contains(o); });
  });
}

}  // namespace mlfix
