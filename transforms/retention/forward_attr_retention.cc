// Keeps a module from keeping what its forward() computed.
//
//     self.features = self.conv(x)    ->   self.features = self.conv(x).detach()
//     self.history.append(h)          ->   self.history.append(h.detach())
//     self.h = self.fc(x)             ->   h = self.fc(x)
//     return self.out(self.h)              return self.out(h)
//
// Fires when    forward(), or a method that forward() calls, stores a value that
//               carries the graph of the run on the module. What an attribute of the module
//               makes of an input of forward() does where the run goes on with a tensor.
// Stays silent  when the attribute is a part of the loss, by its name (but where the run
//               itself returns it, and nobody else reads it) or by what its readers do; when the
//               next call reads it (hidden states, caches); when it is emptied somewhere; when
//               gradients are, or may be, off; when the run itself goes on with it and somebody
//               else in the project mentions the attribute. With `minor` off also where the module
//               keeps the last run only, and that run does not read it.
// Safe when     never: the module belongs to others, who may train through it, or
//               read what only this run reads here.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "engine/transform.h"
#include "semantic/control/flow_queries.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/way_telling.h"
#include "semantic/names/access_path.h"
#include "torch/graph/attachment.h"
#include "torch/graph/graph_birth.h"
#include "torch/graph/value_sources.h"
#include "torch/module/module_state.h"
#include "torch/tensor/tensor_use.h"
#include "transforms/fixes/detaching.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"
#include "transforms/retention/holding/self_store.h"

