// Fate of a value: does autograd still need it, and who else gets to see it?
//
// A worklist follows the value, and everything computed from it that shares its
// graph, from consumer to consumer: through assignments, phis, containers
// (those of one constant key, or place in a tuple, apart from the others, also
// where the tuples are items of a list), attributes of the whole
// file, calls of local functions by a summary of the parameter, and returns to
// the call sites in the file. It stops where the graph ends: detach, item,
// numbers, comparisons, text. Code that can't be seen makes the fate unknown.
// The analysis is a may-analysis: an answer "does not reach backward" is only
// given when every path was followed to its end.

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "semantic/calls.h"
#include "semantic/model_caches.h"
#include "semantic/project.h"
#include "semantic/revealed.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr int kMaxSteps = 2000;
constexpr int kMaxAround = 3;  // containers in containers in which a part is told from others

// Attributes that say something about a tensor but aren't in its graph.
constexpr std::array<std::string_view, 14> kPlainAttributes{
    "shape", "dtype", "device", "ndim",    "data",     "layout",    "is_cuda",
    "names", "size",  "nbytes", "is_leaf", "__name__", "__class__", "__dict__"};

// Methods that end the graph whatever the receiver is.
constexpr std::array<std::string_view, 48> kEndingMethods{"detach",
                                                          "detach_",
                                                          "item",
                                                          "tolist",
                                                          "numpy",
                                                          "size",
                                                          "dim",
                                                          "numel",
                                                          "nelement",
                                                          "argmax",
                                                          "argmin",
                                                          "argsort",
                                                          "eq",
                                                          "ne",
                                                          "lt",
                                                          "le",
                                                          "gt",
                                                          "ge",
                                                          "equal",
                                                          "allclose",
                                                          "isnan",
                                                          "isinf",
                                                          "isfinite",
                                                          "any",
                                                          "all",
                                                          "nonzero",
                                                          "sign",
                                                          "stride",
                                                          "data_ptr",
                                                          "long",
                                                          "int",
                                                          "bool",
                                                          "is_contiguous",
                                                          "element_size",
                                                          "count",
                                                          "clear",
                                                          "sort_",
                                                          "is_floating_point",
                                                          "is_complex",
                                                          "get_device",
                                                          "bincount",
                                                          "multinomial",
                                                          "bernoulli",
                                                          "entropy_",
                                                          "keys",
                                                          "index",
                                                          "remove",
                                                          "requires_grad_"};

constexpr std::array<std::string_view, 28> kEndingBuiltins{
    "float",   "int",      "bool",       "str",        "len",  "repr",       "format",
    "print",   "range",    "isinstance", "issubclass", "type", "id",         "hash",
    "hasattr", "callable", "ascii",      "complex",    "bin",  "hex",        "open",
    "input",   "any",      "all",        "dir",        "chr",  "ValueError", "RuntimeError"};

// Methods of loggers, progress bars and the like, which turn what they get into
// text or numbers.
constexpr std::array<std::string_view, 21> kLoggingMethods{
    "add_scalar",  "add_scalars", "add_histogram",   "add_image",
    "set_postfix", "info",        "debug",           "warning",
    "warn",        "error",       "exception",       "critical",
    "write",       "writerow",    "set_description", "set_postfix_str",
    "log_metric",  "log_scalar",  "add_text",        "report_scalar",
    "format"};

constexpr std::array<std::string_view, 7> kEndingFunctions{
    "argmax", "argmin", "argsort", "isnan", "isfinite", "is_tensor", "save"};

constexpr std::array<std::string_view, 3> kAddingMethods{"append", "appendleft", "add"};

constexpr std::array<std::string_view, 3> kBackwardWords{"backward", "grad_scaler", "gradscaler"};
constexpr std::array<std::string_view, 3> kGraphProbes{"retain_grad", "register_hook", "grad"};

// Which part of a container holds the value: the one with that constant key or
// position, or any part.
struct Part {
  std::string_view key;  // source text of the string literal, "" for any
  int index = -1;        // position in a tuple, -1 for any
  int around = 0;        // containers around the one that has the part, in any place of each
  bool whole() const { return key.empty() && index < 0; }
  friend bool operator<(const Part& a, const Part& b) {
    return std::tie(a.key, a.index, a.around) < std::tie(b.key, b.index, b.around);
  }
};

// Where the value is when what has it in `part` becomes an item of a container.
Part as_item(Part part) {
  if (part.whole() || part.around == kMaxAround) return {};
  ++part.around;
  return part;
}

// Where the value is in an item of what has it in `part`.
Part of_item(Part part) {
  if (part.around == 0) return {};
  --part.around;
  return part;
}

enum class Place : std::uint8_t { Expression, Definition, Attribute };

struct Item {
  Place place;
  std::uint32_t id;  // node, definition, or the attribute node that was stored to
  Part part;
};

std::string_view string_content(const SyntaxTree& tree, NodeId literal) {
  const std::string_view text = tree.text(literal);
  const auto open = text.find_first_of("'\"");
  if (open == std::string_view::npos || text.size() < open + 2) return {};
  return text.substr(open + 1, text.size() - open - 2);
}

