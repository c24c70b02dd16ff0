// Saves the tensors of an autograd function the way that autograd knows about.
//
//     ctx.y = y                        ->   ctx.save_for_backward(y)
//     …                                     …
//     return grad * ctx.y                   y, = ctx.saved_tensors
//                                           return grad * y
//
// A tensor joins an existing save_for_backward(…) and the unpacking that belongs to
// it. Tensors that forward() appends to a global list are reported.
//
// Fires when    forward() of a torch.autograd.Function stores an output, or an input
//               that is a tensor, on its context.
// Stays silent  for numbers, shapes and intermediate values, and when the class
//               releases the attribute itself.
// Safe when     never: save_for_backward() takes tensors only, and raises in backward
//               when they were changed in place. The fix is left out where the two
//               methods are not plain enough to see the order of what is saved.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "engine/transform.h"
#include "transforms/common/walk.h"

namespace mlfix {
namespace {

// Methods that process groups, streams and containers have, too.
constexpr auto kSharedMethods = std::to_array<std::string_view>(
    {"size", "add", "split", "type", "to", "sort", "take", "select", "where", "all", "any", "copy",
     "index", "record_stream", "wait", "clear"});

std::string_view first_parameter(const SyntaxTree& tree, NodeId function) {
  const NodeId first = tree.first_child(tree.child(function, Field::Parameters));
  if (first == kNoNode) return {};
  return tree.text(tree.is(first, Kind::Identifier) ? first : tree.first_child(first));
}

NodeId method_of(const SyntaxTree& tree, NodeId klass, std::string_view name) {
  for (NodeId member : tree.children(tree.child(klass, Field::Body))) {
    if (tree.is(member, Kind::DecoratedDefinition)) member = tree.child(member, Field::Definition);
    if (tree.is(member, Kind::FunctionDefinition) &&
        tree.text(tree.child(member, Field::Name)) == name) {
      return member;
    }
  }
  return kNoNode;
}

// forward() and backward() of one function class.
struct Function {
  NodeId klass = kNoNode;
  NodeId forward = kNoNode;
  NodeId backward = kNoNode;
  std::string_view context;  // what forward() calls it
};

Function function_around(const Context& c, NodeId n) {
  Function f;
  f.forward = c.model.function_of(n);
  f.klass = f.forward == kNoNode ? NodeId{kNoNode} : c.model.method_class(f.forward);
  if (f.klass == kNoNode || !c.model.derives_from(f.klass, "torch.autograd.Function")) return {};
  if (c.tree.text(c.tree.child(f.forward, Field::Name)) != "forward") return {};
  f.backward = method_of(c.tree, f.klass, "backward");
  f.context = first_parameter(c.tree, f.forward);
  return f;
}

// Does forward() return the very value that the name has?
bool is_output(const Context& c, const Function& f, NodeId name) {
  const DefId def = c.model.bindings().reaching(name);
  bool found = false;
  const NodeId body = c.tree.child(f.forward, Field::Body);
  for_each_node(c.tree, body, c.tree.subtree_end(body), [&](NodeId n) {
    if (!c.tree.is(n, Kind::Identifier) || c.model.bindings().reaching(n) != def) return;
    NodeId up = c.tree.parent(n);
    while (c.tree.is(up, Kind::ExpressionList) || c.tree.is(up, Kind::Tuple)) {
      up = c.tree.parent(up);
    }
    found = found || c.tree.is(up, Kind::ReturnStatement);
  });
  if (!found || def == kNone) return false;
  const Definition& d = c.model.bindings().definition(def);
  if (d.kind != DefKind::Unpack) return d.kind != DefKind::Parameter;
  // One of several things that a call gave: a handle, a list, an event.
  return c.model.facts(name).may_be(Fact::Tensor);
}

// Is the parameter used as only a tensor can be?
bool is_tensor_input(const Context& c, NodeId name) {
  const DefId def = c.model.bindings().reaching(name);
  if (def == kNone || c.model.bindings().definition(def).kind != DefKind::Parameter) return false;
  if (c.model.facts(name).must_be(Fact::Tensor)) return true;
  const Facts tensor{Fact::Tensor, Fact::Tensor, FactSet()};
  for (const UseId use : c.model.bindings().definition(def).uses) {
    const Consumer consumer = c.model.consumer_of(c.model.bindings().use(use).node);
    const bool shared = std::find(kSharedMethods.begin(), kSharedMethods.end(), consumer.name) !=
                        kSharedMethods.end();
    if (consumer.role == Role::MethodReceiver && !shared) {
      const MethodInfo* info = c.model.knowledge().method(consumer.name, tensor);
      if (info != nullptr && info->receiver.has(Fact::Tensor)) return true;
    }
    if (consumer.role == Role::Argument && consumer.position == 0) {
      const NodeId called = c.tree.child(consumer.node, Field::Function);
      const bool made = c.model.facts(consumer.node).must_be(Fact::Tensor);
      if (made && c.model.qualified_text(called).starts_with("torch.")) return true;
    }
  }
  return false;
}

struct Uses {
  std::vector<NodeId> reads;  // in backward()
  bool released = false;
  bool plain = true;  // stored once, and read in backward() only
};

Uses uses_of(const Context& c, const Function& f, NodeId attribute) {
  Uses uses;
  const std::string_view name = c.tree.text(c.tree.child(attribute, Field::Attribute));
  const std::string_view context =
      f.backward == kNoNode ? std::string_view() : first_parameter(c.tree, f.backward);
  for (const AttributeAccess& access : c.model.attribute_accesses(name)) {
    if (access.node == attribute || !c.tree.contains(f.klass, access.node)) continue;
    const NodeId up = c.tree.parent(access.node);
    const bool deleted = c.tree.is(up, Kind::DeleteStatement);
    const bool cleared = access.is_store && c.tree.is(up, Kind::Assignment) &&
                         c.tree.is(c.tree.child(up, Field::Right), Kind::None);
    uses.released = uses.released || deleted || cleared;
    const bool read = access.is_load && c.model.function_of(access.node) == f.backward &&
                      c.tree.text(access.object) == context;
    uses.plain = uses.plain && read;
    if (read) uses.reads.push_back(access.node);
  }
  return uses;
}

std::vector<NodeId> calls_of(const Context& c, NodeId function, std::string_view method) {
  std::vector<NodeId> calls;
  const NodeId body = c.tree.child(function, Field::Body);
  for_each_node(c.tree, body, c.tree.subtree_end(body), [&](NodeId n) {
    if (c.tree.is(n, Kind::Call) && c.model.method_name(n) == method) calls.push_back(n);
  });
  return calls;
}

bool directly_in(const Context& c, NodeId statement, NodeId function) {
  return c.tree.parent(statement) == c.tree.child(function, Field::Body);
}

// The statements `a, b = ctx.saved_tensors` of backward(); `plain` when there is
// one such statement and no other read.
struct Unpacking {
  NodeId statement = kNoNode;
  bool plain = true;
};

Unpacking unpacking_of(const Context& c, const Function& f) {
  Unpacking found;
  for (const AttributeAccess& access : c.model.attribute_accesses("saved_tensors")) {
    if (!c.tree.contains(f.klass, access.node)) continue;
    const NodeId up = c.tree.parent(access.node);
    const NodeId left = c.tree.is(up, Kind::Assignment) ? c.tree.child(up, Field::Left) : kNoNode;
    const bool pattern = c.tree.is(left, Kind::PatternList) || c.tree.is(left, Kind::TuplePattern);
    const NodeId statement = c.model.statement_of(access.node);
    found.plain = found.plain && pattern && found.statement == kNoNode &&
                  directly_in(c, statement, f.backward);
    found.statement = up;
  }
  return found;
}

// y of `y = ctx.y`, when this is the only read; else kNoNode.
NodeId bound_to(const Context& c, const Function& f, const Uses& uses) {
  if (uses.reads.size() != 1) return kNoNode;
  const NodeId assignment = c.tree.parent(uses.reads.front());
  if (!c.tree.is(assignment, Kind::Assignment)) return kNoNode;
  const NodeId target = c.tree.child(assignment, Field::Left);
  const bool plain = c.tree.child(assignment, Field::Right) == uses.reads.front() &&
                     c.tree.is(target, Kind::Identifier) &&
                     directly_in(c, c.model.statement_of(assignment), f.backward);
  return plain ? target : NodeId{kNoNode};
}

// The names that a pattern unpacks, joined; empty when one is no name.
std::string names_of(const SyntaxTree& tree, NodeId pattern) {
  std::string names;
  for (const NodeId name : tree.children(pattern)) {
    if (!tree.is(name, Kind::Identifier)) return {};
    names += fmt::format("{}, ", tree.text(name));
  }
  return names;
}

class Saving {
 public:
  Saving(const Context& c, const Function& f, NodeId store, NodeId value, const Uses& uses)
      : c_(c), f_(f), store_(c.model.statement_of(store)), value_(value), uses_(uses) {}

