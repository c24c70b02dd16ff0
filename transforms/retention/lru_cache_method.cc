// Reports caches that keep every object alive that they are asked with: the instances of a method,
// modules and tensors that a function is given.
//
//     @lru_cache(maxsize=None)      reported: the cache belongs to the class and
//     def basis(self, order): …     holds `self` in every key
//
// Fires when    functools.lru_cache or functools.cache decorates a function of a
//               class that takes the instance; or, without a limit, a function that
//               the file gives a module, a tensor or a `self` that holds such.
// Stays silent  for static and class methods, other functions, caches of size 0
//               or 1 (one instance at a time, as in a variable),
//               enumerations and metaclasses, whose instances stay anyway; in
//               unit tests. With `minor` off also where little is kept: up to a
//               limit, and nothing shows that it is tensors; or by a method
//               that returns nothing, cached so as to run once.
// No fix: what to do instead depends on how long the instances should live.

#include <algorithm>
#include <charconv>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/returns.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"
#include "transforms/retention/holding/object_payload.h"

namespace mlfix::lru_cache_method {
namespace {

NodeId without_call(const SyntaxTree& tree, NodeId expr) {
  return tree.is(expr, Kind::Call) ? tree.child(expr, Field::Function) : expr;
}

// The parameter that stands for the instance, kNoNode when there is none.
NodeId instance_of(const Context& c, NodeId method) {
  for (const NodeId decorator : c.tree.children(c.tree.parent(method))) {
    if (c.tree.is(decorator, Kind::Decorator)) {
      const NodeId name = without_call(c.tree, c.tree.first_child(decorator));
      if (c.model.means(Meaning::TakesNoInstance, c.tree.text(name))) {
        return kNoNode;
      }
    }
  }
  const std::string_view name = c.tree.text(c.tree.child(method, Field::Name));
  const NodeId first = c.tree.first_child(c.tree.child(method, Field::Parameters));
  const bool is_plain =
      c.tree.is(first, Kind::Identifier) || c.tree.is(first, Kind::TypedParameter);
  const bool is_class =
      name == "__new__" || name == "__init_subclass__" || name == "__class_getitem__";
  return is_plain && !is_class ? first : kNoNode;
}

bool lives_forever(const Context& c, NodeId klass) {
  return std::ranges::any_of(c.model.names(Meaning::LivesForever), [&](std::string_view base) {
    return c.model.derives_from(klass, base);
  });
}

struct Size {
  std::string_view text;    // as the file writes it, "" for a cache without limit
  std::int64_t value = -1;  // when it is a literal
};

Size size_of(const Context& c, NodeId decorator) {
  const NodeId expr = c.tree.first_child(decorator);
  if (c.model.is_named(without_call(c.tree, expr), "functools.cache")) {
    return {};
  }
  const NodeId maxsize =
      c.tree.is(expr, Kind::Call) ? c.model.argument(expr, 0, "maxsize") : kNoNode;
  if (maxsize == kNoNode) {
    return {"128", 128};
  }
  const std::string_view text = c.tree.text(maxsize);
  if (text == "None") {
    return {};
  }
  Size size{text, -1};
  if (std::from_chars(text.data(), text.data() + text.size(), size.value).ec != std::errc()) {
    size.value = -1;
  }
  return size;
}

// Does the method multiply matrices? Only tensors and arrays know `@`.
bool computes_with_matrices(const Context& c, NodeId method) {
  for (NodeId n = method; n < c.tree.subtree_end(method); ++n) {
    const bool product =
        c.tree.is(n, Kind::BinaryOperator) && c.tree.text(c.tree.child(n, Field::Operator)) == "@";
    if (product) return true;
  }
  return false;
}

// Why the cache keeps hardly anything worth a word, or "".
std::string_view why_minor(const Context& c, NodeId method, NodeId klass, const Size& size) {
  if (!returns_value(c.model, method)) return "the method is cached so as to run once";
  constexpr FactSet kHeavy = Fact::Tensor | FactSet(Fact::Module);
  const auto [value, elements] = c.model.returned_facts(method);
  const bool heavy = (value.may | elements.may).has_any(kHeavy) || value.may_be(Fact::NdArray) ||
                     payload_of_class(c.model, klass) != kNoNode ||
                     computes_with_matrices(c, method);
  constexpr int kFew = 32;
  const bool bounded = !size.text.empty();
  if (size.value > 0 && size.value <= kFew && c.model.derives_from(klass, "torch.nn.Module")) {
    return "a few entries of a module, which mostly lives as long as the program";
  }
  return !bounded || heavy ? "" : "a limited number of objects is kept, not known to hold tensors";
}

// Is it a module or a tensor, or the `self` of a class that holds such?
bool is_heavy(const Context& c, NodeId given) {
  if (c.model.facts(given).may.has_any(Fact::Tensor | FactSet(Fact::Module))) return true;
  const NodeId klass = c.tree.text(given) == "self" ? c.model.class_of(given) : NodeId{kNoNode};
  return klass != kNoNode && payload_of_class(c.model, klass) != kNoNode;
}

// What the file gives the function, and the cache keeps with all that hangs on it; or kNoNode.
NodeId heavy_argument(const Context& c, NodeId function) {
  for (const NodeId call : c.model.call_sites(function).calls) {
    for (const NodeId given : c.model.arguments(call)) {
      if (is_heavy(c, given)) return given;
    }
  }
  return kNoNode;
}

void report_function(const Context& c, NodeId decorator, NodeId function, Findings& out) {
  if (!size_of(c, decorator).text.empty()) return;
  const NodeId given = heavy_argument(c, function);
  if (given == kNoNode) return;
  c.diagnose(
       out, decorator,
       "the cache keeps all that the function is given alive, for as long as the program runs")
      .grows(Growth::Linear)
      .because(given,
               "a module, or what holds tensors, is given here: instead, a function that is "
               "given only what it needs")
      .unfixed("how long the values have to live is not seen");
}

void check(const Context& c, NodeId decorator, Findings& out) {
  const NodeId name = without_call(c.tree, c.tree.first_child(decorator));
  if (!c.model.is_named(name, "functools.lru_cache") &&
      !c.model.is_named(name, "functools.cache")) {
    return;
  }
  const NodeId method = c.tree.child(c.tree.parent(decorator), Field::Definition);
  const NodeId klass =
      c.tree.is(method, Kind::FunctionDefinition) ? c.model.method_class(method) : kNoNode;
  if (klass == kNoNode) {
    if (c.tree.is(method, Kind::FunctionDefinition)) report_function(c, decorator, method, out);
    return;
  }
  const NodeId instance = instance_of(c, method);
  const Size size = size_of(c, decorator);
  if (instance == kNoNode || lives_forever(c, klass) || size.value == 0 || size.value == 1) {
    c.abstain(decorator, "the cache keeps no instances that would go away without it");
    return;
  }
  const bool bounded = !size.text.empty();
  if (is_too_minor(c, decorator, why_minor(c, method, klass, size))) return;
  const std::string who =
      "`" +
      std::string(c.tree.text(
          c.tree.first_child(instance) == kNoNode ? instance : c.tree.first_child(instance))) +
      "`";
  const bool alone = c.tree.next_sibling(instance) == kNoNode;
  Diagnostic finding =
      c.diagnose(out, decorator,
                 "the cache belongs to the class and keeps " + who + " alive with every entry" +
                     (bounded ? ", for up to " + std::string(size.text) + " entries"
                              : ", for as long as the program runs"))
          .grows(bounded ? Growth::None : Growth::Linear)
          .because(instance,
                   alone ? "instead: functools.cached_property keeps the one value on the instance"
                         : "instead: a cache made in __init__ (self.f = lru_cache(…)(self._f)), "
                           "which dies with the instance, or a function that is given only what it "
                           "needs");
  if (bounded) finding.at_most(Severity::Low);
  finding.unfixed("how long the values have to live is not seen");
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(lru_cache_method, check,
                       {.kinds = {Kind::Decorator},
                        .triggers = {"functools", "cache"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::lru_cache_method
