// Reads a hook's body name by name: what is bound inside the hook or given to
// it is the module's business, and must not be changed; what is bound around it
// is where the hook keeps its findings.

#include "torch/hooks/hook_effects.h"

#include <algorithm>
#include <string>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/effects/lasting_objects.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/hooks/audience_flow.h"
#include "torch/hooks/hooks.h"
#include "torch/module/autograd_function.h"

namespace mlfix {
namespace {

constexpr int kMaxHooksWithin = 3;

bool is_in_place(std::string_view method) {
  return method.ends_with('_') && !method.ends_with("__");
}

class HookReader {
 public:
  // `depth` counts the hooks around it, each of which registers the next one.
  HookReader(const SemanticModel& model, HookCode code, NodeId scope, int depth)
      : model_(model), tree_(model.tree()), code_(code), scope_(scope), depth_(depth) {}

  HookEffects read() {
    const bool decorated = tree_.is(tree_.parent(code_.node), Kind::DecoratedDefinition);
    if (decorated || tree_.is_async(code_.node)) return {"the hook is decorated"};
    const NodeId body = tree_.child(code_.node, Field::Body);
    if (tree_.is(code_.node, Kind::Lambda) && !gives_none(body)) {
      return {"the hook returns a value, which the module takes over"};
    }
    for (NodeId n = body; n < tree_.subtree_end(body) && effects_.fact.empty(); ++n) {
      visit(n);
    }
    return effects_;
  }

 private:
  void visit(NodeId n) {
    switch (tree_.kind(n)) {
      case Kind::ReturnStatement:
        if (tree_.first_child(n) != kNoNode && !tree_.is(tree_.first_child(n), Kind::None)) {
          effects_.fact = "the hook returns a value, which the module takes over";
        }
        return;
      case Kind::RaiseStatement:
      case Kind::Yield:
      case Kind::Await:
        effects_.fact = "the hook steers what runs";
        return;
      case Kind::DeleteStatement:
        if (!deletes_own_names(n)) effects_.fact = "the hook changes what it is given";
        return;
      case Kind::AssertStatement:
        effects_.observable = true;
        return;
      case Kind::Assignment:
      case Kind::AugmentedAssignment:
        store(tree_.child(n, Field::Left), tree_.is(n, Kind::AugmentedAssignment));
        return;
      case Kind::Call:
        call(n);
        return;
      case Kind::KeywordArgument:
        if (const auto name = tree_.text(tree_.child(n, Field::Name));
            name == "inplace" || name == "out") {
          effects_.fact = "the hook changes what it is given";
        }
        return;
      default:
        return;
    }
  }

  // `del inputs, output`: names that the hook does not need.
  bool deletes_own_names(NodeId statement) const {
    for (NodeId n = tree_.first_child(statement); n < tree_.subtree_end(statement); ++n) {
      if (tree_.is(n, Kind::ExpressionList)) continue;
      const Variable* variable = variable_at(model_, n);
      if (variable == nullptr || !is_inside(*variable)) return false;
    }
    return true;
  }

  // Does the lambda's expression certainly give None?
  bool gives_none(NodeId body) const {
    body = model_.strip_parentheses(body);
    if (!tree_.is(body, Kind::Call)) return tree_.is(body, Kind::None);
    const std::string_view method = model_.method_name(body);
    const NodeId callee = tree_.child(body, Field::Function);
    return tree_.text(callee) == "print" || tree_.text(callee) == "setattr" ||
           (model_.means(Meaning::FillsContainer, method) && method != "setdefault");
  }

  void store(NodeId target, bool augmented) {
    if (tree_.is(target, Kind::PatternList) || tree_.is(target, Kind::TuplePattern)) {
      for (const NodeId part : tree_.children(target)) store(part, augmented);
      return;
    }
    const NodeId root = root_of(model_, target);
    const Variable* variable = variable_at(model_, root);
    if (variable == nullptr) {
      effects_.fact = "the hook writes where we can't follow";
    } else if (!is_inside(*variable) || (is_object(*variable) && target != root)) {
      fill(*variable, filled_by(tree_, target, root, augmented));
    } else if (target != root || augmented) {
      // Also `x += 1`, which changes a tensor in place.
      effects_.fact = "the hook changes what it is given";
    }
  }

