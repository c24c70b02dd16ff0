// Nobody knows what the parts of a module are that its constructor was given. What such a part
// makes of an input is an output all the same, where the run goes on with it as only tensors can be
// used.

#include "torch/module/stored_output.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/places.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/letters.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/value_sources.h"
#include "torch/module/attribute_readers.h"
#include "torch/module/module_attachment.h"
#include "torch/module/module_class.h"
#include "torch/module/self_store.h"
#include "torch/tensor/tensor_use.h"

namespace mlfix {
namespace {

// What the assignment binds where its target is a name, or kNone.
DefId name_bound_by(const SemanticModel& model, NodeId assignment) {
  const NodeId target = model.tree().child(assignment, Field::Left);
  return model.tree().is(target, Kind::Identifier) ? model.bindings().definition_at(target)
                                                   : DefId{kNone};
}

struct ReturnedNames {
  std::unordered_map<DefId, bool> known;
};

bool is_returned(const SemanticModel& model, DefId def) {
  const auto [known, is_new] = model.notes<ReturnedNames>().known.try_emplace(def, false);
  if (is_new) {
    const Bindings& bindings = model.bindings();
    known->second = std::ranges::any_of(bindings.definition(def).uses, [&](UseId use) {
      return model.consumer_of(bindings.use(use).node).role == Role::Returned;
    });
  }
  return known->second;
}

// Is the name that the statement binds returned?
bool binds_output(const SemanticModel& model, NodeId assignment) {
  const DefId def = name_bound_by(model, assignment);
  return def != kNone && is_returned(model, def);
}

bool is_parameter(const SemanticModel& model, NodeId expr) {
  const DefId def =
      model.tree().is(expr, Kind::Identifier) ? model.bindings().reaching(expr) : DefId{kNone};
  return def != kNone && model.bindings().definition(def).kind == DefKind::Parameter;
}

// Is the name what forward() returns, and what a call made of its input? Then it is a
// tensor with a graph, whoever was called.
bool is_computed_output(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const DefId def = tree.is(name, Kind::Identifier) ? bindings.reaching(name) : DefId{kNone};
  if (def == kNone || bindings.definition(def).kind != DefKind::Assign) return false;
  const NodeId call = model.strip_parentheses(bindings.definition(def).value);
  if (!tree.is(call, Kind::Call) || model.facts(call).may_be(Fact::NoGraph)) return false;
  const bool of_input = std::ranges::any_of(
      model.arguments(call), [&](NodeId argument) { return is_parameter(model, argument); });
  const NodeId function = model.function_of(name);
  if (!of_input || tree.text(tree.child(function, Field::Name)) != "forward") return false;
  return is_returned(model, def);
}

// Does a constructor make a part of it: by a call, or out of a name?
bool may_make_part(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  if (tree.is(value, Kind::ConditionalExpression)) {
    const NodeId first = tree.first_child(value);
    return may_make_part(model, first) ||
           may_make_part(model, tree.next_sibling(tree.next_sibling(first)));
  }
  return tree.is(value, Kind::Call) || tree.is(value, Kind::Identifier) ||
         tree.is(value, Kind::Attribute);
}

// Is it a part of the module, for all that can be seen: an attribute that its constructor makes by
// a call, or takes from a parameter, and that is no function of the file?
bool may_be_part(const SemanticModel& model, NodeId called, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  const NodeId attribute = attribute_of_self(model, called);
  constexpr FactSet kOther = Fact::Tensor | Fact::Number | Fact::Container | Fact::String;
  if (attribute == kNoNode || model.facts(called).may.has_any(kOther)) return false;
  const std::string_view name = last_name(tree, attribute);
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    const NodeId store = access.is_store ? tree.parent(access.node) : NodeId{kNoNode};
    if (access.klass != klass || !tree.is(store, Kind::Assignment)) continue;
    return sets_up(model, model.function_of(store)) &&
           may_make_part(model, tree.child(store, Field::Right));
  }
  return false;
}

// Does the function return what it reads, as it is or as a part of a tuple, a dict or a record?
bool is_handed_out(const SemanticModel& model, NodeId read) {
  for (NodeId at = read;;) {
    const Consumer consumer = model.consumer_of(at);
    switch (consumer.role) {
      case Role::Returned:
        return true;
      case Role::Element:
        at = consumer.node;
        break;
      case Role::Argument:
        // ModelOutput(logits=…): by its name, as classes of others have no more.
        if (!begins_like_class(called_name(model.tree(), consumer.node))) return false;
        at = consumer.node;
        break;
      case Role::Assigned:
        return at != read && binds_output(model, consumer.node);
      default:
        return false;
    }
  }
}

// Is the name that the statement binds used as only a tensor can be?
bool binds_tensor(const SemanticModel& model, NodeId assignment) {
  const DefId def = name_bound_by(model, assignment);
  return def != kNone && has_use_as_tensor(model, def);
}

// Is it used as an output of a module is: by arithmetic, in a part of the module, also with
// `read.hidden_states[-1]`, or is it returned?
bool is_used_as_output(const SemanticModel& model, NodeId read, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  if (is_tensor_by_use(model, read) || is_handed_out(model, read)) return true;
  const NodeId whole = read;
  Consumer consumer = model.consumer_of(read);
  while (consumer.role == Role::Receiver || consumer.role == Role::Subscripted) {
    read = consumer.node;
    consumer = model.consumer_of(read);
  }
  if (consumer.role == Role::Operand) return tree.is(consumer.node, Kind::BinaryOperator);
  if (consumer.role == Role::Assigned && read != whole) return binds_tensor(model, consumer.node);
  if (consumer.role != Role::Argument) return false;
  const NodeId called = tree.child(consumer.node, Field::Function);
  return model.facts(called).must_be(Fact::Module) || may_be_part(model, called, klass);
}

// Does the run go on with it as with an output of a module, also in a method of the class that it
// is given to?
bool goes_on_as_output(const SemanticModel& model, NodeId read, NodeId klass) {
  if (is_used_as_output(model, read, klass)) return true;
  const Consumer consumer = model.consumer_of(read);
  const NodeId method =
      consumer.role == Role::Argument ? model.callee(consumer.node) : NodeId{kNoNode};
  if (method == kNoNode || model.method_class(method) == kNoNode) return false;
  const NodeId parameter = parameter_of_argument(model, consumer.node, read);
  const DefId def = parameter == kNoNode ? DefId{kNone} : model.bindings().definition_at(parameter);
  return def != kNone && std::ranges::any_of(model.bindings().definition(def).uses, [&](UseId use) {
           return is_used_as_output(model, model.bindings().use(use).node, klass);
         });
}

struct InputOrigins {
  std::map<NodeId, OriginMemory> by_class;
};

// What comes from an input of forward(): by what is known of tensors, or through parts of the
// module, self.head(self.body(ids)[0]).
class InputOfParts final : public OriginPolicy {
 public:
  explicit InputOfParts(NodeId klass) : klass_(klass) {}

  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<InputOrigins>().by_class[klass_];
  }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    const SyntaxTree& tree = model.tree();
    if (attachment_in_module(model, expr) != Attachment::None) {
      origins.mark(own_source(0), expr);
      return true;
    }
    if (tree.is(expr, Kind::Subscript)) {
      origins.follow(tree.child(expr, Field::Value));
      return true;
    }
    if (!tree.is(expr, Kind::Call)) return false;
    if (may_be_part(model, tree.child(expr, Field::Function), klass_)) {
      origins.follow_all(model.arguments(expr));
    }
    return true;
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const DefKind kind = origins.model().bindings().definition(def).kind;
    return kind != DefKind::Assign && kind != DefKind::Phi && kind != DefKind::LoopPhi;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 private:
  NodeId klass_;
};