  std::optional<Intents> edits() {
    if (f_.backward == kNoNode || !uses_.plain || uses_.reads.empty()) return std::nullopt;
    if (!directly_in(c_, store_, f_.forward)) return std::nullopt;
    const auto saves = calls_of(c_, f_.forward, "save_for_backward");
    const Unpacking unpacking = unpacking_of(c_, f_);
    if (saves.empty() && unpacking.statement == kNoNode) return alone();
    if (saves.size() != 1 || unpacking.statement == kNoNode || !unpacking.plain) {
      return std::nullopt;
    }
    return joined(saves.front(), unpacking.statement);
  }

 private:
  std::string local_name() const {
    const NodeId bound = bound_to(c_, f_, uses_);
    if (bound != kNoNode) return std::string(c_.tree.text(bound));
    const NodeId attribute = c_.tree.child(uses_.reads.front(), Field::Attribute);
    return c_.edit.fresh_name(uses_.reads.front(), c_.tree.text(attribute));
  }

  void rename_reads(const std::string& name, Intents& intents) const {
    for (const NodeId read : uses_.reads) append(intents, c_.edit.replace(read, name));
  }

  std::optional<Intents> alone() const {
    Intents intents = c_.edit.replace(
        store_, fmt::format("{}.save_for_backward({})", f_.context, c_.tree.text(value_)));
    const std::string unpack =
        fmt::format("{}, = {}.saved_tensors", local_name(), first_parameter(c_.tree, f_.backward));
    const NodeId bound = bound_to(c_, f_, uses_);
    if (bound != kNoNode) {
      append(intents, c_.edit.replace(c_.tree.parent(bound), unpack));
      return intents;
    }
    auto inserted = c_.edit.insert_at_body_start(c_.tree.child(f_.backward, Field::Body), unpack);
    if (!inserted) return std::nullopt;
    append(intents, std::move(*inserted));
    rename_reads(local_name(), intents);
    return intents;
  }

