// Works on variables, not on definitions: a name that is the module once is the
// module always, which errs to more uses.

#include "torch/module/module_uses.h"

#include <algorithm>

#include "semantic/binding/binding.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

class Family {
 public:
  Family(const SemanticModel& model, NodeId scope, NodeId apart)
      : model_(model), bindings_(model.bindings()), scope_(scope), apart_(apart) {}

  // Back to where the receiver comes from: `m` of `for m in net.modules()`.
  void add_origins(NodeId receiver) { origins_of(model_, RootOrigins(*this), receiver); }

  // On to what is made from it, until nothing is new.
  void add_aliases() {
    for (std::size_t before = 0; before != members_.size();) {
      before = members_.size();
      // The loop appends. NOLINTNEXTLINE(modernize-loop-convert)
      for (std::size_t i = 0; i < members_.size(); ++i) {
        for (UseId u : members_[i]->uses) {
          if (!is_something_else(bindings_.use(u).def)) {
            add_alias_of(bindings_.use(u).node);
          }
        }
      }
    }
  }

  // `layer` and `model` are both given, and `model` is run: then `layer` is
  // taken for a part of it.
  void add_runnable_parameters() {
    if (members_.empty() || !is_parameter(*members_.front())) {
      return;
    }
    for (const Variable& variable : bindings_.variables(members_.front()->scope)) {
      const bool runs = std::any_of(variable.uses.begin(), variable.uses.end(), [&](UseId u) {
        const NodeId use = bindings_.use(u).node;
        return run_through(use) != kNoNode && model_.facts(use).could_be(Fact::Module);
      });
      if (runs && is_parameter(variable)) {
        add(variable);
      }
    }
    add_aliases();
  }

  // `owner.layer` has the hook, and `owner.model` is run: then the layer is taken for a part of it.
  // So it is where a method of what holds it is called.
  void take_siblings() { takes_siblings_ = true; }

  ModuleUses uses() const {
    ModuleUses uses;
    for (const Variable* member : members_) {
      for (UseId u : member->uses) {
        const Use& use = bindings_.use(u);
        if (!model_.tree().contains(scope_, use.node) || model_.tree().contains(apart_, use.node)) {
          uses.captured = uses.captured || !model_.tree().contains(scope_, use.node);
          continue;
        }
        if (is_something_else(use.def)) {
          continue;
        }
        uses.captured = uses.captured || enclosing_function(use.node) != scope_;
        uses.reads.push_back(use.node);
        const NodeId run = run_through(use.node);
        if (run != kNoNode && enclosing_function(run) == scope_) {
          uses.runs.push_back(run);
        }
      }
    }
    std::sort(uses.reads.begin(), uses.reads.end());
    std::sort(uses.runs.begin(), uses.runs.end());
    uses.is_local = !uses.captured && std::all_of(members_.begin(), members_.end(),
                                                  [&](const Variable* v) { return stays(*v); });
    return uses;
  }

 private:
  // From what names are bound to, to the names that it is reached through.
  class RootOrigins final : public OriginPolicy {
   public:
    explicit RootOrigins(Family& family) : family_(family) {}

    bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
      family_.origins_.push_back(expr);
      const NodeId root = root_of(family_.model_, expr);
      const DefId d = root == kNoNode ? kNone : family_.bindings_.reaching(root);
      if (d != kNone && family_.add(family_.bindings_.variable_of(d))) origins.follow_definition(d);
      return true;
    }
    bool takes_definition(ValueOrigins& origins, DefId d, Wanted) const override {
      const Definition& definition = family_.bindings_.definition(d);
      if (definition.kind == DefKind::Phi || definition.kind == DefKind::LoopPhi) {
        for (const DefId operand : definition.operands) {  // the others come around the loop
          if (operand < d) origins.follow_definition(operand);
        }
      } else if (definition.value != kNoNode &&
                 !family_.is_library(root_of(family_.model_, definition.value))) {
        origins.follow(definition.value);  // else models.resnet18(): a new one
      }
      return true;
    }
    void source(ValueOrigins&, NodeId, Wanted) const override {}
    void source_definition(ValueOrigins&, DefId, Wanted) const override {}