// self.h = self.f(x) in forward(): a part of the module is given what forward() computes, and the
// run goes on with an output of a module. So f is one, whoever made it.
bool is_output_of_part(const SemanticModel& model, const SelfStore& store, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (store.grows || !tree.is(call, Kind::Call) || model.callee(call) != kNoNode) return false;
  const NodeId klass = probable_module_class_of(model, call);
  if (klass == kNoNode || !in_module_method(model, call, "forward") ||
      !may_be_part(model, tree.child(call, Field::Function), klass)) {
    return false;
  }
  const bool fed = std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
    return !origins_of(model, InputOfParts(klass), argument).empty();
  });
  return fed && std::ranges::any_of(reads_of_attribute(model, store.attribute), [&](NodeId read) {
           return model.function_of(read) == model.function_of(call) &&
                  goes_on_as_output(model, read, klass);
         });
}

bool carries_graph_for_sure(const SemanticModel& model, NodeId value) {
  const Attachment attachment = attachment_in_module(model, value);
  return attachment != Attachment::None &&
         (attachment == Attachment::Proven || model.facts(value).may_be(Fact::GradTensor));
}

// Is it a part of what a method is given, in which a caller of the file has a graph for sure:
// `emb[:n]` of `self.remember(self.encoder(x))`?
bool is_given_graph(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  while (tree.is(value, Kind::Subscript)) value = tree.child(value, Field::Value);
  if (!is_parameter(model, value)) return false;
  const NodeId parameter = model.bindings().definition(model.bindings().reaching(value)).node;
  const NodeId function = model.function_of(value);
  return tree.text(tree.child(function, Field::Name)) != "forward" &&
         std::ranges::any_of(model.call_sites(function).calls, [&](NodeId call) {
           return std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
             return parameter_of_argument(model, call, argument) == parameter &&
                    runs_in_forward(model, call) && carries_graph_for_sure(model, argument);
           });
         });
}