namespace mlfix::forward_attr_retention {
namespace {

// Does the method carry a state from call to call? Whoever drives such a module
// step by step collects what it stores.
bool is_step_of_recurrence(const Context& c, NodeId function) {
  for (NodeId at = function; at < c.tree.subtree_end(function); ++at) {
    const NodeId target = c.tree.is(at, Kind::Assignment) ? c.tree.child(at, Field::Left) : kNoNode;
    const NodeId attribute =
        target == kNoNode ? NodeId{kNoNode} : attribute_of_self(c.model, target);
    if (attribute != kNoNode &&
        c.model.suggests(Hint::KeptValue, c.tree.text(c.tree.child(attribute, Field::Attribute)))) {
      return true;
    }
  }
  return false;
}

struct StepsOfRecurrence {
  std::unordered_map<NodeId, bool> known;  // by function
};

bool stands_in_step_of_recurrence(const Context& c, NodeId n) {
  const NodeId function = c.model.function_of(n);
  const auto [known, is_new] = c.model.notes<StepsOfRecurrence>().known.try_emplace(function);
  if (is_new) known->second = is_step_of_recurrence(c, function);
  return known->second;
}

struct Readers {
  std::string_view forbids;  // why it must stay as it is
  bool same_run = false;     // the run itself goes on with it
  bool others = false;       // others may differentiate it
};

Readers readers_of(const Context& c, const SelfStore& store, NodeId statement) {
  Readers readers;
  for (const NodeId read : reads_of_attribute(c.model, store.attribute)) {
    if (read == store.attribute) continue;
    const NodeId at = c.model.statement_of(read);
    if (at == statement && c.tree.contains(c.tree.child(statement, Field::Left), read)) continue;
    const bool here = c.model.function_of(read) == c.model.function_of(statement);
    const Role role = c.model.consumer_of(read).role;
    if (role == Role::Condition || role == Role::Compared) {
      return {"it is tested, as a cache is", false, false};
    }
    const Need need = graph_need_of(c.model, read);
    if (need == Need::None) continue;
    const bool later = at != statement && !run_in_different_phases(c.model, statement, read) &&
                       dominates(c.model, statement, at);
    if (here && !later && !(store.grows && at == statement)) {
      return {"the next call may read it", false, false};
    }
    if (here) {
      readers.same_run = true;
    } else if (need == Need::Certain) {
      return {"it is differentiated elsewhere", false, false};
    } else {
      readers.others = true;
    }
  }
  return readers;
}

struct ReturnedNames {
  std::unordered_map<DefId, bool> known;
};

bool is_returned(const Context& c, DefId def) {
  const auto [known, is_new] = c.model.notes<ReturnedNames>().known.try_emplace(def, false);
  if (is_new) {
    const Bindings& bindings = c.model.bindings();
    known->second = std::ranges::any_of(bindings.definition(def).uses, [&](UseId use) {
      return c.model.consumer_of(bindings.use(use).node).role == Role::Returned;
    });
  }
  return known->second;
}

// Is the name what forward() returns, and what a call made of its input? Then it is a
// tensor with a graph, whoever was called.
bool is_computed_output(const Context& c, NodeId name) {
  const Bindings& bindings = c.model.bindings();
  const DefId def = c.tree.is(name, Kind::Identifier) ? bindings.reaching(name) : DefId{kNone};
  if (def == kNone || bindings.definition(def).kind != DefKind::Assign) return false;
  const NodeId call = c.model.strip_parentheses(bindings.definition(def).value);
  if (!c.tree.is(call, Kind::Call) || c.model.facts(call).may_be(Fact::NoGraph)) return false;
  const std::vector<NodeId> arguments = c.model.arguments(call);
  const bool of_input = std::any_of(arguments.begin(), arguments.end(), [&](NodeId argument) {
    const DefId given = c.tree.is(argument, Kind::Identifier) ? bindings.reaching(argument) : kNone;
    return given != kNone && bindings.definition(given).kind == DefKind::Parameter;
  });
  const NodeId function = c.model.function_of(name);
  if (!of_input || c.tree.text(c.tree.child(function, Field::Name)) != "forward") return false;
  return is_returned(c, def);
}

// Does a constructor make a part of it: by a call, or out of a name?
bool may_make_part(const Context& c, NodeId value) {
  value = c.model.strip_parentheses(value);
  if (c.tree.is(value, Kind::ConditionalExpression)) {
    const NodeId first = c.tree.first_child(value);
    return may_make_part(c, first) ||
           may_make_part(c, c.tree.next_sibling(c.tree.next_sibling(first)));
  }
  return c.tree.is(value, Kind::Call) || c.tree.is(value, Kind::Identifier) ||
         c.tree.is(value, Kind::Attribute);
}

// Is it a part of the module, for all that can be seen: an attribute that its constructor makes by
// a call, or takes from a parameter, and that is no function of the file?
bool may_be_part(const Context& c, NodeId called, NodeId klass) {
  const NodeId attribute = attribute_of_self(c.model, called);
  constexpr FactSet kOther = Fact::Tensor | Fact::Number | Fact::Container | Fact::String;
  if (attribute == kNoNode || c.model.facts(called).may.has_any(kOther)) return false;
  const std::string_view name = c.tree.text(c.tree.child(attribute, Field::Attribute));
  for (const AttributeAccess& access : c.model.attribute_accesses(name)) {
    const NodeId store = access.is_store ? c.tree.parent(access.node) : NodeId{kNoNode};
    if (access.klass != klass || !c.tree.is(store, Kind::Assignment)) continue;
    return sets_up(c.model, c.model.function_of(store)) &&
           may_make_part(c, c.tree.child(store, Field::Right));
  }
  return false;
}

// Is the call one of a class: ModelOutput(logits=…)? By its name, as classes of others have no
// more.
bool makes_record(const Context& c, NodeId call) {
  const NodeId called = c.tree.child(call, Field::Function);
  const std::string_view name = last_name(c.tree, called);
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

// Does the function return what it reads, as it is or as a part of a tuple, a dict or a record?
bool is_handed_out(const Context& c, NodeId read) {
  for (NodeId at = read;;) {
    const Consumer consumer = c.model.consumer_of(at);
    switch (consumer.role) {
      case Role::Returned:
        return true;
      case Role::Element:
        at = consumer.node;
        break;
      case Role::Argument:
        if (!makes_record(c, consumer.node)) return false;
        at = consumer.node;
        break;
      case Role::Assigned: {
        const NodeId target = c.tree.child(consumer.node, Field::Left);
        const DefId def = c.tree.is(target, Kind::Identifier)
                              ? c.model.bindings().definition_at(target)
                              : DefId{kNone};
        return at != read && def != kNone && is_returned(c, def);
      }
      default:
        return false;
    }
  }
}

// Is the name that the statement binds used as only a tensor can be?
bool is_tensor_behind(const Context& c, NodeId assignment) {
  const NodeId target = c.tree.child(assignment, Field::Left);
  const DefId def =
      c.tree.is(target, Kind::Identifier) ? c.model.bindings().definition_at(target) : DefId{kNone};
  return def != kNone &&
         std::ranges::any_of(c.model.bindings().definition(def).uses, [&](UseId use) {
           return is_tensor_by_use(c.model, c.model.bindings().use(use).node);
         });
}

// Does the run go on with what it reads as with an output of a module: by arithmetic, in a part of
// the module, also with `read.hidden_states[-1]`, or does it return it?
bool goes_on_as_output(const Context& c, NodeId read, NodeId klass) {
  if (is_tensor_by_use(c.model, read) || is_handed_out(c, read)) return true;
  const NodeId whole = read;
  Consumer consumer = c.model.consumer_of(read);
  while (consumer.role == Role::Receiver || consumer.role == Role::Subscripted) {
    read = consumer.node;
    consumer = c.model.consumer_of(read);
  }
  if (consumer.role == Role::Operand) return c.tree.is(consumer.node, Kind::BinaryOperator);
  if (consumer.role == Role::Assigned && read != whole) return is_tensor_behind(c, consumer.node);
  if (consumer.role != Role::Argument) return false;
  const NodeId called = c.tree.child(consumer.node, Field::Function);
  return c.model.facts(called).must_be(Fact::Module) || may_be_part(c, called, klass);
}

constexpr int kMaxParts = 6;  // of which one is given what the other makes

// Does the value come from an input of forward(): by what is known of tensors, or through parts of
// the module, self.head(self.body(ids)[0])?
bool comes_from_input(const Context& c, NodeId expr, NodeId klass, int depth = 0) {
  expr = c.model.strip_parentheses(expr);
  if (attachment_in_module(c.model, expr) != Attachment::None) return true;
  while (c.tree.is(expr, Kind::Subscript)) expr = c.tree.child(expr, Field::Value);
  if (c.tree.is(expr, Kind::Identifier)) {
    const DefId def = c.model.bindings().reaching(expr);
    const bool assigned =
        def != kNone && c.model.bindings().definition(def).kind == DefKind::Assign;
    if (!assigned || depth > kMaxParts) return false;
    return comes_from_input(c, c.model.bindings().definition(def).value, klass, depth + 1);
  }
  if (!c.tree.is(expr, Kind::Call) || depth > kMaxParts ||
      !may_be_part(c, c.tree.child(expr, Field::Function), klass)) {
    return false;
  }
  return std::ranges::any_of(c.model.arguments(expr), [&](NodeId argument) {
    return comes_from_input(c, argument, klass, depth + 1);
  });
}

// self.h = self.f(x) in forward(): a part of the module is given what forward() computes, and the
// run goes on with an output of a module. So f is one, whoever made it.
bool is_output_of_part(const Context& c, const SelfStore& store, NodeId call) {
  if (store.grows || !c.tree.is(call, Kind::Call) || c.model.callee(call) != kNoNode) return false;
  const NodeId klass = probable_module_class_of(c.model, call);
  if (klass == kNoNode || !in_module_method(c.model, call, "forward") ||
      !may_be_part(c, c.tree.child(call, Field::Function), klass)) {
    return false;
  }
  const std::vector<NodeId> arguments = c.model.arguments(call);
  const bool fed = std::ranges::any_of(
      arguments, [&](NodeId argument) { return comes_from_input(c, argument, klass); });
  return fed && std::ranges::any_of(reads_of_attribute(c.model, store.attribute), [&](NodeId read) {
           return c.model.function_of(read) == c.model.function_of(call) &&
                  goes_on_as_output(c, read, klass);
         });
}

std::vector<NodeId> attached_values(const Context& c, const SelfStore& store) {
  std::vector<NodeId> attached;
  for (const NodeId value :
       store.grows ? elements_of(c.model, store.value) : std::vector<NodeId>{store.value}) {
    const NodeId plain = c.model.strip_parentheses(value);
    const DefId def =
        c.tree.is(plain, Kind::Identifier) ? c.model.bindings().reaching(plain) : DefId{kNone};
    const bool input =
        def != kNone && c.model.bindings().definition(def).kind == DefKind::Parameter;
    if (input && !store.grows) continue;  // most are data
    if (is_computed_output(c, plain) || is_output_of_part(c, store, plain)) {
      attached.push_back(value);
      continue;
    }
    const Attachment attachment = attachment_in_module(c.model, value);
    const bool sure =
        attachment == Attachment::Proven || c.model.facts(value).may_be(Fact::GradTensor);
    if (attachment != Attachment::None && sure) attached.push_back(value);
  }
  return attached;
}

// getattr(…), vars(…) and `x.__dict__` of the file.
struct ReadsByName {
  explicit ReadsByName(const Context& c) {
    for (NodeId n = 0; n < c.tree.size(); ++n) {
      const bool asks =
          c.model.is_call_to(n, "builtins.getattr") || c.model.is_call_to(n, "builtins.vars");
      if (asks || (c.tree.is(n, Kind::Attribute) && last_name(c.tree, n) == "__dict__"))
        all.push_back(n);
    }
  }
  std::vector<NodeId> all;
};

// Does one of the classes say that it derives from the other?
bool are_kin(const Context& c, NodeId one, NodeId other) {
  const auto derives = [&](NodeId klass, NodeId base) {
    const NodeId bases = c.tree.child(klass, Field::Superclasses);
    return bases != kNoNode &&
           c.tree.text(bases).find(c.tree.text(c.tree.child(base, Field::Name))) !=
               std::string_view::npos;
  };
  return one == other || derives(one, other) || derives(other, one);
}

// May the file read that attribute of objects of the class under another spelling? What is said of
// `self` in a class that is no kin is not, nor what is no module.
bool may_be_read_by_name(const Context& c, NodeId klass) {
  return std::ranges::any_of(c.model.notes<ReadsByName>(c).all, [&](NodeId read) {
    const bool is_call = c.tree.is(read, Kind::Call);
    const NodeId object =
        is_call ? c.model.argument(read, 0, "") : c.tree.child(read, Field::Object);
    if (object == kNoNode) return true;
    const NodeId key = is_call ? c.model.argument(read, 1, "") : NodeId{kNoNode};
    if (key != kNoNode && c.tree.is(key, Kind::String)) {
      const std::string_view text = c.tree.text(key);
      if (text.find('{') == text.npos) return false;  // spelled out, see named_in_string()
    }
    if (c.tree.text(object) == "self") {
      const NodeId holder = c.model.class_of(read);
      return holder != kNoNode && are_kin(c, holder, klass);
    }
    return key != kNoNode || c.model.facts(object).could_be(Fact::Module);
  });
}

// The accesses of the attribute, when all that the project shows are in the function that
// holds `assignment`: then a local variable serves as well. Empty when there may be others.
std::vector<NodeId> accesses_of_one_call(const Context& c, const SelfStore& store,
                                         NodeId assignment) {
  const std::string_view name = c.tree.text(c.tree.child(store.attribute, Field::Attribute));
  if (is_mentioned_by_kin(c.model, name) || store.grows ||
      c.tree.child(assignment, Field::Left) != store.attribute || named_in_string(c.model, name) ||
      may_be_read_by_name(c, c.model.class_of(assignment))) {
    return {};
  }
  const NodeId function = c.model.function_of(assignment);
  const auto is_here = [&](NodeId access) {
    return c.model.function_of(access) == function &&
           c.tree.text(c.tree.child(access, Field::Object)) == "self";
  };
  const std::vector<NodeId>& reads = reads_of_attribute(c.model, store.attribute);
  if (!std::ranges::all_of(reads, is_here)) return {};
  std::vector<NodeId> accesses = stores_of_attribute(c.model, store.attribute);
  if (!std::ranges::all_of(accesses, is_here)) return {};
  accesses.insert(accesses.end(), reads.begin(), reads.end());
  std::ranges::sort(accesses);
  accesses.erase(std::ranges::unique(accesses).begin(), accesses.end());
  return accesses;
}

WaySteps stored_at(const Context& c, NodeId n, const SelfStore& store) {
  return kept_at(c, n, store.grows ? "put into" : "stored in", store.attribute);
}

WaySteps way_to_attribute(const Context& c, NodeId n, const SelfStore& store) {
  WaySteps steps = way_of_graph(c.model, store.value);
  append(steps, stored_at(c, n, store));
  return steps;
}

// Does the function that stores it return what it reads back: as it is, or as an operand?
bool is_returned_from_attribute(const Context& c, const SelfStore& store) {
  return std::ranges::any_of(reads_of_attribute(c.model, store.attribute), [&](NodeId read) {
    Consumer consumer = c.model.consumer_of(read);
    while (consumer.role == Role::Operand) consumer = c.model.consumer_of(consumer.node);
    if (consumer.role != Role::Assigned || !c.tree.is(consumer.node, Kind::Assignment)) {
      return consumer.role == Role::Returned;
    }
    const NodeId target = c.tree.child(consumer.node, Field::Left);
    const DefId def =
        c.tree.is(target, Kind::Identifier) ? c.model.bindings().definition_at(target) : kNone;
    return def != kNone && is_returned(c, def);
  });
}

// The run itself needs the graph: an attribute that only it reads becomes a local.
void report_local(const Context& c, NodeId statement, const SelfStore& store,
                  const std::vector<NodeId>& accesses, Findings& out) {
  const std::string_view name = c.tree.text(c.tree.child(store.attribute, Field::Attribute));
  const std::string local = c.edit.fresh_name(statement, name);
  Intents intents;
  for (const NodeId access : accesses) append(intents, c.edit.replace(access, local));
  c.diagnose(out, statement,
             fmt::format("the module keeps the graph of {} call of forward(); use a local variable "
                         "in the call",
                         store.grows ? "every" : "the last"))
      .grows(store.grows ? Growth::Linear : Growth::Peak)
      .confidence(Confidence::Medium)
      .by_way(way_to_attribute(c, statement, store))
      .fix("Use a local variable", std::move(intents),
           Verdict::assuming(AssumptionKind::NotReadElsewhere,
                             fmt::format("nobody else reads `.{}`", name)));
}

void report_kept(const Context& c, NodeId n, const SelfStore& store,
                 const std::vector<NodeId>& values, Findings& out) {
  const std::string_view kept = store.grows
                                    ? "the module keeps the graph of every call of forward()"
                                    : "the module keeps the graph of the last call of forward()";
  const Verdict verdict =
      Verdict::assuming(AssumptionKind::CallerNeedsNoGraph, "nobody trains through the attribute");
  report_detaching(c, n, values, {verdict, {}}, std::string(kept) + "; store a detached value",
                   stored_at(c, n, store), out);
}

// Why the graph that is kept is not worth a word, or "". Where nobody reads the attribute for
// its graph, the backward pass of the run frees what hangs on it, and the next run the rest.
std::string_view why_minor(const SelfStore& store) {
  return store.grows ? "" : "what one call leaves is freed by its backward pass, or the next call";
}

void check(const Context& c, NodeId n, Findings& out) {
  const SelfStore store = self_store_of(c.model, n);
  if (store.attribute == kNoNode || !runs_in_forward(c.model, n)) return;
  if (is_module_statistic(c.model, store.attribute)) return;  // running-stat-grad
  const std::string_view name = c.tree.text(c.tree.child(store.attribute, Field::Attribute));
  const std::vector<NodeId> values = attached_values(c, store);
  if (values.empty()) return;
  const auto leave = [&](std::string_view fact) { c.abstain(n, fact); };
  // What forward() also returns, nobody has to read from the module.
  if (c.model.suggests(Hint::TrainedValue, name) &&
      !(is_returned_from_attribute(c, store) && !accesses_of_one_call(c, store, n).empty())) {
    return leave("by its name it is a part of a loss");
  }
  if (c.model.suggests(Hint::KeptValue, name))
    return leave("by its name it is there for the next call");
  if (c.model.grad_mode(n).mode != GradMode::Enabled) {
    return leave("gradients are, or may be, off here");
  }
  if (phase_of(c.model, n) == Phase::Evaluation) return leave("it is stored in evaluation only");
  if (is_released_elsewhere(c.model, store)) return leave("the attribute is released elsewhere");
  const Readers readers = readers_of(c, store, c.model.statement_of(n));
  if (!readers.forbids.empty()) return leave(readers.forbids);
  if (readers.others) return leave("those who read it may train through it");
  if (stands_in_step_of_recurrence(c, n)) return leave("who drives the module may collect it");
  if (!readers.same_run) {
    if (is_too_minor(c, n, why_minor(store))) return;
    return report_kept(c, n, store, values, out);
  }
  const std::vector<NodeId> accesses = accesses_of_one_call(c, store, n);
  const bool others = accesses.empty() && !name.starts_with('_');
  if (others || c.model.suggests(Hint::ShownValue, name)) {
    return leave("the run goes on with it, and others may, too");
  }
  report_local(c, n, store, accesses, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(forward_attr_retention, check,
                       {.kinds = {Kind::Assignment, Kind::AugmentedAssignment, Kind::Call},
                        .triggers = {"torch", "forward"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::forward_attr_retention