int small_integer(const SyntaxTree& tree, NodeId literal) {
  const std::string_view text = tree.text(literal);
  if (text.empty() || text.size() > 4) return -1;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

// The part of a container that a constant subscript or key names.
Part part_of_key(const SyntaxTree& tree, NodeId key) {
  Part part;
  if (tree.is(key, Kind::String)) part.key = string_content(tree, key);
  if (tree.is(key, Kind::Integer)) part.index = small_integer(tree, key);
  return part;
}

// Can the value in `held` be in what a read of `wanted` gives?
bool may_be_same_part(const Part& held, const Part& wanted) {
  if (held.whole() || wanted.whole() || held.around > 0) return true;
  if (!held.key.empty() && !wanted.key.empty()) return held.key == wanted.key;
  if (held.index >= 0 && wanted.index >= 0) return held.index == wanted.index;
  return false;
}

class FateTracer {
 public:
  FateTracer(const SemanticModel& model, FlowCaches& caches, NamesCache& names, int& steps,
             NodeId summary_of)
      : model_(model),
        tree_(model.tree()),
        bindings_(model.bindings()),
        caches_(caches),
        names_cache_(names),
        calls_(model, names),
        steps_(steps),
        summary_of_(summary_of) {}

  void start_expression(NodeId expr) { push_expression(expr, {}); }
  void start_definition(DefId def) { push_definition(def, {}); }
  ParameterFate run();
  bool cut_short() const { return cut_short_; }

 private:
  void push_expression(NodeId expr, Part part);
  void push_definition(DefId def, Part part);
  void push_attribute(NodeId attribute, Part part);

  void definition(DefId def, Part part);
  void other_cells(DefId def, Part part);
  void attribute(NodeId stored, Part part);
  void expression(NodeId expr, Part part);
  void receiver(const Consumer& consumer, Part part);
  void method(NodeId expr, const Consumer& consumer, Part part);
  void container_method(NodeId call, std::string_view name, Part part);
  void argument(NodeId expr, const Consumer& consumer, Part part);
  void local_call(NodeId expr, NodeId call, NodeId function);
  bool call_elsewhere(const Consumer& consumer);
  void library_call(NodeId expr, const Consumer& consumer, Part part);
  bool ends_at_library(NodeId call, NodeId called);
  void run_by_library(NodeId call, NodeId called);
  void read_by_name(NodeId call);
  bool stored_by_method(NodeId call, NodeId called, Part part);
  void subscripted(NodeId subscript, Part part);
  void element(NodeId expr, NodeId display, Part part);
  void assigned(NodeId statement, Part part);
  void assign_target(NodeId target, Part part);
  bool set_by_method(NodeId subscript);
  void assign_pattern(NodeId pattern, Part part);
  void augmenting(NodeId statement, Part part);
  void returned(NodeId expr, NodeId statement, Part part);
  void lambda_returned(NodeId lambda, Part part);
  void yielded(NodeId expr);
  void iterated(NodeId clause, Part part);
  void with_item(NodeId expr, Part part);
  void into_container(NodeId container, Part part);
  void into_container_of(DefId def, Part part);
  void into_argument_of_callers(const Definition& parameter, Part part);
  bool is_store_target(NodeId n) const;
  ParameterFate summary(NodeId parameter);
  void merge(const Fate& other, NodeId call);

  void mark_backward(NodeId at);
  void mark_unknown(NodeId at);   // we lost track of it
  void mark_unseen(NodeId call);  // an argument of code that is not in the file
  void mark_escape(bool Fate::*how, NodeId at);
  void mark_revealed(bool reveals, NodeId at);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  FlowCaches& caches_;
  NamesCache& names_cache_;
  Calls calls_;
  int& steps_;         // shared with the summaries that one query asks for
  NodeId summary_of_;  // the function whose parameter is being summarised
  bool cut_short_ = false;
  ParameterFate result_;
  std::vector<Item> queue_;
  std::set<std::tuple<Place, std::uint32_t, Part>> seen_;
  // A function that hands its parameter to itself leads back to where we were.
  std::set<std::pair<DefId, Part>> containers_seen_;
};

// ---- the worklist -------------------------------------------------------------

void FateTracer::mark_backward(NodeId at) {
  if (!result_.fate.backward) result_.fate.backward_at = at;
  result_.fate.backward = true;
}

void FateTracer::mark_unknown(NodeId at) {
  if (!result_.fate.unknown) result_.fate.unknown_at = at;
  result_.fate.unknown = true;
  result_.fate.lost = true;
}

void FateTracer::mark_unseen(NodeId call) {
  const bool lost = result_.fate.lost;
  mark_unknown(call);
  result_.fate.lost = lost;
}

void FateTracer::mark_escape(bool Fate::*how, NodeId at) {
  if (result_.fate.escapes_at == kNoNode) result_.fate.escapes_at = at;
  result_.fate.*how = true;
}

void FateTracer::mark_revealed(bool reveals, NodeId at) {
  if (!reveals) return;
  if (!result_.fate.revealed) result_.fate.revealed_at = at;
  result_.fate.revealed = true;
}

void FateTracer::push_expression(NodeId expr, Part part) {
  if (expr == kNoNode) return;
  if (seen_.emplace(Place::Expression, expr, part).second) {
    queue_.push_back({Place::Expression, expr, part});
  }
}

void FateTracer::push_definition(DefId def, Part part) {
  if (def == kNone) return;
  if (seen_.emplace(Place::Definition, def, part).second) {
    queue_.push_back({Place::Definition, def, part});
  }
}

void FateTracer::push_attribute(NodeId attribute, Part part) {
  if (seen_.emplace(Place::Attribute, attribute, part).second) {
    queue_.push_back({Place::Attribute, attribute, part});
  }
}

ParameterFate FateTracer::run() {
  while (!queue_.empty()) {
    const Item item = queue_.back();
    queue_.pop_back();
    if (++steps_ > kMaxSteps) {
      mark_unknown(item.place == Place::Definition ? bindings_.definition(item.id).node : item.id);
      break;
    }
    switch (item.place) {
      case Place::Expression:
        expression(item.id, item.part);
        break;
      case Place::Definition:
        definition(item.id, item.part);
        break;
      case Place::Attribute:
        attribute(item.id, item.part);
        break;
    }
  }
  return result_;
}

// ---- places -------------------------------------------------------------------

void FateTracer::definition(DefId def, Part part) {
  const Definition& d = bindings_.definition(def);
  const Scope& scope = bindings_.scope(d.scope);
  if (scope.has_dynamic_names) mark_unknown(d.node);
  for (const UseId u : d.uses) {
    const Use& use = bindings_.use(u);
    if (use.captured) mark_escape(&Fate::captured, use.node);
    const NodeId parent = tree_.parent(use.node);
    const bool augmented =
        tree_.is(parent, Kind::AugmentedAssignment) && tree_.field(use.node) == Field::Left;
    if (!augmented) push_expression(use.node, part);
  }
  for (const DefId phi : d.phis) push_definition(phi, part);
  if (scope.kind == ScopeKind::Module && model_.is_notebook()) other_cells(def, part);
  if (scope.kind == ScopeKind::Class && d.node != kNoNode) {
    mark_escape(&Fate::stored_attribute, d.node);
    for (const AttributeAccess& access :
         model_.attribute_accesses(bindings_.variable_of(def).name)) {
      if (access.is_load) push_expression(access.node, part);
    }
  }
}

// The reads in cells that can be run after the one that makes the definition.
void FateTracer::other_cells(DefId def, Part part) {
  const auto cell = model_.cell_of(bindings_.definition(def).node);
  for (const UseId u : bindings_.variable_of(def).uses) {
    const NodeId node = bindings_.use(u).node;
    if (model_.cell_of(node) != cell && model_.sees_other_cells(u)) push_expression(node, part);
  }
}

// Every load of the attribute in the file, but for those through the `self` of
// a class that has nothing to do with the one that stores it.
void FateTracer::attribute(NodeId stored, Part part) {
  mark_escape(&Fate::stored_attribute, stored);
  const std::string_view name = last_name(tree_, stored);
  const ProjectPlace& place = model_.place();
  if (place.project != nullptr && !place.names_only &&
      place.project->may_differentiate_attribute(place.file, name)) {
    mark_unseen(stored);
  }
  NodeId owner = kNoNode;
  const auto accesses = model_.attribute_accesses(name);
  for (const AttributeAccess& access : accesses) {
    if (access.node == stored) owner = access.klass;
  }
  NameResolver& names = calls_.names();
  const auto related = [&](NodeId other) {
    if (owner == kNoNode || other == kNoNode || names.related(owner, other)) return true;
    const auto& classes = names.classes();  // two bases of one class
    return std::any_of(classes.begin(), classes.end(), [&](const ClassInfo& c) {
      return names.derives(c.node, owner) && names.derives(c.node, other);
    });
  };
  for (const AttributeAccess& access : accesses) {
    if (access.is_load && related(access.klass)) push_expression(access.node, part);
  }
}

bool FateTracer::is_store_target(NodeId n) const {
  NodeId up = tree_.parent(n);
  while (tree_.is(up, Kind::PatternList) || tree_.is(up, Kind::TuplePattern) ||
         tree_.is(up, Kind::ListPattern)) {
    n = up;
    up = tree_.parent(up);
  }
  return (tree_.is(up, Kind::Assignment) || tree_.is(up, Kind::AugmentedAssignment) ||
          tree_.is(up, Kind::ForStatement)) &&
         tree_.field(n) == Field::Left;
}

void FateTracer::expression(NodeId expr, Part part) {
  if (is_store_target(expr)) return;
  const Consumer consumer = model_.consumer_of(expr);
  switch (consumer.role) {
    case Role::Discarded:
      return mark_revealed(model_.is_displayed(model_.statement_of(expr)), expr);
    case Role::Formatted:
      return mark_revealed(interpolation_reveals(model_, expr), expr);
    case Role::Index:
    case Role::Compared:
    case Role::Condition:
    case Role::Deleted:
    case Role::Raised:
    case Role::Annotation:
    case Role::BaseClass:
      return;
    case Role::Receiver:
      return receiver(consumer, part);
    case Role::MethodReceiver:
      return method(expr, consumer, part);
    case Role::Operand:
      if (is_percent_format(model_, consumer.node)) {
        if (part.around > 0) part = {};
        return mark_revealed(percent_reveals(model_, consumer.node, {part.index, part.key}), expr);
      }
      return push_expression(consumer.node, part);
    case Role::Callee:
    case Role::Awaited:
      return push_expression(consumer.node, part);
    case Role::Argument:
      return argument(expr, consumer, part);
    case Role::Subscripted:
      return subscripted(consumer.node, part);
    case Role::Element:
      return element(expr, consumer.node, part);
    case Role::Assigned:
      return assigned(consumer.node, part);
    case Role::Augmenting:
      return augmenting(consumer.node, part);
    case Role::Returned:
      return returned(expr, consumer.node, part);
    case Role::Yielded:
      return yielded(expr);
    case Role::Iterated:
      return iterated(consumer.node, part);
    case Role::WithItem:
      return with_item(expr, part);
    case Role::Decorator:
    case Role::DefaultValue:
    case Role::Other:
      return mark_unknown(expr);
  }
}

// ---- receivers ------------------------------------------------------------------

void FateTracer::receiver(const Consumer& consumer, Part part) {
  if (is_store_target(consumer.node)) return;
  if (is_one_of(consumer.name, kPlainAttributes)) return;
  if (consumer.name == "grad" || contains_word(consumer.name, kBackwardWords)) {
    return mark_backward(consumer.node);
  }
  if (consumer.name == "grad_fn" || consumer.name == "requires_grad") {
    return mark_unknown(consumer.node);
  }
  const NodeId object = tree_.child(consumer.node, Field::Object);
  if (const MethodInfo* info = model_.knowledge().attribute(consumer.name, model_.facts(object))) {
    if (info->ends_graph || info->result.has_any(Fact::NoGraph | Fact::Number)) return;
  }
  push_expression(consumer.node, part.around > 0 ? Part{} : part);
}

void FateTracer::method(NodeId expr, const Consumer& consumer, Part part) {
  const NodeId call = consumer.node;
  if (contains_word(consumer.name, kBackwardWords) || is_one_of(consumer.name, kGraphProbes)) {
    return mark_backward(call);
  }
  const Facts facts = model_.facts(expr);
  if (facts.must_be(Fact::Container)) return container_method(call, consumer.name, part);
  if (const MethodInfo* info = model_.knowledge().method(consumer.name, facts)) {
    if (info->ends_graph || info->result.has(Fact::NoGraph)) return;
    return push_expression(call, part);
  }
  if (is_one_of(consumer.name, kEndingMethods)) return;
  container_method(call, consumer.name, part);
}

// get and pop read one part; the others give the value on with everything else.
void FateTracer::container_method(NodeId call, std::string_view name, Part part) {
  if ((is_storing_method(name) && name != "setdefault") || name == "keys") return;
  if (is_one_of(name, kEndingMethods) || name == "update" || name == "sort") return;
  if (name == "get" || name == "pop" || name == "setdefault") {
    const std::vector<NodeId> arguments = model_.arguments(call);
    const Part wanted = arguments.empty() ? Part{} : part_of_key(tree_, arguments.front());
    if (!wanted.key.empty() && !may_be_same_part(part, wanted)) return;
    return push_expression(call, of_item(part));
  }
  const bool copies = name == "copy" || name == "to" || name == "cpu" || name == "cuda";
  push_expression(call, copies ? part : Part{});
}

void FateTracer::subscripted(NodeId subscript, Part part) {
  if (is_store_target(subscript)) return;
  const NodeId key = tree_.child(subscript, Field::Subscript);
  if (!part.whole() && !may_be_same_part(part, part_of_key(tree_, key))) return;
  if (!tree_.is(key, Kind::Slice)) return push_expression(subscript, of_item(part));
  push_expression(subscript, part.around > 0 ? part : Part{part.key, -1});
}

// ---- calls --------------------------------------------------------------------------

void FateTracer::merge(const Fate& other, NodeId call) {
  Fate& fate = result_.fate;
  if (other.backward) mark_backward(other.backward_at == kNoNode ? call : other.backward_at);
  const NodeId unknown_at = other.unknown_at == kNoNode ? call : other.unknown_at;
  if (other.lost) mark_unknown(unknown_at);
  if (other.unknown) mark_unseen(unknown_at);
  if (other.escapes() && fate.escapes_at == kNoNode) {
    fate.escapes_at = other.escapes_at == kNoNode ? call : other.escapes_at;
  }
  fate.returned |= other.returned;
  fate.stored_attribute |= other.stored_attribute;
  fate.stored_container |= other.stored_container;
  fate.captured |= other.captured;
  fate.yielded |= other.yielded;
  fate.in_forward_output |= other.in_forward_output;
  mark_revealed(other.revealed, other.revealed_at == kNoNode ? call : other.revealed_at);
}

// What a local function does with its parameter. While a summary is being made,
// a recursive call is taken to give the value back: the outer summary collects
// the rest.
ParameterFate FateTracer::summary(NodeId parameter) {
  auto& known = caches_.parameter_fates;
  if (const auto found = known.find(parameter); found != known.end()) return found->second;
  if (!caches_.parameters_in_progress.insert(parameter).second) {
    cut_short_ = true;
    ParameterFate recursive;
    recursive.comes_back = true;
    return recursive;
  }
  NodeId function = tree_.parent(parameter);
  while (!tree_.is(function, Kind::FunctionDefinition) && !tree_.is(function, Kind::Lambda)) {
    function = tree_.parent(function);
  }
  FateTracer inner(model_, caches_, names_cache_, steps_, function);
  inner.start_definition(bindings_.definition_at(parameter));
  ParameterFate fate = inner.run();
  caches_.parameters_in_progress.erase(parameter);
  if (inner.cut_short_ && !caches_.parameters_in_progress.empty()) {
    cut_short_ = true;
    return fate;
  }
  if (steps_ <= kMaxSteps) known.emplace(parameter, fate);
  return fate;
}

void FateTracer::local_call(NodeId expr, NodeId call, NodeId function) {
  NodeId within_list = expr;
  const NodeId list = tree_.child(call, Field::Arguments);
  while (within_list != list && tree_.parent(within_list) != list && within_list != kNoNode) {
    within_list = tree_.parent(within_list);
  }
  const NodeId parameter = calls_.parameter_for(call, function, within_list);
  if (parameter == kNoNode || bindings_.definition_at(parameter) == kNone) {
    mark_unknown(call);
    return push_expression(call, {});
  }
  const ParameterFate fate = summary(parameter);
  merge(fate.fate, call);
  const NodeId name = tree_.child(function, Field::Name);
  const bool makes_object = name != kNoNode && tree_.text(name) == "__init__";
  if (fate.comes_back || makes_object) push_expression(call, {});
}

namespace {

// The parameter that a call of a function in another file gives an argument to.
const ParameterSummary* parameter_elsewhere(const FunctionSummary& function,
                                            const Consumer& argument, bool bound) {
  const auto of_kind = [&](ParameterSummary::Kind kind) -> const ParameterSummary* {
    const auto found = std::ranges::find(function.parameters, kind, &ParameterSummary::kind);
    return found == function.parameters.end() ? nullptr : &*found;
  };
  if (argument.name == "*" || argument.name == "**") return nullptr;
  if (argument.position < 0) {
    const auto found =
        std::ranges::find(function.parameters, argument.name, &ParameterSummary::name);
    if (found != function.parameters.end()) return &*found;
    return of_kind(ParameterSummary::Kind::Keywords);
  }
  const std::size_t position = static_cast<std::size_t>(argument.position) + (bound ? 1 : 0);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const ParameterSummary& one = function.parameters[i];
    if (one.kind == ParameterSummary::Kind::Positionals) return &one;
    if (one.kind == ParameterSummary::Kind::Keywords) return nullptr;
    if (i == position) return &one;
  }
  return nullptr;
}

bool has_splat(const SyntaxTree& tree, NodeId call) {
  const NodeId list = tree.child(call, Field::Arguments);
  return tree.child_of_kind(list, Kind::ListSplat) != kNoNode;
}

}  // namespace

