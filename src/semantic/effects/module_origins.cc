// A module, and nothing else that can be called: what functions do, the tables of effects tell by
// their own names. The engine goes back over what is bound to names and returned by functions,
// until constructors are met; what visible calls give to parameters, and what is stored under an
// attribute, is looked up here. It must come to an end everywhere: one way that leads out of sight,
// and the origin is unseen.
//
// Containers are followed as one: what is in a list, in the list in it, or in a Sequential may be
// any of what was put there, then or later.
//
// An object can be changed after it was made: by what is stored in it, here or in a function of the
// file that gets it, and by unseen code that gets it, which may give it hooks, other parts, or
// another class. So the uses of each of its names count as well.
//
// What one definition may be, what one function returns, what the uses of one variable put into its
// object, and what is stored under one attribute is asked wherever a module is handed on. Each is a
// question of its own, whose answer is kept (kept_answers.h) and joined to that of whoever asks: so
// modules that are handed through any number of functions cost what each of them does.

#include "semantic/effects/module_origins.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/kept_answers.h"
#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/elements.h"
#include "semantic/names/entity_of.h"
#include "semantic/names/object_protocol.h"
#include "semantic/names/part.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Of one question: beyond that many places, and uses of them, nothing is looked for any more.
constexpr std::size_t kMostSteps = 2000;
// Of one answer: what may be of more classes of the file, whoever asks takes for unseen anyway.
constexpr std::size_t kMostModules = 200;

// In code: the protocols of torch.nn.Module and of the language. Where a module has its parts, and
// an object all that it has.
constexpr std::string_view kTableOfModules = "_modules";
constexpr std::string_view kTableOfAttributes = "__dict__";
constexpr std::string_view kSettingMethod = "__setattr__";
constexpr std::string_view kAppliesMethod = "apply";

constexpr Wanted kObject{};

// A question whose answer is kept.
struct OriginQuestion {
  enum class Kind : std::uint8_t {
    Definition,  // what may be bound to it
    Result,      // what a function returns
    Uses,        // what the uses of a variable put into its object, by its first definition
    Stores,      // what is stored under an attribute of a class
  };
  Kind kind;
  std::uint32_t id;
  std::string_view attribute;
  bool held;  // asks for what the object holds
  friend auto operator<=>(const OriginQuestion&, const OriginQuestion&) = default;
};

// An answer: each origin once, in order.
struct JoinedOrigins : ModuleOrigins {
  void join(const ModuleOrigins& other) {
    if (unseen == kNoNode) unseen = other.unseen;
    join_in(forwards, other.forwards);
    join_in(elsewhere, other.elsewhere);
    join_in(given, other.given);
    const bool are_too_many =
        forwards.size() > kMostModules || elsewhere.size() + given.size() > kMostSteps;
    if (are_too_many && unseen == kNoNode) unseen = 0;
  }

 private:
  template <typename One>
  static void join_in(std::vector<One>& all, const std::vector<One>& more) {
    all.insert(all.end(), more.begin(), more.end());
    std::ranges::sort(all);
    const auto again = std::ranges::unique(all);
    all.erase(again.begin(), again.end());
  }
};

struct KnownOrigins {
  KeptAnswers<OriginQuestion, JoinedOrigins> answers;
};

// The values that calls of the file give to objects by a name, and the modules that they give by
// one that is computed.
struct NamedStores {
  bool are_known = false;
  std::unordered_map<std::string_view, std::vector<NodeId>> by_name;
  std::vector<NodeId> by_any_name;
};

class OriginSearch {
 public:
  OriginSearch(const SemanticModel& model, NodeId module)
      : model_(model),
        tree_(model.tree()),
        bindings_(model.bindings()),
        calls_(model.calls()),
        module_(module) {}

  ModuleOrigins of_module() {
    follow(module_, kObject);
    return all_found();
  }

  bool is_filled(NodeId parameter) {
    const DefId d = bindings_.definition_at(parameter);
    if (d == kNone) return true;
    take_uses_of(d);
    const JoinedOrigins found = all_found();
    return found.unseen != kNoNode || !found.forwards.empty() || !found.elsewhere.empty() ||
           !found.given.empty();
  }