  static Filled filled_by(const SyntaxTree& tree, NodeId target, NodeId root, bool augmented) {
    if (target == root) return augmented ? Filled::Itself : Filled::Rebound;
    return tree.parent(root) == target ? Filled::Itself : Filled::Parts;
  }

  void call(NodeId n) {
    const NodeId callee = tree_.child(n, Field::Function);
    if (tree_.is(callee, Kind::Identifier)) return call_name(callee);
    const std::string_view method = model_.method_name(n);
    if (registers_hook(model_, n) && !stays_registered(model_, n)) return call_hook_of_tensor(n);
    if (is_in_place(method) || model_.means(Meaning::ChangesBackward, method)) {
      effects_.fact = "the hook changes what it is given";
      return;
    }
    const NodeId root = root_of(model_, callee);
    const Variable* variable = variable_at(model_, root);
    if (variable == nullptr) {
      effects_.observable = true;
    } else if (is_import(*variable)) {
      effects_.observable = effects_.observable || !is_pure_function(model_, callee);
    } else if (is_object(*variable)) {
      call_on_outer(*variable, method, filled_by(tree_, callee, root, false));
    } else if (is_inside(*variable)) {
      if (model_.means(Meaning::FillsContainer, method) && !is_made_inside(*variable)) {
        effects_.fact = "the hook keeps what it sees where we can't follow";
      }
    } else {
      call_on_outer(*variable, method, filled_by(tree_, callee, root, false));
    }
  }

  // output.register_hook(self.keep): one that dies with the tensor, and may tell as much.
  void call_hook_of_tensor(NodeId n) {
    const HookCode code = code_of_hook(model_, model_.argument(n, 0, "hook"));
    if (code.node == kNoNode || depth_ == kMaxHooksWithin) {
      effects_.fact = "the hook changes what it is given";
      return;
    }
    const HookEffects within = HookReader(model_, code, scope_, depth_ + 1).read();
    effects_.fact = within.fact;
    effects_.observable = effects_.observable || within.observable;
    if (within.audience >= effects_.audience && !within.filled.empty()) {
      effects_.audience = within.audience;
      effects_.filled = within.filled;
    }
  }

  // A container that every run of the hook makes again.
  bool is_made_inside(const Variable& variable) const {
    return std::all_of(variable.definitions.begin(), variable.definitions.end(), [&](DefId d) {
      const NodeId value = model_.bindings().definition(d).value;
      return model_.bindings().definition(d).kind == DefKind::Assign &&
             (tree_.is(value, Kind::List) || tree_.is(value, Kind::Dictionary) ||
              tree_.is(value, Kind::Set) || tree_.is(value, Kind::ListComprehension));
    });
  }

  void call_name(NodeId callee) {
    const std::string_view name = tree_.text(callee);
    if (name == "setattr" || name == "delattr") {
      effects_.fact = "the hook changes what it is given";
    } else if (variable_at(model_, callee) != nullptr ||
               !model_.means(Meaning::KeepsNothing, name)) {
      effects_.observable = true;
    }
  }

  // A method of an object from outside the hook.
  void call_on_outer(const Variable& variable, std::string_view method, Filled how) {
    if (model_.means(Meaning::FillsContainer, method)) {
      fill(variable, how);
    } else if (is_parameter(variable)) {
      effects_.fact = "the hook calls code that may keep what it saw";
    } else if (!model_.means(Meaning::LooksUp, method)) {
      effects_.observable = true;
    }
  }

  // The variable whose object the factory was given for its parameter, if any.
  const Variable* given_for(const Variable& parameter, NodeId factory) const {
    // A call of a method does not name the object.
    int position = model_.method_class(factory) == kNoNode ? 0 : -1;
    for (NodeId p : tree_.children(tree_.child(factory, Field::Parameters))) {
      const bool plain = tree_.is(p, Kind::Identifier);
      if (plain && tree_.text(p) == parameter.name) {
        if (position < 0) return nullptr;
        return variable_at(model_, model_.argument(code_.factory, position, parameter.name));
      }
      if (!plain) break;  // defaults, *args and annotations are not followed
      ++position;
    }
    return nullptr;
  }