   private:
    Family& family_;
  };

  // `m` of another loop, over things that are not the module.
  bool is_something_else(DefId d) const {
    const Definition& definition = bindings_.definition(d);
    const NodeId root =
        definition.kind == DefKind::For ? root_of(model_, definition.value) : kNoNode;
    const DefId from = root == kNoNode ? kNone : bindings_.reaching(root);
    return from != kNone && std::find(members_.begin(), members_.end(),
                                      &bindings_.variable_of(from)) == members_.end();
  }

  bool add(const Variable& variable) {
    if (std::find(members_.begin(), members_.end(), &variable) != members_.end()) {
      return false;
    }
    members_.push_back(&variable);
    return true;
  }

  bool is_parameter(const Variable& variable) const {
    return std::any_of(variable.definitions.begin(), variable.definitions.end(),
                       [&](DefId d) { return bindings_.definition(d).kind == DefKind::Parameter; });
  }

  bool is_library(NodeId root) const {
    const DefId d = root == kNoNode ? kNone : bindings_.reaching(root);
    if (d == kNone) {
      return true;
    }
    const DefKind kind = bindings_.definition(d).kind;
    return kind == DefKind::Import || kind == DefKind::Function || kind == DefKind::Class;
  }

  NodeId enclosing_function(NodeId n) const {
    const SyntaxTree& tree = model_.tree();
    for (n = tree.parent(n); n != kNoNode && n != scope_; n = tree.parent(n)) {
      if (tree.is(n, Kind::Lambda) || tree.is(n, Kind::FunctionDefinition)) {
        break;
      }
    }
    return n == kNoNode ? tree.root() : n;
  }

  // The call that runs the module through this read of it: m(x), m.forward(x),
  // and m.body(x) when the receiver was reached through m.body.
  NodeId run_through(NodeId identifier) const {
    const SyntaxTree& tree = model_.tree();
    const bool is_self = tree.text(identifier) == "self";
    for (NodeId n = identifier; n != kNoNode; n = tree.parent(n)) {
      const NodeId parent = tree.parent(n);
      if (tree.is(parent, Kind::Call) && tree.child(parent, Field::Function) == n) {
        const bool sibling = takes_siblings_ && ((!is_self && may_be_module(n)) || is_of_holder(n));
        const bool whole = n == identifier ? !is_self : is_on_the_way(n) || sibling;
        return whole || model_.means(Meaning::RunsModule, model_.method_name(parent)) ? parent
                                                                                      : kNoNode;
      }
      const bool part = tree.field(n) == Field::Object || tree.field(n) == Field::Value;
      if (!part || (!tree.is(parent, Kind::Attribute) && !tree.is(parent, Kind::Subscript))) {
        return kNoNode;
      }
    }
    return kNoNode;
  }

  // `owner.net.encode` beside the hooked `owner.net.layer`: a method of its own of what holds the
  // layer.
  bool is_of_holder(NodeId method) const {
    const SyntaxTree& tree = model_.tree();
    const NodeId holder = tree.child(method, Field::Object);
    const Facts module{FactSet(), Fact::Module, {}};
    return tree.is(holder, Kind::Attribute) && is_on_the_way(holder) &&
           model_.knowledge().method(last_name(tree, method), module) == nullptr;
  }

  bool may_be_module(NodeId attribute) const {
    return model_.facts(attribute).could_be(Fact::Module) ||
           model_.suggests(Hint::Network, last_name(model_.tree(), attribute));
  }

  bool is_on_the_way(NodeId path) const {
    const SyntaxTree& tree = model_.tree();
    for (NodeId n : origins_) {
      for (; n != kNoNode; n = step_to_root(model_, n)) {
        if (tree.text(n) == tree.text(path)) {
          return true;
        }
      }
    }
    return false;
  }

  void add_alias_of(NodeId identifier) {
    const SyntaxTree& tree = model_.tree();
    if (run_through(identifier) != kNoNode || tree.contains(apart_, identifier)) {
      return;
    }
    for (NodeId n = identifier; n != kNoNode && n != scope_; n = tree.parent(n)) {
      switch (tree.kind(n)) {
        case Kind::Assignment:
        case Kind::ForStatement:
        case Kind::ForInClause:
          if (tree.contains(tree.child(n, Field::Right), identifier)) {
            add_targets(tree.child(n, Field::Left));
          }
          break;
        case Kind::AsPattern:
          add_targets(n);
          break;
        case Kind::FunctionDefinition:
          add_targets(tree.child(n, Field::Name));
          break;
        default:
          break;
      }
      if (tree.is(n, Kind::Block)) {
        return;
      }
    }
  }

  void add_targets(NodeId pattern) {
    const SyntaxTree& tree = model_.tree();
    for (NodeId n = pattern; n < tree.subtree_end(pattern); ++n) {
      const DefId d = tree.is(n, Kind::Identifier) ? bindings_.definition_at(n) : kNone;
      if (d != kNone) {
        add(bindings_.variable_of(d));
      }
    }
  }

  // Was all that the name stands for made here, and kept here?
  bool stays(const Variable& variable) const {
    if (bindings_.scope(variable.scope).node != scope_ || variable.declared_global) {
      return false;
    }
    return std::all_of(variable.definitions.begin(), variable.definitions.end(), [&](DefId d) {
      const Definition& definition = bindings_.definition(d);
      if (definition.kind == DefKind::Parameter || definition.kind == DefKind::Import ||
          !is_made_here(definition.value)) {
        return false;
      }
      const Reach fate = model_.fate_of(d);
      return !fate.has(Sink::Returned) && !fate.has(Sink::OnAttribute) &&
             !fate.has(Sink::InContainer) && !fate.has(Sink::Yielded) &&
             !fate.has_any(GraphSinks::kUnseen);
    });
  }

  bool is_made_here(NodeId value) const {
    if (value == kNoNode) {
      return true;  // a def
    }
    const NodeId root = root_of(model_, value);
    if (is_library(root)) {
      return is_new(value);
    }
    const DefId d = bindings_.reaching(root);
    const Variable& variable = bindings_.variable_of(d);
    return std::find(members_.begin(), members_.end(), &variable) != members_.end();
  }

  // models.vgg16(…).features: made by a call that is given no other module.
  bool is_new(NodeId value) const {
    const SyntaxTree& tree = model_.tree();
    bool calls = false;
    for (NodeId n = value; n < tree.subtree_end(value); ++n) {
      calls = calls || tree.is(n, Kind::Call);
      const DefId d = tree.is(n, Kind::Identifier) ? bindings_.reaching(n) : kNone;
      const bool plain = d == kNone || is_library(n) ||
                         model_.facts(n).must.has_any(Fact::Number | Fact::String | Fact::Tensor);
      if (!plain) {
        return false;
      }
    }
    return calls;
  }

  const SemanticModel& model_;
  const Bindings& bindings_;
  NodeId scope_;
  NodeId apart_;
  std::vector<const Variable*> members_;
  std::vector<NodeId> origins_;  // the receiver, and what the names on its way were bound to
  bool takes_siblings_ = false;
};

}  // namespace

bool is_parameter_attribute(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(expr, Kind::Attribute)) {
    const std::string_view name = tree.text(tree.child(expr, Field::Attribute));
    return name == "weight" || name == "bias";
  }
  const DefId d = tree.is(expr, Kind::Identifier) ? model.bindings().reaching(expr) : kNone;
  if (d == kNone || model.bindings().definition(d).kind != DefKind::For) {
    return false;
  }
  const std::string_view method = model.method_name(model.bindings().definition(d).value);
  return method == "parameters" || method == "named_parameters";
}

ModuleUses uses_of_module(const SemanticModel& model, NodeId receiver, NodeId scope, NodeId apart) {
  Family family(model, scope, apart);
  family.add_origins(receiver);
  family.add_aliases();
  ModuleUses uses = family.uses();
  if (uses.runs.empty()) {
    family.add_runnable_parameters();
    uses = family.uses();
  }
  if (!uses.runs.empty()) return uses;
  Family wider(model, scope, apart);
  wider.take_siblings();
  wider.add_origins(receiver);
  wider.add_aliases();
  ModuleUses with_siblings = wider.uses();
  with_siblings.runs_siblings = true;
  return with_siblings.runs.empty() ? uses : with_siblings;
}

}  // namespace mlfix