 private:
  class Policy final : public OriginPolicy {
   public:
    explicit Policy(OriginSearch& search) : search_(search) {}
    std::size_t most_steps() const override { return kMostSteps; }
    bool looks_into_containers() const override { return true; }
    bool takes(ValueOrigins&, NodeId expr, Wanted wanted) const override {
      return search_.takes(expr, wanted);
    }
    bool takes_definition(ValueOrigins&, DefId d, Wanted wanted) const override {
      return search_.takes_definition(d, wanted);
    }
    void source(ValueOrigins&, NodeId expr, Wanted) const override { search_.source(expr); }
    void source_definition(ValueOrigins&, DefId d, Wanted) const override {
      search_.source_definition(d);
    }
    void none_returned(ValueOrigins&, NodeId, Wanted) const override {}  // nothing to call

   private:
    OriginSearch& search_;
  };

  JoinedOrigins all_found() {
    if (trail_.run().has(Source::GivenUp)) unseen(module_);
    JoinedOrigins answer;
    answer.join(found_);
    return answer;
  }

  void unseen(NodeId at) {
    if (found_.unseen == kNoNode) found_.unseen = at;
    trail_.stop();
  }

  // ---- answers that are kept ----

  void take_answer(const OriginQuestion& question);
  JoinedOrigins answer_of(const OriginQuestion& question);
  JoinedOrigins answer_to(const OriginQuestion& question);

  void follow(NodeId expr, Wanted wanted) {
    expr == kNoNode ? unseen(module_) : trail_.follow(expr, wanted);
  }

  void follow_all(std::span<const NodeId> exprs, Wanted wanted) {
    for (const NodeId expr : exprs) follow(expr, wanted);
  }

  // ---- expressions ----

  bool takes(NodeId expr, Wanted wanted);
  void source(NodeId expr);
  void attribute(NodeId attribute, Wanted wanted);
  void stores_of(NodeId klass, std::string_view name, Wanted wanted);
  const NamedStores& stored_by_calls();
  bool call(NodeId call, Wanted wanted);
  bool take_result(NodeId function, Wanted wanted);
  void method_result(NodeId call, NodeId called, Wanted wanted);
  void library_module(NodeId call, Wanted wanted);
  bool is_library_function(NodeId expr);
  void instance_of(NodeId klass, NodeId call);

  // ---- definitions ----

  bool takes_definition(DefId d, Wanted wanted);
  void source_definition(DefId d);
  void parameter(const Definition& definition, Wanted wanted);
  void given_elsewhere(const Definition& definition, NodeId function);
  bool constructs(NodeId function) const;
  bool are_calls_seen(NodeId function);
  bool are_only_called(NodeId klass);
  bool is_only_called(NodeId klass);
  bool is_as_written(NodeId klass);
  bool is_text_as_written(NodeId klass) const;
  bool is_decorated_by_unseen(NodeId function) const;

  // ---- uses ----

  void take_uses_of(DefId d);
  void uses_of(const Variable& variable);
  void use(NodeId node);
  void given_to(NodeId argument);
  void set_by_name(NodeId call, NodeId argument);
  bool is_harmless_method(NodeId call) const;
  void used_by_method(NodeId call, NodeId attribute);
  void filled_by_function(NodeId expr);
  void put_in(NodeId value);
  bool may_be_filled_by(NodeId use) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  Calls calls_;
  NodeId module_;                            // whose origins are looked for
  const OriginQuestion* answers_ = nullptr;  // the question that is answered, where it is kept
  std::size_t lowest_open_ = SIZE_MAX;       // the place of a question that this one waits for
  std::set<OriginQuestion> asked_;           // of others
  ModuleOrigins found_;
  Policy policy_{*this};
  ValueOrigins trail_{model_, policy_};
};

bool is_of_a_part(Wanted wanted) {
  return !wanted.part.whole() || wanted.part.around > 0;
}