  void fill(const Variable& variable, Filled how) {
    if (is_object(variable)) return fill_for_everyone(variable);
    const NodeId owner = model_.bindings().scope(variable.scope).node;
    if (owner != scope_ && !tree_.contains(owner, scope_)) {
      const Variable* given = is_parameter(variable) ? given_for(variable, owner) : nullptr;
      if (given != nullptr) {
        fill(*given, how);
      } else if (is_parameter(variable)) {
        fill_for_everyone(variable);
      }
      return;  // else made by the factory: known to the hook only
    }
    const bool own =
        owner == scope_ && !is_parameter(variable) && (how == Filled::Rebound || is_new(variable));
    const Audience audience = own ? audience_of(variable, how) : Audience::Everyone;
    if (effects_.filled.empty() || audience > effects_.audience) {
      effects_.audience = audience;
      effects_.filled = variable.name;
    }
  }

  void fill_for_everyone(const Variable& variable) {
    effects_.audience = Audience::Everyone;
    effects_.filled = variable.name;
  }

  // No name of an object that others have, too.
  bool is_new(const Variable& variable) const {
    return std::ranges::all_of(variable.definitions,
                               [&](DefId d) { return is_made_here(model_, d); });
  }

  Audience audience_of(const Variable& variable, Filled how) const {
    Audience worst = Audience::Scope;
    for (UseId u : variable.uses) {
      const NodeId use = model_.bindings().use(u).node;
      if (tree_.contains(code_.node, use)) continue;
      const NodeId around = function_around(tree_, use);
      const NodeId function = around == kNoNode ? tree_.root() : around;
      if (function != scope_) {
        worst = is_only_a_hook(function) ? worst : Audience::Everyone;
      } else if (how != Filled::Rebound) {
        worst = std::max(worst, audience_of_read(model_, use, how, code_.factory));
      }
    }
    return worst;
  }

  // Another hook of the same function, which shares the variable.
  bool is_only_a_hook(NodeId function) const {
    const auto registered = [&](NodeId use) {
      const Consumer consumer = model_.consumer_of(use);
      return consumer.role == Role::Argument && registers_hook(model_, consumer.node);
    };
    if (tree_.is(function, Kind::Lambda)) return registered(function);
    const Variable* variable = variable_at(model_, tree_.child(function, Field::Name));
    return variable != nullptr &&
           std::all_of(variable->uses.begin(), variable->uses.end(),
                       [&](UseId u) { return registered(model_.bindings().use(u).node); });
  }

  // The first parameter of a hook that is a method: the object that registers it.
  bool is_object(const Variable& variable) const {
    return code_.is_method && model_.bindings().scope(variable.scope).node == code_.node &&
           variable.name == first_parameter(tree_, code_.node);
  }
  bool is_inside(const Variable& variable) const {
    return tree_.contains(code_.node, model_.bindings().scope(variable.scope).node);
  }
  bool has_kind(const Variable& variable, DefKind kind) const {
    return std::any_of(variable.definitions.begin(), variable.definitions.end(),
                       [&](DefId d) { return model_.bindings().definition(d).kind == kind; });
  }
  bool is_parameter(const Variable& v) const { return has_kind(v, DefKind::Parameter); }
  bool is_import(const Variable& v) const { return has_kind(v, DefKind::Import); }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  HookCode code_;
  NodeId scope_;
  int depth_;
  HookEffects effects_;
};

}  // namespace

HookEffects hook_effects(const SemanticModel& model, const HookRegistration& hook, NodeId scope) {
  const HookCode code = code_of_hook(model, hook.hook);
  if (code.node == kNoNode) return {"the hook is code that is not visible here"};
  return HookReader(model, code, scope, 0).read();
}

}  // namespace mlfix