// The value goes into a function of another file, of which a summary tells.
bool FateTracer::call_elsewhere(const Consumer& consumer) {
  if (model_.place().names_only) return false;
  const NodeId call = consumer.node;
  const ProjectEntity entity = model_.callee_elsewhere(call);
  if (!entity) return false;
  const FunctionSummary& function = model_.place().project->summary(entity);
  if (!function.known || function.has_unknown_decorator || has_splat(tree_, call)) return false;
  const NodeId called = called_expression(model_, call);
  const bool by_class = tree_.is(called, Kind::Attribute) &&
                        calls_.names().class_elsewhere(tree_.child(called, Field::Object));
  const ParameterSummary* parameter =
      parameter_elsewhere(function, consumer, function.takes_self && !by_class);
  if (parameter == nullptr) return false;
  merge(parameter->fate, call);
  const bool makes_object = model_.place().project->name_of(entity) == "__init__";
  if (parameter->comes_back || makes_object) push_expression(call, {});
  return true;
}

// A library call that ends the graph, or only shows its arguments.
bool FateTracer::ends_at_library(NodeId call, NodeId called) {
  const std::string_view name = last_name(tree_, called);
  if (is_builtin(model_, called)) return is_one_of(name, kEndingBuiltins);
  const Symbol symbol = model_.qualified_name(called);
  if (symbol != kNoSymbol) {
    if (const CallableInfo* info = model_.knowledge().callable(symbol)) {
      if (info->result_keeps_graph) return false;
      if (info->leaf_constructor) return name != "as_tensor" && name != "asarray";
      constexpr FactSet kNoGraphKinds = Fact::NoGraph | Fact::Number | Fact::NdArray |
                                        Fact::String | Fact::None | Fact::IntTensor;
      return info->result.has_any(kNoGraphKinds);
    }
  }
  const std::string text = model_.qualified_text(called);
  if (text.substr(0, 6) == "numpy.") return true;
  if (text.substr(0, 6) == "torch.") return is_one_of(name, kEndingFunctions);
  if (text.starts_with("logging.") || text.starts_with("pprint.")) return true;
  if (text == "IPython.display.display") return true;
  if (tree_.is(called, Kind::Attribute) && is_one_of(name, kLoggingMethods)) {
    const Facts facts = model_.facts(tree_.child(called, Field::Object));
    return calls_.run_by(call).empty() && !facts.could_be(Fact::Container);
  }
  return false;
}