  std::optional<Intents> joined(NodeId save, NodeId unpacking) const {
    const NodeId left = c_.tree.child(unpacking, Field::Left);
    const std::string names = names_of(c_.tree, left);
    const auto saved = c_.model.arguments(save);
    std::size_t unpacked = 0;
    for ([[maybe_unused]] const NodeId name : c_.tree.children(left)) ++unpacked;
    const bool match = !names.empty() && saved.size() == unpacked &&
                       directly_in(c_, c_.model.statement_of(save), f_.forward) &&
                       std::none_of(saved.begin(), saved.end(), [&](NodeId argument) {
                         return c_.tree.is(argument, Kind::ListSplat);
                       });
    // What is saved must be bound in front of the call that saves it.
    const DefId def = c_.model.bindings().reaching(value_);
    const bool bound_before =
        def != kNone && (c_.model.bindings().definition(def).kind == DefKind::Parameter ||
                         c_.model.bindings().definition(def).node < save);
    if (!match || !bound_before || uses_.reads.front() < unpacking) return std::nullopt;
    const Offset end = c_.tree.range(saved.back()).end;
    Intents intents = c_.edit.insert(end, fmt::format(", {}", c_.tree.text(value_)));
    append(intents, c_.edit.delete_statement(store_));
    append(intents, c_.edit.replace(left, names + local_name()));
    const NodeId bound = bound_to(c_, f_, uses_);
    if (bound != kNoNode) {
      append(intents, c_.edit.delete_statement(c_.model.statement_of(bound)));
    } else {
      rename_reads(local_name(), intents);
    }
    return intents;
  }

