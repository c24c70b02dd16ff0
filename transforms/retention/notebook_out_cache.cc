// Frees an object that a notebook showed and then deleted.
//
//     features          ->     features;
//     ...
//     del features
//
// Fires when    the last expression of a cell is a bare name, and a `del` at
//               the top level of this or another cell deletes that name while
//               the shown value is still bound to it.
// Stays silent  in files that are no notebooks, where the value is known to be
//               small (numbers, strings, functions, modules), where nothing
//               deletes the name, and where the display is suppressed.
// Safe          never: the picture or table that the cell shows goes away.

#include <string>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/semantic_model.h"

namespace mlfix::notebook_out_cache {
namespace {

// What Out keeps of such a value is not worth a word.
bool is_small(const Context& c, NodeId name) {
  constexpr FactSet kSmall =
      FactSet(Fact::Number) | Fact::String | Fact::None | Fact::Callable | Fact::ScalarTensor;
  if (c.model.facts(name).must.has_any(kSmall)) return true;
  const DefId def = c.model.bindings().reaching(name);
  if (def == kNone) return true;
  const Definition& d = c.model.bindings().definition(def);
  return d.kind == DefKind::Import || d.kind == DefKind::Function || d.kind == DefKind::Class;
}

// The `del` that deletes the value which `name` shows, or kNoNode.
NodeId deletion_of(const Context& c, NodeId name) {
  const Bindings& bindings = c.model.bindings();
  const DefId shown = bindings.reaching(name);
  if (shown == kNone) return kNoNode;
  for (const DefId d : bindings.variable_of(shown).definitions) {
    const Definition& definition = bindings.definition(d);
    if (definition.kind != DefKind::Delete || definition.node < name) continue;
    if (c.model.function_of(definition.node) != kNoNode) continue;
    if (bindings.reaching(definition.node) == shown) return definition.node;
  }
  return kNoNode;
}

void check(const Context& c, NodeId statement, Findings& out) {
  const NodeId name = c.model.strip_parentheses(c.tree.first_child(statement));
  if (!c.tree.is(name, Kind::Identifier)) return;
  if (!c.model.is_displayed(statement)) {
    c.abstain(statement, "the cell does not show the object");
    return;
  }
  if (is_small(c, name)) {
    c.abstain(statement, "what the cell shows is small, or no value of this notebook");
    return;
  }
  const NodeId deletion = deletion_of(c, name);
  if (deletion == kNoNode) {
    c.abstain(statement, "the cell shows the object, and nothing deletes it");
    return;
  }
  const std::string text(c.tree.text(name));
  c.diagnose(out, statement,
             "IPython keeps what a cell shows in Out, so `del " + text + "` frees nothing")
      .grows(Growth::Peak)
      .because(deletion, "`" + text + "` is deleted here")
      .fix("Show nothing: end the line with `;`", c.edit.insert(c.tree[statement].end, ";"),
           Verdict::assuming(AssumptionKind::OutputNotAwaited, "the display is not needed"));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(notebook_out_cache, check,
                       {.kinds = {Kind::ExpressionStatement},
                        .triggers = {"del "},
                        .notebooks_only = true});

}  // namespace mlfix::notebook_out_cache