// receiver.append(value) and its like.
bool FateTracer::stored_by_method(NodeId call, NodeId called, Part part) {
  if (!tree_.is(called, Kind::Attribute)) return false;
  const NodeId object = tree_.child(called, Field::Object);
  const std::string_view name = last_name(tree_, called);
  const Facts facts = model_.facts(object);
  const bool as_tensor =
      facts.may_be(Fact::Tensor) || (facts.could_be(Fact::Tensor) && !is_storing_method(name));
  if (as_tensor && !facts.may_be(Fact::Container)) {
    // x.add_(value), x.copy_(value): the receiver joins the graph.
    if (!name.empty() && name.back() == '_') into_container(object, {});
    push_expression(call, {});
    return true;
  }
  const bool updates = name == "update" && facts.may_be(Fact::Container);
  if (!is_storing_method(name) && !updates) return false;
  // update(key=value) and update({"key": value}) keep the key; append and its like add
  // an item, extend those of its argument.
  const bool adds_item = facts.must_be(Fact::Container) && is_one_of(name, kAddingMethods);
  into_container(object, updates ? part : adds_item ? as_item(part) : Part{});
  return true;
}

// map(f, values), functools.partial(f, values): a function that is handed over
// together with the value gets to see it.
void FateTracer::run_by_library(NodeId call, NodeId called) {
  for (const NodeId argument : model_.arguments(call)) {
    const NodeId function = calls_.function_value(argument);
    if (function == kNoNode) continue;
    for (const NodeId parameter : parameter_names(tree_, function)) {
      if (bindings_.definition_at(parameter) != kNone) merge(summary(parameter).fate, call);
    }
  }
  constexpr std::array<std::string_view, 5> kRunners{"map", "filter", "partial", "reduce",
                                                     "starmap"};
  const NodeId first = model_.argument(call, 0, "");
  if (!is_one_of(last_name(tree_, called), kRunners) || first == kNoNode) return;
  const bool seen = calls_.function_value(first) != kNoNode || is_builtin(model_, first) ||
                    !model_.qualified_text(first).empty();
  if (!seen) mark_unseen(call);
}