  const Context& c_;
  const Function& f_;
  NodeId store_;
  NodeId value_;
  const Uses& uses_;
};

// Stores on the context, in forward(): at most one of them is changed in a pass,
// since each changes what the others have to join.
std::vector<TextRange> other_stores(const Context& c, const Function& f, NodeId store) {
  std::vector<TextRange> ranges;
  const NodeId body = c.tree.child(f.forward, Field::Body);
  for_each_node(c.tree, body, c.tree.subtree_end(body), [&](NodeId n) {
    if (!c.tree.is(n, Kind::Assignment) || n == store) return;
    const NodeId left = c.tree.child(n, Field::Left);
    const bool on_context = c.tree.is(left, Kind::Attribute) &&
                            c.tree.text(c.tree.child(left, Field::Object)) == f.context;
    if (on_context) ranges.push_back(c.tree.range(n));
  });
  return ranges;
}

// ctx.y = x.clone(), and `return ctx.y`.
void check_returned(const Context& c, const Function& f, NodeId attribute, Findings& out) {
  if (f.klass == kNoNode || c.tree.text(c.tree.child(attribute, Field::Object)) != f.context) {
    return;
  }
  bool returned = false;
  const NodeId body = c.tree.child(f.forward, Field::Body);
  for_each_node(c.tree, body, c.tree.subtree_end(body), [&](NodeId n) {
    const NodeId value = c.tree.is(n, Kind::ReturnStatement) ? c.tree.first_child(n) : kNoNode;
    if (value == kNoNode) return;
    returned = returned || c.tree.text(value) == c.tree.text(attribute);
    if (!c.tree.is(value, Kind::ExpressionList) && !c.tree.is(value, Kind::Tuple)) return;
    for (const NodeId element : c.tree.children(value)) {
      returned = returned || c.tree.text(element) == c.tree.text(attribute);
    }
  });
  if (!returned || uses_of(c, f, attribute).released) return;
  Finding& finding =
      out.report(c.model.statement_of(attribute),
                 "an output kept on the context makes a cycle, which only the collector frees");
  finding.growth = Growth::Linear;
}

void check_store(const Context& c, NodeId store, Findings& out) {
  const NodeId attribute = c.tree.child(store, Field::Left);
  const NodeId value = c.model.strip_parentheses(c.tree.child(store, Field::Right));
  if (!c.tree.is(attribute, Kind::Attribute)) return;
  const Function f = function_around(c, store);
  if (!c.tree.is(value, Kind::Identifier)) return check_returned(c, f, attribute, out);
  if (f.klass == kNoNode || c.tree.text(c.tree.child(attribute, Field::Object)) != f.context) {
    return;
  }
  const bool output = is_output(c, f, value);
  if (c.model.facts(value).must.has_any(Fact::Number | Fact::String | FactSet(Fact::None)) ||
      (!output && !is_tensor_input(c, value))) {
    c.abstain(store, "it is neither an output nor certainly a tensor that came in");
    return;
  }
  const Uses uses = uses_of(c, f, attribute);
  if (uses.released) {
    c.abstain(store, "the class releases it itself");
    return;
  }
  Finding& finding = out.report(
      c.model.statement_of(store),
      output ? "an output kept on the context makes a cycle, which only the collector frees"
             : "a tensor kept on the context is hidden from autograd; save it for backward");
  finding.growth = output ? Growth::Linear : Growth::Peak;
  auto edits = Saving(c, f, store, value, uses).edits();
  if (!edits) return;
  finding.message += "; the fix assumes that it is a tensor which is not changed in place";
  Fix fix;
  fix.title = "Save it with save_for_backward()";
  fix.applicability = Applicability::Unsafe;
  fix.intents = std::move(*edits);
  fix.guards = other_stores(c, f, store);
  finding.fix = std::move(fix);
}

// saved.append(x) in forward(): gradients are off there, but x has its graph.
void check_global(const Context& c, NodeId call, Findings& out) {
  const std::string_view method = c.model.method_name(call);
  if (method != "append" && method != "add" && method != "extend") return;
  const Function f = function_around(c, call);
  const NodeId container = c.model.receiver_of_call(call, method);
  if (f.klass == kNoNode || !c.tree.is(container, Kind::Identifier)) return;
  const DefId def = c.model.bindings().reaching(container);
  if (def == kNone) return;
  const Definition& d = c.model.bindings().definition(def);
  if (d.scope == c.model.bindings().scope_of(call)) return;  // it dies with the call
  for (const NodeId argument : c.model.arguments(call)) {
    if (!c.tree.is(argument, Kind::Identifier)) continue;
    const DefId given = c.model.bindings().reaching(argument);
    const bool input = given != kNone &&
                       c.model.bindings().definition(given).kind == DefKind::Parameter &&
                       c.tree.text(argument) != f.context;
    if (!input && !is_output(c, f, argument)) continue;
    Finding& finding =
        out.report(call, "the list keeps the tensor, and the graph it came with, of every call");
    finding.growth = Growth::Linear;
    return;
  }
}

void check(const Context& c, NodeId n, Findings& out) {
  if (c.tree.is(n, Kind::Call)) return check_global(c, n, out);
  check_store(c, n, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(ctx_attribute_tensor, check,
                       {.kinds = {Kind::Assignment, Kind::Call},
                        .triggers = {"torch", "Function", "backward"}});

}  // namespace mlfix
