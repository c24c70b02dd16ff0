// Points at back references that keep tensors alive until the collector runs.
//
//     self.children.append(child)
//     child.parent = self            <- a cycle: suggest weakref.ref(self)
//
// Fires when    an object stores another one that holds it, both in one function or
//               through a constructor, and they hold tensors or modules.
// Stays silent  when the reference is weak, a property decides, or it is dropped
//               somewhere; when nothing shows that the objects hold tensors; in
//               unit tests. With `minor` off also where both live as long as the
//               program, or as each other: a trainer and its model, a module and
//               its parameters, or what its constructor makes of it.
// Safe when     never: a weak reference drops a parent that only its child holds.

#include <string_view>
#include <unordered_map>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/object_links.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/letters.h"
#include "semantic/semantic_model.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"
#include "transforms/retention/holding/object_payload.h"

namespace mlfix::reference_cycle {
namespace {

// Of two assignments that refer to each other, the one that points back.
bool is_the_way_back(const Context& c, const ObjectLink& link, const ObjectLink& other) {
  if (!other.is_assignment) return true;
  const bool back = c.model.suggests(Hint::BackReference, link.name);
  if (back != c.model.suggests(Hint::BackReference, other.name)) return back;
  const bool to_self = c.tree.text(link.held) == "self";
  return to_self == (c.tree.text(other.held) == "self") ? link.at > other.at : to_self;
}

// What is known of the attributes of that name.
struct AttributeNotes {
  std::unordered_map<std::string_view, NodeId> weakness;
  std::unordered_map<std::string_view, NodeId> methods;  // the first of each name
  bool methods_collected = false;
};

NodeId find_weakness(const Context& c, std::string_view name) {
  for (const AttributeAccess& access : c.model.attribute_accesses(name)) {
    if (!access.is_store) continue;
    const NodeId store = c.tree.parent(access.node);
    if (c.tree.is(store, Kind::DeleteStatement)) return access.node;
    if (!c.tree.is(store, Kind::Assignment)) continue;
    const NodeId value = c.tree.child(store, Field::Right);
    if (value == kNoNode) continue;
    const bool dropped = c.tree.is(value, Kind::None) &&
                         !sets_up(c.model, c.model.function_of(access.node)) &&
                         c.model.function_of(access.node) != kNoNode;
    const bool weak = c.tree.text(value).find("weakref") != std::string_view::npos ||
                      c.tree.text(value).find("Weak") != std::string_view::npos;
    if (dropped || weak) return access.node;
  }
  return kNoNode;
}

// Where the reference is made weak or dropped.
NodeId weakness(const Context& c, std::string_view name) {
  const auto [known, is_new] = c.model.notes<AttributeNotes>().weakness.try_emplace(name, kNoNode);
  if (is_new) known->second = find_weakness(c, name);
  return known->second;
}

// Where it is decided by a property.
NodeId property_of(const Context& c, std::string_view name) {
  if (!c.model.mentions("property") && !c.model.mentions("setter")) return kNoNode;
  AttributeNotes& notes = c.model.notes<AttributeNotes>();
  for (NodeId n = 0; !notes.methods_collected && n < c.tree.size(); ++n) {
    if (!c.tree.is(n, Kind::FunctionDefinition) || c.model.method_class(n) == kNoNode) continue;
    notes.methods.try_emplace(c.tree.text(c.tree.child(n, Field::Name)), n);
  }
  notes.methods_collected = true;
  const auto found = notes.methods.find(name);
  return found == notes.methods.end() ? NodeId{kNoNode} : found->second;
}

// Has the class no state but the two links? Then its users hang something on it.
bool is_bare(const Context& c, NodeId klass, const ObjectLink& link, const ObjectLink& back) {
  if (klass == kNoNode || c.tree.child(klass, Field::Superclasses) != kNoNode) return false;
  for (NodeId n = klass; n < c.tree.subtree_end(klass); ++n) {
    if (!c.tree.is(n, Kind::Attribute)) continue;
    if (c.tree.text(c.tree.child(n, Field::Object)) != "self") continue;
    const std::string_view name = last_name(c.tree, n);
    if (name != link.name && name != back.name) return false;
  }
  return true;
}

NodeId payload(const Context& c, const ObjectLink& link, const ObjectLink& back) {
  for (const NodeId object : {link.holder, link.held, back.held, back.holder}) {
    if (object == kNoNode) continue;
    const Facts facts = c.model.facts(object);
    if (facts.may_be(Fact::Tensor) || facts.could_be(Fact::Module)) return object;
    if (const NodeId at = payload_of_class(c.model, class_of_object(c.model, object));
        at != kNoNode)
      return at;
  }
  return kNoNode;
}

// Does the name of the object, or of its class, say that there is one in a program?
bool lives_as_long_as_the_program(const Context& c, NodeId object) {
  if (object == kNoNode) return false;
  const NodeId klass = class_of_object(c.model, object);
  const NodeId name = klass == kNoNode ? object : c.tree.child(klass, Field::Name);
  return c.model.suggests(Hint::LongLived, in_lower_case(c.tree.text(name)));
}

bool is_module(const Context& c, NodeId object) {
  const NodeId klass = class_of_object(c.model, object);
  return c.model.facts(object).must_be(Fact::Module) ||
         (klass != kNoNode && c.model.derives_from(klass, "torch.nn.Module"));
}

// Does a module make the object in its constructor and keep it, and is the object no module?
bool is_part_of_module(const Context& c, const ObjectLink& link, const ObjectLink& back) {
  const NodeId maker = c.model.function_of(back.at);
  const NodeId klass = maker == kNoNode ? NodeId{kNoNode} : c.model.method_class(maker);
  const bool constructed = c.tree.is(back.at, Kind::Call) && klass != kNoNode &&
                           c.tree.text(c.tree.child(maker, Field::Name)) == "__init__" &&
                           c.model.derives_from(klass, "torch.nn.Module");
  return constructed && !is_module(c, link.holder);
}

// Why the cycle does not matter, or "".
std::string_view why_minor(const Context& c, const ObjectLink& link, const ObjectLink& back) {
  const bool named = c.model.suggests(Hint::LongLived, in_lower_case(link.name)) ||
                     c.model.suggests(Hint::LongLived, in_lower_case(back.name));
  if (named || lives_as_long_as_the_program(c, link.holder) ||
      lives_as_long_as_the_program(c, link.held)) {
    return "one of the two lives as long as the program";
  }
  if (is_part_of_module(c, link, back)) return "a part of a module lives as long as the module";
  const bool parameter = c.model.facts(link.holder).could_be(Fact::Parameter) ||
                         c.model.facts(link.held).could_be(Fact::Parameter);
  return parameter ? "a parameter lives as long as its module" : "";
}

// From where one object gets the other to where that one refers back, which is in another
// function.
WaySteps way_around(const Context& c, NodeId back, NodeId assignment) {
  WaySteps steps;
  tell_step(c.tree, back, quoted_code(c.tree, back) + " makes one refer to the other", steps);
  tell_step(c.tree, assignment, quoted_code(c.tree, assignment) + " refers back", steps);
  return leaves_function(c.tree, steps, assignment) ? steps : WaySteps();
}

void check(const Context& c, NodeId assignment, Findings& out) {
  const ObjectLink link = link_of_assignment(c.model, assignment);
  if (link.at == kNoNode) return;
  const ObjectLink back = link_back(c.model, link);
  if (back.at == kNoNode || !is_the_way_back(c, link, back)) return;
  for (const std::string_view name : {link.name, back.name}) {
    if (name.empty()) continue;
    if (const NodeId at = weakness(c, name); at != kNoNode) {
      c.abstain(assignment, "the reference is weak, or dropped by hand", at);
      return;
    }
    if (const NodeId at = property_of(c, name); at != kNoNode) {
      c.abstain(assignment, "a property decides how the reference is kept", at);
      return;
    }
  }
  if (is_too_minor(c, assignment, why_minor(c, link, back), back.at)) return;
  const NodeId holds = payload(c, link, back);
  const bool bare = is_bare(c, class_of_object(c.model, link.held), link, back);
  if (holds == kNoNode && !bare) {
    c.abstain(assignment, "nothing shows that the objects of this cycle hold tensors", back.at);
    return;
  }
  const bool modules = is_module(c, link.holder) && is_module(c, link.held);
  Diagnostic finding =
      c.diagnose(out, assignment,
                 modules ? "both modules contain each other: train(), to() and state_dict() "
                           "recurse without end, and only the garbage collector frees them; keep "
                           "a weakref.ref"
                         : "the two objects hold each other, so what they hold is freed only when "
                           "the garbage collector runs; keep a weakref.ref here if something else "
                           "keeps the other alive")
          .grows(Growth::Peak)
          .confidence(holds == kNoNode ? Confidence::Low : Confidence::Medium)
          .because(back.at, "the other direction")
          .by_way(way_around(c, back.at, assignment));
  if (holds != kNoNode) finding.because(holds, "what the cycle keeps alive");
  finding.unfixed("who else keeps the objects alive is not seen");
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(reference_cycle, check,
                       {.kinds = {Kind::Assignment},
                        .triggers = {"self"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::reference_cycle