void OriginSearch::take_answer(const OriginQuestion& question) {
  const bool is_own = answers_ != nullptr && *answers_ == question;
  if (is_own || !asked_.insert(question).second) return;
  const JoinedOrigins answer = answer_of(question);
  model_.work().spend(answer.forwards.size() + answer.elsewhere.size() + answer.given.size());
  if (answer.unseen != kNoNode) unseen(answer.unseen);
  const auto add = [](auto& all, const auto& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(found_.forwards, answer.forwards);
  add(found_.elsewhere, answer.elsewhere);
  add(found_.given, answer.given);
}

JoinedOrigins OriginSearch::answer_of(const OriginQuestion& question) {
  auto& known = model_.notes<KnownOrigins>().answers;
  if (const JoinedOrigins* found = known.find(question, lowest_open_)) return *found;
  if (known.are_too_many_open()) {
    JoinedOrigins none;
    none.unseen = module_;
    return none;
  }
  return known.answer(question, {}, lowest_open_, [&](std::size_t& waits_for) {
    OriginSearch inner(model_, module_);
    JoinedOrigins answer = inner.answer_to(question);
    waits_for = inner.lowest_open_;
    return answer;
  });
}

JoinedOrigins OriginSearch::answer_to(const OriginQuestion& question) {
  answers_ = &question;
  const Wanted wanted{question.held, {}};
  switch (question.kind) {
    case OriginQuestion::Kind::Definition:
      trail_.follow_definition(question.id, wanted);
      break;
    case OriginQuestion::Kind::Result:
      trail_.follow_all(model_.returned_values(question.id), wanted);
      break;
    case OriginQuestion::Kind::Uses:
      uses_of(bindings_.variable_of(question.id));
      break;
    case OriginQuestion::Kind::Stores:
      stores_of(question.id, question.attribute, wanted);
      break;
  }
  return all_found();
}

bool OriginSearch::takes(NodeId expr, Wanted wanted) {
  switch (tree_.kind(expr)) {
    case Kind::Identifier:
      return is_library_function(expr);
    case Kind::Attribute:
      attribute(expr, wanted);
      return true;
    case Kind::Call:
      return call(expr, wanted);
    case Kind::BinaryOperator:  // [Block()] + blocks, [Block()] * n
      if (!wanted.held) unseen(expr);
      for (const Field side : {Field::Left, Field::Right}) {
        const NodeId operand = tree_.child(expr, side);
        if (wanted.held && !model_.facts(operand).must_be(Fact::Number)) follow(operand, kHeld);
      }
      return true;
    case Kind::UnaryOperator:
      unseen(expr);
      return true;
    default:
      return false;
  }
}

void OriginSearch::source(NodeId expr) {
  switch (tree_.kind(expr)) {
    case Kind::None:
    case Kind::String:
    case Kind::ConcatenatedString:
    case Kind::Integer:
    case Kind::Float:
    case Kind::True:
    case Kind::False:
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::Dictionary:
      return;  // there is nothing to call
    default:
      unseen(expr);
  }
}

void OriginSearch::attribute(NodeId attribute, Wanted wanted) {
  NameResolver& names = calls_.names();
  if (is_library_function(attribute)) return;
  const NodeId klass = names.class_of_value(tree_.child(attribute, Field::Object)).node;
  if (klass == kNoNode) return unseen(attribute);
  const std::string_view name = last_name(tree_, attribute);
  if (is_of_a_part(wanted)) return stores_of(klass, name, wanted);
  take_answer({OriginQuestion::Kind::Stores, klass, name, wanted.held});
}

void OriginSearch::stores_of(NodeId klass, std::string_view name, Wanted wanted) {
  bool stored = false;
  const std::vector<AttributeAccess> accesses = calls_.names().accesses_of_family(klass, name);
  trail_.spend(accesses.size());
  for (const AttributeAccess& access : accesses) {
    if (found_.unseen != kNoNode) return;
    if (access.is_load) use(access.node);
    if (!access.is_store) continue;
    const NodeId value = value_bound_to(model_, access.node);
    if (value == kNoNode) return unseen(access.node);
    follow(value, wanted);
    stored = true;
  }
  if (!stored) unseen(klass);
  for (const std::string_view table : {kTableOfModules, kTableOfAttributes}) {
    for (const AttributeAccess& access : calls_.names().accesses_of_family(klass, table)) {
      const NodeId key = tree_.child(tree_.parent(access.node), Field::Subscript);
      const Part entry = key == kNoNode ? Part{} : constant_part(tree_, key);
      const bool is_table = may_be_same_part(entry, {kTableOfModules, -1});
      if (is_table || may_be_same_part(entry, {name, -1})) use(access.node);
    }
  }
  const NamedStores& known = stored_by_calls();
  if (const auto found = known.by_name.find(name); found != known.by_name.end()) {
    for (const NodeId value : found->second) put_in(value);
  }
  for (const NodeId value : known.by_any_name) put_in(value);
}

// What calls give to objects by a name, whatever the object: self.add_module("head", Head()),
// setattr(self, "head", Head()).
const NamedStores& OriginSearch::stored_by_calls() {
  NamedStores& known = model_.notes<NamedStores>();
  const NodeId end = known.are_known ? 0 : tree_.size();
  known.are_known = true;
  model_.work().spend(end);
  for (NodeId n = 0; n < end; ++n) {
    if (!tree_.is(n, Kind::Call)) continue;
    const bool sets = is_builtin_name(model_, called_expression(model_, n), "setattr");
    if (!sets && !model_.means(Meaning::RegistersMember, model_.method_name(n))) continue;
    const int place = sets ? 1 : 0;
    const NodeId key = model_.argument(n, place, "name");
    const NodeId value = model_.argument(n, place + 1, "module");
    if (value == kNoNode) continue;
    if (tree_.is(key, Kind::String)) {
      known.by_name[string_content(tree_, key)].push_back(value);
    } else if (sets && model_.facts(value).could_be(Fact::Module)) {
      known.by_any_name.push_back(value);
    }
  }
  return known;
}

// False where it is the language that decides.
bool OriginSearch::call(NodeId call, Wanted wanted) {
  NameResolver& names = calls_.names();
  const NodeId called = called_expression(model_, call);
  if (const NodeId klass = names.class_named_by(called); klass != kNoNode) {
    const bool is_module = model_.facts(call).may_be(Fact::Module);
    !wanted.held&& is_module ? instance_of(klass, call) : unseen(call);
    return true;
  }
  if (is_builtin(model_, called) || model_.is_call_to(call, Meaning::CopiesMapping)) return false;
  if (const CallableInfo* info = model_.knowledge().callable(names.symbol_of(called))) {
    if (info->returns_argument) {
      follow(model_.argument(call, 0, ""), wanted);
    } else {
      info->result.has(Fact::Module) ? library_module(call, wanted) : unseen(call);
    }
    return true;
  }
  if (const ProjectEntity klass = names.class_elsewhere(called); klass.is_class()) {
    const Project& project = *model_.place().project;
    const ProjectEntity forward = project.method(klass, kForwardMethod);
    const bool runs_it = forward && !project.method(klass, kCallMethod) &&
                         project.is_as_written(klass) && model_.facts(call).may_be(Fact::Module);
    runs_it ? found_.elsewhere.push_back(forward) : unseen(call);
    return true;
  }
  if (const NodeId function = model_.callee(call); function != kNoNode) {
    return take_result(function, wanted);
  }
  if (!tree_.is(called, Kind::Attribute)) return false;
  method_result(call, called, wanted);
  return true;
}

// False where a call gives something else than what the function returns, or a part is asked for.
bool OriginSearch::take_result(NodeId function, Wanted wanted) {
  const bool gives_another = tree_.is_async(function) || model_.is_generator(function) ||
                             !decorators(tree_, function).empty();
  if (gives_another || is_of_a_part(wanted)) return false;
  take_answer({OriginQuestion::Kind::Result, function, {}, wanted.held});
  return true;
}

// One that computes, as torch.relu does.
bool OriginSearch::is_library_function(NodeId expr) {
  const CallableInfo* info = model_.knowledge().callable(calls_.names().symbol_of(expr));
  return info != nullptr && !info->is_class && info->effects == 0;
}

// net.to(device), self.blocks.items(), heads.get(name)
void OriginSearch::method_result(NodeId call, NodeId called, Wanted wanted) {
  const NodeId object = tree_.child(called, Field::Object);
  const std::string_view name = last_name(tree_, called);
  const ProjectEntity klass = calls_.names().class_of_value(object).elsewhere;
  if (klass && model_.place().project->method(klass, name)) return unseen(call);  // its own
  const MethodInfo* method =
      model_.knowledge().method(name, {FactSet(Fact::Module), FactSet(Fact::Module), {}});
  if (method != nullptr && method->returns_receiver) return follow(object, wanted);
  const bool reads =
      model_.means(Meaning::ReadsEntries, name) || model_.means(Meaning::ReadsModule, name);
  return reads ? follow(object, kHeld) : unseen(call);
}

// Its own code is the library's, which the tables answer for; not so what it is given to hold.
// And what is taken apart by place is a container, or no module at all: `x, _ = max_pool_x(x)`.
void OriginSearch::library_module(NodeId call, Wanted wanted) {
  const Symbol symbol = model_.qualified_name(called_expression(model_, call));
  const bool holds = model_.means(Meaning::HoldsGivenModules, model_.knowledge().text(symbol));
  if (!holds && wanted.held && !wanted.part.whole()) return unseen(call);
  for (const NodeId argument : model_.arguments(call)) {
    if (holds || model_.facts(argument).could_be(Fact::Module)) follow(argument, kObject);
  }
}

void OriginSearch::instance_of(NodeId klass, NodeId call) {
  NameResolver& names = calls_.names();
  const bool is_changed = names.find_method(klass, kCallMethod) != kNoNode ||
                          names.method_elsewhere(klass, kCallMethod) || !is_as_written(klass);
  if (is_changed) return unseen(call);
  if (const NodeId own = names.find_method(klass, kForwardMethod); own != kNoNode) {
    return is_decorated_by_unseen(own) ? unseen(own) : found_.forwards.push_back(own);
  }
  const ProjectEntity other = names.method_elsewhere(klass, kForwardMethod);
  return other ? found_.elsewhere.push_back(other) : unseen(call);
}

// Does a class make objects of itself, whose methods are those that its text defines?
bool OriginSearch::is_as_written(NodeId klass) {
  NameResolver& names = calls_.names();
  const auto is_set = [&](std::string_view name) {
    const auto accesses = model_.attribute_accesses(name);
    return std::ranges::any_of(accesses, &AttributeAccess::is_store);
  };
  if (std::ranges::any_of(kSettingCalls, is_set)) return false;
  for (const std::string_view name : kMakingObjects) {
    if (names.find_method(klass, name) != kNoNode) return false;
  }
  return std::ranges::all_of(names.order_of(klass), [&](const Ancestor& one) {
    if (one.klass != kNoNode) return is_text_as_written(one.klass);
    const ProjectEntity other = names.class_elsewhere(one.foreign_base);
    return !other || model_.place().project->is_as_written(other);
  });
}

// The class by itself, without its bases.
bool OriginSearch::is_text_as_written(NodeId klass) const {
  if (tree_.is(tree_.parent(klass), Kind::DecoratedDefinition)) return false;
  const NodeId bases = tree_.child(klass, Field::Superclasses);
  if (bases != kNoNode && tree_.child_of_kind(bases, Kind::KeywordArgument) != kNoNode)
    return false;
  const auto statements = model_.statements(tree_.child(klass, Field::Body));
  return std::ranges::none_of(statements, [&](NodeId statement) {
    const NodeId assignment = tree_.first_child(statement);
    const bool assigns =
        tree_.is(statement, Kind::ExpressionStatement) && tree_.is(assignment, Kind::Assignment);
    if (!assigns) return false;
    const std::string_view target = tree_.text(tree_.child(assignment, Field::Left));
    return target == kForwardMethod || is_one_of(target, kSettingCalls);
  });
}

// By anything but what switches gradients, or the like, in the tables?
bool OriginSearch::is_decorated_by_unseen(NodeId function) const {
  return std::ranges::any_of(decorators(tree_, function), [&](NodeId mark) {
    if (tree_.is(mark, Kind::Call)) mark = tree_.child(mark, Field::Function);
    return model_.knowledge().callable(model_.qualified_name(mark)) == nullptr;
  });
}

bool OriginSearch::takes_definition(DefId d, Wanted wanted) {
  const OriginQuestion question{OriginQuestion::Kind::Definition, d, {}, wanted.held};
  if (!is_of_a_part(wanted) && (answers_ == nullptr || *answers_ != question)) {
    take_answer(question);
    return true;
  }
  const Definition& definition = bindings_.definition(d);
  const bool is_sum = definition.kind == DefKind::AugAssign && !wanted.held;
  if (is_sum || bindings_.scope(definition.scope).has_dynamic_names) unseen(definition.node);
  const bool is_merge = definition.kind == DefKind::Phi || definition.kind == DefKind::LoopPhi;
  if (!is_merge) take_uses_of(d);
  if (definition.kind == DefKind::Parameter) parameter(definition, wanted);
  return definition.kind == DefKind::Parameter || found_.unseen != kNoNode;
}

void OriginSearch::source_definition(DefId d) {
  const Definition& definition = bindings_.definition(d);
  const bool nothing = definition.kind == DefKind::Unbound || definition.kind == DefKind::Delete;
  if (!nothing) unseen(definition.node);
}

// What is given to it: by its default, by the calls of the file, and by those of others, which
// the project is asked for later.
void OriginSearch::parameter(const Definition& definition, Wanted wanted) {
  const NodeId function = bindings_.scope(definition.scope).node;
  const NodeId declared = tree_.parent(definition.node);
  const bool splat = tree_.is(declared, Kind::ListSplatPattern) ||
                     tree_.is(declared, Kind::DictionarySplatPattern);
  if (splat || calls_.names().is_self(definition.node) || !are_calls_seen(function)) {
    return unseen(definition.node);
  }
  const bool has_default = definition.value != kNoNode;
  if (has_default) follow(definition.value, wanted);
  const std::vector<NodeId>& here = model_.call_sites(function).calls;
  trail_.spend(here.size());
  for (const NodeId call : here) {
    if (found_.unseen != kNoNode) return;
    bool given = has_default;
    for (const NodeId argument : model_.arguments(call)) {
      if (calls_.parameter_for(call, function, argument) != definition.node) continue;
      follow(argument, wanted);
      given = true;
    }
    if (!given) return unseen(definition.node);
  }
  given_elsewhere(definition, function);
}

// Nobody in another file calls a function of a function, and a method where it is found by name.
void OriginSearch::given_elsewhere(const Definition& definition, NodeId function) {
  const bool is_given_here = !model_.call_sites(function).calls.empty();
  const bool is_nested = model_.function_of(function) != kNoNode;
  if (model_.place().project == nullptr || is_nested) {
    if (!is_given_here) unseen(definition.node);
    return;
  }
  if (model_.method_class(function) != kNoNode && !constructs(function)) {
    const auto others = model_.calls_elsewhere(function);
    const ProjectPlace& place = model_.place();
    if (!is_given_here || !others || !others->empty() ||
        place.project->serves_notebooks(place.file)) {
      unseen(definition.node);
    }
    return;
  }
  const ProjectEntity entity = entity_of(model_, function);
  if (!entity) return unseen(definition.node);
  found_.given.push_back({entity, std::string(tree_.text(definition.node)),
                          position_in_calls(model_, function, definition.node), is_given_here});
}

bool OriginSearch::constructs(NodeId function) const {
  return model_.method_class(function) != kNoNode &&
         tree_.text(tree_.child(function, Field::Name)) == "__init__";
}

// Is the function only called in this file, and never a value?
bool OriginSearch::are_calls_seen(NodeId function) {
  if (!tree_.is(function, Kind::FunctionDefinition)) return false;
  return constructs(function) ? are_only_called(model_.method_class(function))
                              : model_.call_sites(function).value_use == kNoNode;
}

// Are the class and those that derive from it values that nobody hands on?
bool OriginSearch::are_only_called(NodeId klass) {
  const auto classes = calls_.names().with_derived(klass);
  return classes && std::ranges::all_of(*classes, [&](NodeId c) { return is_only_called(c); });
}

// Is the class only called, derived from, or asked for: never a value that somebody may call?
bool OriginSearch::is_only_called(NodeId klass) {
  const DefId d = bindings_.definition_at(tree_.child(klass, Field::Name));
  if (d == kNone) return false;
  const Variable& variable = bindings_.variable_of(d);
  trail_.spend(variable.uses.size());
  return std::ranges::all_of(variable.uses, [&](UseId u) {
    const NodeId node = bindings_.use(u).node;
    const NodeId parent = tree_.parent(node);
    const bool called = tree_.is(parent, Kind::Call) && tree_.field(node) == Field::Function;
    const bool base = tree_.is(tree_.parent(parent), Kind::ClassDefinition);
    const NodeId around = tree_.parent(parent);
    const bool asked = tree_.is(around, Kind::Call) &&
                       (is_builtin_name(model_, called_expression(model_, around), "super") ||
                        is_builtin_name(model_, called_expression(model_, around), "isinstance"));
    return called || base || asked || tree_.is(parent, Kind::Type);
  });
}

void OriginSearch::take_uses_of(DefId d) {
  const Variable& variable = bindings_.variable_of(d);
  const DefId first = variable.definitions.empty() ? d : variable.definitions.front();
  take_answer({OriginQuestion::Kind::Uses, first, {}, false});
}

void OriginSearch::uses_of(const Variable& variable) {
  trail_.spend(variable.uses.size());
  for (const UseId u : variable.uses) {
    if (found_.unseen != kNoNode) return;
    use(bindings_.use(u).node);
  }
}

// What a use puts into the object: net.head = Head(), blocks.append(Block()), heads[k] = Head().
void OriginSearch::use(NodeId node) {
  NodeId top = node;
  while (true) {
    const NodeId parent = tree_.parent(top);
    const bool part = (tree_.is(parent, Kind::Attribute) && tree_.field(top) == Field::Object) ||
                      (tree_.is(parent, Kind::Subscript) && tree_.field(top) == Field::Value);
    if (!part) break;
    top = parent;
  }
  const NodeId parent = tree_.parent(top);
  if (top != node && tree_.is(parent, Kind::Assignment) && tree_.field(top) == Field::Left) {
    put_in(value_of_chain(model_, tree_.child(parent, Field::Right)));
  }
  if (tree_.is(top, Kind::Attribute) && tree_.field(top) == Field::Function) {
    used_by_method(parent, top);
  }
  if (top != node) return;
  if (may_be_filled_by(node)) unseen(node);
  given_to(node);
  const bool is_renamed = tree_.is(parent, Kind::Assignment) && tree_.field(node) == Field::Right;
  const DefId other =
      is_renamed ? bindings_.definition_at(tree_.child(parent, Field::Left)) : kNone;
  if (other != kNone) take_uses_of(other);
}

// Code that gets the object as an argument: setattr(net, name, part), patch(net), and vars(net),
// through which anything is set.
void OriginSearch::given_to(NodeId argument) {
  NodeId list = tree_.parent(argument);
  if (tree_.is(list, Kind::KeywordArgument)) list = tree_.parent(list);
  if (!tree_.is(list, Kind::ArgumentList) || !tree_.is(tree_.parent(list), Kind::Call)) return;
  const NodeId call = tree_.parent(list);
  const NodeId called = called_expression(model_, call);
  if (is_builtin_name(model_, called, "vars")) return unseen(call);
  if (is_builtin_name(model_, called, "setattr")) return set_by_name(call, argument);
  if (is_builtin(model_, called)) return;
  if (const NodeId function = model_.callee(call); function != kNoNode) {
    const NodeId parameter = calls_.parameter_for(call, function, argument);
    const DefId d = parameter == kNoNode ? kNone : bindings_.definition_at(parameter);
    return d == kNone ? unseen(call) : take_uses_of(d);
  }
  if (const ProjectEntity function = model_.callee_elsewhere(call); function) {
    const ProjectCode* code = model_.place().code;
    if (code == nullptr) return;
    const auto bits = code->reach(function).effects;
    const ParameterSummary* parameter =
        parameter_elsewhere(model_, model_.consumer_of(argument)).summary;
    const bool is_changed = (bits & static_cast<EffectBits>(Effect::ModuleToUnknown)) != 0 ||
                            parameter == nullptr || code->fills(*parameter);
    return is_changed ? unseen(call) : void();
  }
  NameResolver& names = calls_.names();
  const bool is_described = model_.knowledge().callable(names.symbol_of(called)) != nullptr ||
                            is_pure_library(model_, call);
  const bool constructs =
      names.class_named_by(called) != kNoNode || names.class_elsewhere(called).is_class();
  const bool runs = model_.facts(called).could_be(Fact::Module);
  if (!is_described && !constructs && !runs && !is_harmless_method(call)) unseen(call);
}

// Whatever the name is, the value may be what is called.
void OriginSearch::set_by_name(NodeId call, NodeId argument) {
  if (model_.argument(call, 0, "") == argument) put_in(model_.argument(call, 2, ""));
}

// losses.append(net) and what else is done with containers and tensors.
bool OriginSearch::is_harmless_method(NodeId call) const {
  const std::string_view name = model_.method_name(call);
  if (name.empty() || !model_.qualified_text(called_expression(model_, call)).empty()) return false;
  return model_.means(Meaning::ContainerMethod, name) ||
         model_.means(Meaning::GrowsContainer, name) ||
         model_.means(Meaning::RegistersMember, name) || model_.means(Meaning::AddsMember, name);
}

// Is it a container that gets another name, or goes to code that may put something into it?
bool OriginSearch::may_be_filled_by(NodeId use) const {
  if (!model_.facts(use).may_be(Fact::Container)) return false;
  const NodeId parent = tree_.parent(use);
  if (tree_.is(parent, Kind::Assignment)) return tree_.field(use) == Field::Right;
  if (!tree_.is(parent, Kind::ArgumentList) && !tree_.is(parent, Kind::KeywordArgument)) {
    return false;
  }
  const NodeId call = tree_.is(parent, Kind::KeywordArgument) ? tree_.parent(tree_.parent(parent))
                                                              : tree_.parent(parent);
  const NodeId called = called_expression(model_, call);
  return model_.qualified_name(called) == kNoSymbol && !is_builtin(model_, called) &&
         model_.method_name(call).empty();
}

void OriginSearch::used_by_method(NodeId call, NodeId attribute) {
  const std::string_view name = last_name(tree_, attribute);
  if (name == kAppliesMethod) filled_by_function(model_.argument(call, 0, "fn"));
  const bool adds =
      name == kSettingMethod || model_.means(Meaning::AddsMember, name) ||
      model_.means(Meaning::GrowsContainer, name) || model_.means(Meaning::RegistersMember, name) ||
      model_.means(Meaning::StoresArgument, name, tree_.child(attribute, Field::Object));
  if (!adds) return;
  for (const NodeId argument : model_.arguments(call)) put_in(argument);
}

// net.apply(function) gives it each part.
void OriginSearch::filled_by_function(NodeId expr) {
  const NodeId function = expr == kNoNode ? expr : calls_.function_value(expr);
  if (function == kNoNode) return;
  for (const NodeId parameter : parameter_names(tree_, function)) {
    if (const DefId d = bindings_.definition_at(parameter); d != kNone) take_uses_of(d);
  }
}

// A value that is known for something else brings no module.
void OriginSearch::put_in(NodeId value) {
  if (value == kNoNode) return;
  const Facts facts = model_.facts(value);
  const bool may_hold =
      facts.may.empty() || facts.may_be(Fact::Container) || facts.may_be(Fact::Callable);
  if (may_hold || facts.could_be(Fact::Module)) follow(value, kObject);
}

}  // namespace

ModuleOrigins origins_of_module(const SemanticModel& model, NodeId module) {
  return OriginSearch(model, module).of_module();
}

bool fills_parameter(const SemanticModel& model, NodeId parameter) {
  return OriginSearch(model, parameter).is_filled(parameter);
}

}  // namespace mlfix