// getattr(value, "name")
void FateTracer::read_by_name(NodeId call) {
  const NodeId key = model_.argument(call, 1, "");
  if (!tree_.is(key, Kind::String)) return mark_unknown(call);
  const std::string_view name = string_content(tree_, key);
  if (name == "grad" || contains_word(name, kBackwardWords)) return mark_backward(call);
  push_expression(call, {});
}

void FateTracer::library_call(NodeId expr, const Consumer& consumer, Part part) {
  const NodeId call = consumer.node;
  const NodeId called = called_expression(model_, call);
  if (is_builtin_name(model_, called, "getattr")) return read_by_name(call);
  run_by_library(call, called);
  mark_revealed(call_reveals(model_, expr, consumer), call);
  if (ends_at_library(call, called)) return;
  const NodeId out = model_.argument(call, -1, "out");
  if (out != kNoNode) into_container(out, {});
  const Facts facts = model_.facts(called);
  const Symbol symbol = model_.qualified_name(called);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model_.knowledge().callable(symbol);
  if (info != nullptr) return push_expression(call, {});
  if (stored_by_method(call, called, part)) return;
  push_expression(call, {});
  if (is_pure_library(model_, call) || facts.could_be(Fact::Module) || facts.could_be(Fact::Loss)) {
    return;
  }
  if (calls_.names().class_named_by(called) != kNoNode) {
    return mark_escape(&Fate::stored_container, call);  // a record class keeps its fields
  }
  if (tree_.is(called, Kind::Attribute)) {
    const Facts object = model_.facts(tree_.child(called, Field::Object));
    if (object.must_be(Fact::TrackedMeter) || object.must_be(Fact::GradScaler)) return;
    const MethodInfo* method = model_.knowledge().method(last_name(tree_, called), object);
    if (method != nullptr) return;
  }
  mark_unseen(call);
}