// Is it an attribute of the module that its constructor sets to False?
bool is_switch_left_off(const SemanticModel& model, NodeId condition) {
  const SyntaxTree& tree = model.tree();
  condition = model.strip_parentheses(condition);
  if (!tree.is(condition, Kind::Attribute) || attribute_of_self(model, condition) == kNoNode) {
    return false;
  }
  const std::vector<NodeId> stores = stores_of_attribute(model, condition);
  return std::ranges::any_of(stores, [&](NodeId store) {
    const NodeId assignment = tree.parent(store);
    return tree.is(assignment, Kind::Assignment) && sets_up(model, model.function_of(store)) &&
           tree.is(tree.child(assignment, Field::Right), Kind::False);
  });
}

bool runs_under_switch_left_off(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  const NodeId block = model.block_of(model.statement_of(n));
  const NodeId around = tree.parent(block);
  return tree.is(around, Kind::IfStatement) && tree.child(around, Field::Consequence) == block &&
         is_switch_left_off(model, tree.child(around, Field::Condition));
}

}  // namespace

bool records_output_on_demand(const SemanticModel& model, const SelfStore& store, NodeId n) {
  const NodeId value = model.strip_parentheses(store.value);
  const DefId def =
      model.tree().is(value, Kind::Identifier) ? model.bindings().reaching(value) : DefId{kNone};
  return store.grows && def != kNone && is_returned(model, def) &&
         runs_under_switch_left_off(model, n);
}

std::vector<NodeId> attached_values(const SemanticModel& model, const SelfStore& store) {
  std::vector<NodeId> attached;
  for (const NodeId value :
       store.grows ? elements_of(model, store.value) : std::vector<NodeId>{store.value}) {
    const NodeId plain = model.strip_parentheses(value);
    if (is_given_graph(model, plain)) {
      attached.push_back(value);
      continue;
    }
    if (is_parameter(model, plain) && !store.grows) continue;  // most are data
    if (is_computed_output(model, plain) || is_output_of_part(model, store, plain) ||
        carries_graph_for_sure(model, value)) {
      attached.push_back(value);
    }
  }
  return attached;
}

bool is_returned_from_attribute(const SemanticModel& model, const SelfStore& store) {
  return std::ranges::any_of(reads_of_attribute(model, store.attribute), [&](NodeId read) {
    Consumer consumer = model.consumer_of(read);
    while (consumer.role == Role::Operand) consumer = model.consumer_of(consumer.node);
    if (consumer.role != Role::Assigned || !model.tree().is(consumer.node, Kind::Assignment)) {
      return consumer.role == Role::Returned;
    }
    return binds_output(model, consumer.node);
  });
}

}  // namespace mlfix