void FateTracer::argument(NodeId expr, const Consumer& consumer, Part part) {
  const NodeId call = consumer.node;
  const NodeId called = called_expression(model_, call);
  const std::string_view name = last_name(tree_, called);
  constexpr EffectBits kDifferentiates =
      static_cast<EffectBits>(Effect::Backward) | static_cast<EffectBits>(Effect::AutogradGrad);
  const Symbol symbol = model_.qualified_name(called);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model_.knowledge().callable(symbol);
  if (info != nullptr && (info->effects & kDifferentiates) != 0) return mark_backward(call);
  const std::vector<NodeId> functions = calls_.run_by(call);
  for (const NodeId function : functions) local_call(expr, call, function);
  if (!functions.empty() || call_elsewhere(consumer)) return;
  if (contains_word(name, kBackwardWords)) return mark_backward(call);
  const bool splat = consumer.name == "*" || consumer.name == "**";
  library_call(expr, consumer, splat || consumer.name.empty() ? part : Part{consumer.name, -1});
}

// ---- assignments --------------------------------------------------------------------

void FateTracer::assign_target(NodeId target, Part part) {
  switch (tree_.kind(target)) {
    case Kind::Identifier:
      return push_definition(bindings_.definition_at(target), part);
    case Kind::Attribute: {
      const std::string_view name = last_name(tree_, target);
      if (name != "data" && name != "grad") push_attribute(target, part);
      return;
    }
    case Kind::Subscript: {
      const Part key = part_of_key(tree_, tree_.child(target, Field::Subscript));
      if (set_by_method(target)) return;
      return into_container(tree_.child(target, Field::Value), key.key.empty() ? Part{} : key);
    }
    case Kind::PatternList:
    case Kind::TuplePattern:
    case Kind::ListPattern:
      return assign_pattern(target, part);
    case Kind::ListSplatPattern:
      return assign_target(tree_.first_child(target), {});
    default:
      return mark_unknown(target);
  }
}

// collector["loss"] = value, where a class of the file has a __setitem__.
bool FateTracer::set_by_method(NodeId subscript) {
  const NodeId setter = calls_.names().item_setter(subscript);
  if (setter == kNoNode) return false;
  const std::vector<NodeId> parameters = parameter_names(tree_, setter);
  if (parameters.size() != 3 || bindings_.definition_at(parameters[2]) == kNone) return false;
  merge(summary(parameters[2]).fate, subscript);
  return true;
}

void FateTracer::assign_pattern(NodeId pattern, Part part) {
  std::vector<NodeId> targets;
  bool splat = false;
  for (const NodeId target : tree_.children(pattern)) {
    targets.push_back(target);
    splat = splat || tree_.is(target, Kind::ListSplatPattern);
  }
  const auto wanted = static_cast<std::size_t>(part.index);
  if (part.around > 0) {
    for (const NodeId target : targets) assign_target(target, of_item(part));
    return;
  }
  if (part.index >= 0 && !splat && wanted < targets.size()) {
    return assign_target(targets[wanted], {});
  }
  for (const NodeId target : targets) assign_target(target, {});
}

void FateTracer::assigned(NodeId statement, Part part) {
  if (tree_.is(statement, Kind::NamedExpression)) {
    push_expression(statement, part);
    return assign_target(tree_.child(statement, Field::Name), part);
  }
  assign_target(tree_.child(statement, Field::Left), part);
  const NodeId outer = tree_.parent(statement);  // a = b = value
  if (tree_.is(outer, Kind::Assignment)) assigned(outer, part);
}

void FateTracer::augmenting(NodeId statement, Part part) {
  const NodeId target = tree_.child(statement, Field::Left);
  const bool container = model_.facts(target).could_be(Fact::Container) ||
                         tree_.is(tree_.child(statement, Field::Right), Kind::List);
  if (tree_.is(target, Kind::Identifier)) {
    push_definition(bindings_.definition_at(target), container ? Part{} : part);
    if (container) into_container(target, {});
    return;
  }
  assign_target(target, {});
}

void FateTracer::element(NodeId expr, NodeId display, Part part) {
  const Kind kind = tree_.kind(display);
  if (kind == Kind::Dictionary) {
    NodeId pair = tree_.parent(expr);
    while (tree_.parent(pair) != display) pair = tree_.parent(pair);
    const NodeId key = tree_.is(pair, Kind::Pair) ? tree_.child(pair, Field::Key) : kNoNode;
    const bool merged = tree_.is(pair, Kind::DictionarySplat);
    const Part held =
        key != kNoNode && tree_.is(key, Kind::String) ? part_of_key(tree_, key) : Part{};
    return push_expression(display, merged ? part : held);
  }
  if (kind == Kind::Tuple || kind == Kind::ExpressionList) {
    int index = 0;
    for (const NodeId child : tree_.children(display)) {
      if (tree_.is(child, Kind::ListSplat)) index = -1;
      if (tree_.contains(child, expr) || index < 0) break;
      ++index;
    }
    return push_expression(display, {{}, index});
  }
  NodeId item = expr;
  while (tree_.is(tree_.parent(item), Kind::ParenthesizedExpression)) item = tree_.parent(item);
  const bool list = kind == Kind::List || kind == Kind::ListComprehension;
  push_expression(display, list && tree_.parent(item) == display ? as_item(part) : Part{});
}

// ---- containers ---------------------------------------------------------------------

// The value is put into the object that `container` evaluates to: follow all
// that can see this object.
void FateTracer::into_container(NodeId container, Part part) {
  result_.fate.stored_container = true;
  container = model_.strip_parentheses(container);
  switch (tree_.kind(container)) {
    case Kind::Identifier: {
      const DefId def = bindings_.reaching(container);
      if (def == kNone) return mark_unknown(container);
      const UseId use = bindings_.use_at(container);
      if (use != kNone && bindings_.use(use).captured) mark_escape(&Fate::captured, container);
      return into_container_of(def, part);
    }
    case Kind::Attribute:
      return push_attribute(container, part);
    case Kind::Subscript:
      return into_container(tree_.child(container, Field::Value), {});
    case Kind::Call: {
      const NodeId called = called_expression(model_, container);
      if (tree_.is(called, Kind::Attribute) && is_container_method(last_name(tree_, called))) {
        return into_container(tree_.child(called, Field::Object), {});
      }
      return mark_unknown(container);
    }
    default:
      return mark_unknown(container);
  }
}

void FateTracer::into_container_of(DefId def, Part part) {
  if (!containers_seen_.insert({def, part}).second) return;
  push_definition(def, part);
  const Definition& d = bindings_.definition(def);
  switch (d.kind) {
    case DefKind::Phi:
    case DefKind::LoopPhi:
    case DefKind::AugAssign:
      for (const DefId operand : d.operands) into_container_of(operand, part);
      return;
    case DefKind::Parameter:
      return into_argument_of_callers(d, part);
    case DefKind::Assign: {
      const NodeId value = d.value == kNoNode ? kNoNode : model_.strip_parentheses(d.value);
      if (value == kNoNode) return;
      const Kind kind = tree_.kind(value);
      if (kind == Kind::Attribute || kind == Kind::Subscript) return into_container(value, part);
      if (kind == Kind::Identifier && bindings_.reaching(value) != kNone) {
        return into_container_of(bindings_.reaching(value), part);
      }
      const NodeId outer = tree_.parent(value);
      if (kind == Kind::Assignment && tree_.is(outer, Kind::Assignment)) mark_unknown(value);
      return;
    }
    case DefKind::For:
      return into_container(d.value, {});
    case DefKind::Import:
      return mark_unknown(d.node);
    case DefKind::Unpack:
      if (tree_.is(d.value, Kind::Identifier)) into_container(d.value, {});
      return;
    default:
      return;
  }
}

// A container that came in as a parameter: the callers see the value.
void FateTracer::into_argument_of_callers(const Definition& parameter, Part part) {
  const NodeId function = bindings_.scope(parameter.scope).node;
  if (!tree_.is(function, Kind::FunctionDefinition)) return mark_unknown(parameter.node);
  const CallSites& sites = model_.call_sites(function);
  if (!sites.complete) mark_escape(&Fate::returned, parameter.node);
  for (const NodeId call : sites.calls) {
    for (const NodeId given : model_.arguments(call)) {
      const NodeId node =
          tree_.is(tree_.parent(given), Kind::KeywordArgument) ? tree_.parent(given) : given;
      if (calls_.parameter_for(call, function, node) == parameter.node) {
        into_container(given, part);
      }
    }
  }
}

void FateTracer::iterated(NodeId clause, Part part) {
  const NodeId left = tree_.child(clause, Field::Left);
  if (left == kNoNode) return mark_unknown(clause);
  // A dict gives its values in the second place of its items, a count goes before them.
  const NodeId source = model_.strip_parentheses(tree_.child(clause, Field::Right));
  const bool paired = model_.method_name(source) == "items" ||
                      (tree_.is(source, Kind::Call) &&
                       is_builtin_name(model_, tree_.child(source, Field::Function), "enumerate"));
  const bool pattern = tree_.is(left, Kind::PatternList) || tree_.is(left, Kind::TuplePattern);
  if (paired && pattern) return assign_pattern(left, {{}, 1});
  assign_target(left, paired ? Part{} : of_item(part));
}

void FateTracer::with_item(NodeId expr, Part part) {
  NodeId up = tree_.parent(expr);
  while (up != kNoNode && !tree_.is(up, Kind::AsPattern) && !tree_.is(up, Kind::WithItem)) {
    up = tree_.parent(up);
  }
  if (!tree_.is(up, Kind::AsPattern)) return;
  const NodeId alias = tree_.child(up, Field::Alias);
  if (alias != kNoNode) assign_target(tree_.first_child(alias), part);
}

// ---- leaving the function ---------------------------------------------------------------

void FateTracer::returned(NodeId expr, NodeId statement, Part part) {
  if (tree_.is(statement, Kind::Lambda)) return lambda_returned(statement, part);
  const NodeId function = model_.function_of(expr);
  if (function == kNoNode) return;
  if (function == summary_of_) {
    result_.comes_back = true;
    return;
  }
  const NodeId klass = model_.method_class(function);
  const NodeId name = tree_.child(function, Field::Name);
  if (klass != kNoNode && name != kNoNode && tree_.text(name) == "forward" &&
      model_.derives_from(klass, "torch.nn.Module")) {
    result_.fate.in_forward_output = true;
  }
  const CallSites& sites = model_.call_sites(function);
  if (!sites.complete) mark_escape(&Fate::returned, statement);
  for (const NodeId call : sites.calls) push_expression(call, part);
}

void FateTracer::lambda_returned(NodeId lambda, Part part) {
  if (lambda == summary_of_) {
    result_.comes_back = true;
    return;
  }
  const Consumer consumer = model_.consumer_of(lambda);
  if (consumer.role == Role::Argument &&
      is_builtin(model_, called_expression(model_, consumer.node))) {
    return push_expression(consumer.node, {});  // map(lambda …), sorted(key=…)
  }
  if (consumer.role == Role::Assigned && tree_.is(consumer.node, Kind::Assignment)) {
    const NodeId target = tree_.child(consumer.node, Field::Left);
    const DefId def = tree_.is(target, Kind::Identifier) ? bindings_.definition_at(target) : kNone;
    if (def != kNone) return push_definition(def, part);  // a call of the name is its consumer
  }
  mark_unknown(lambda);
}

void FateTracer::yielded(NodeId expr) {
  const NodeId function = model_.function_of(expr);
  if (function == kNoNode) return;
  mark_escape(&Fate::yielded, expr);
  if (function == summary_of_) {
    result_.comes_back = true;
    return;
  }
  for (const NodeId call : model_.call_sites(function).calls) push_expression(call, {});
}

}  // namespace

Fate SemanticModel::fate(NodeId expr) const {
  auto& known = caches_->flow.expression_fates;
  if (const auto found = known.find(expr); found != known.end()) return found->second;
  int steps = 0;
  FateTracer tracer(*this, caches_->flow, caches_->names, steps, kNoNode);
  tracer.start_expression(expr);
  return known.insert_or_assign(expr, tracer.run().fate).first->second;
}

Fate SemanticModel::parameter_fate(NodeId identifier, bool& comes_back) const {
  const DefId def = bindings_.definition_at(identifier);
  Fate lost;
  lost.unknown = lost.lost = comes_back = true;
  if (def == kNone) return lost;
  int steps = 0;
  NodeId function = tree_->ancestor(identifier, Kind::FunctionDefinition);
  FateTracer tracer(*this, caches_->flow, caches_->names, steps, function);
  tracer.start_definition(def);
  const ParameterFate result = tracer.run();
  comes_back = result.comes_back;
  return result.fate;
}

Fate SemanticModel::fate_of(DefId def) const {
  auto& known = caches_->flow.definition_fates;
  if (const auto found = known.find(def); found != known.end()) return found->second;
  int steps = 0;
  FateTracer tracer(*this, caches_->flow, caches_->names, steps, kNoNode);
  tracer.start_definition(def);
  return known.insert_or_assign(def, tracer.run().fate).first->second;
}

}  // namespace mlfix
