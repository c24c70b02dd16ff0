// A file that is asked for a summary is parsed once more, by itself, and its
// model is kept for a while, as further questions tend to follow. What was
// answered stays for good: it is small.

#include "semantic/project/project_summaries.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "semantic/control/consumer.h"
#include "semantic/effects/background.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/module_origins.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/flow/kept_parameter.h"
#include "semantic/flow/places.h"
#include "semantic/flow/returned_graph.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/object_protocol.h"
#include "semantic/project/given_objects.h"
#include "semantic/project/outside_call.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/parsed_text.h"
#include "syntax/syntax_guard.h"
#include "syntax/token_count.h"

namespace mlfix {
namespace {

// Of Python text whose models are kept, in nodes of its tree: they take some 50 bytes for each.
constexpr std::size_t kRecentNodes = 1u << 19;
// A file with more words and signs than that, a thread of its own may be at, is not asked about;
// the largest of the files that mlfix is tried on has 76,000.
constexpr std::size_t kMostTokens = 1u << 17;
// A model counts as this much at least: thousands of short files would make the list of models
// long, which is searched for each question.
constexpr std::size_t kLeastNodes = 1024;
constexpr std::size_t kMaxCallerFiles = 16;
// Of more files that call something of the name it is not asked who may hold the object.
constexpr std::size_t kMaxNamingFiles = 48;
constexpr std::ptrdiff_t kMaxNamesakes = 1024;  // methods of one name that may be overrides
constexpr std::size_t kMaxAskedNamesakes = 32;  // methods of one name that are looked into
constexpr int kMaxSpareDepth = 3;
constexpr EffectBits kNotOfCallers =
    static_cast<EffectBits>(Effect::Yields) | static_cast<EffectBits>(Effect::Awaits);

NodeId function_named_at(const SyntaxTree& tree, Offset name_at, std::size_t size) {
  const NodeId name = tree.node_covering({name_at, static_cast<Offset>(name_at + size)});
  const NodeId function = name == kNoNode ? kNoNode : tree.parent(name);
  const bool found = function != kNoNode && tree.is(function, Kind::FunctionDefinition) &&
                     tree.child(function, Field::Name) == name;
  return found ? function : kNoNode;
}

NodeId class_at(const SyntaxTree& tree, TextRange range) {
  NodeId n = tree.node_covering({range.begin, range.begin + 1});
  while (n != kNoNode && !tree.is(n, Kind::ClassDefinition)) n = tree.parent(n);
  return n;
}

bool mentions_switch(const SemanticModel& model, std::string_view text) {
  return std::ranges::any_of(model.names(Meaning::SwitchesGradients), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

bool has_unknown_decorator(const SemanticModel& model, NodeId function) {
  const auto marks = decorators(model.tree(), function);
  return std::any_of(marks.begin(), marks.end(), [&](NodeId mark) {
    if (model.tree().is(mark, Kind::Call)) mark = model.tree().child(mark, Field::Function);
    const CallableInfo* info = model.knowledge().callable(model.qualified_name(mark));
    const bool switches = info != nullptr && info->grad_switch != GradSwitch::None;
    return !switches && !model.is_named(mark, "builtins.staticmethod") &&
           !model.is_named(mark, "builtins.classmethod");
  });
}

// Without places, which are of another file, and without the sinks that are the business of
// those who call the function.
Reach summarised(const Reach& reach, std::initializer_list<Sink> of_callers) {
  Reach summary = reach.elsewhere_without(of_callers);
  summary.comes_back = reach.comes_back || reach.has(Sink::Returned);
  return summary;
}

std::vector<ParameterSummary> parameters_of(const SyntaxTree& tree, NodeId function,
                                            ProjectEntity entity) {
  std::vector<ParameterSummary> all;
  for (const NodeId parameter : parameter_names(tree, function)) {
    ParameterSummary& one = all.emplace_back();
    one.function = entity;
    one.place = static_cast<std::uint32_t>(all.size() - 1);
    one.name = tree.text(parameter);
    if (tree.is(tree.parent(parameter), Kind::ListSplatPattern)) {
      one.kind = ParameterSummary::Kind::Positionals;
    } else if (tree.is(tree.parent(parameter), Kind::DictionarySplatPattern)) {
      one.kind = ParameterSummary::Kind::Keywords;
    }
  }
  return all;
}

FunctionSummary summarise(const SemanticModel& model, NodeId function, ProjectEntity entity) {
  const SyntaxTree& tree = model.tree();
  FunctionSummary summary;
  summary.known = true;
  summary.is_async = tree.is_async(function);
  summary.is_generator = model.is_generator(function);
  summary.takes_self = model.method_class(function) != kNoNode && !is_static_method(tree, function);
  summary.has_unknown_decorator = has_unknown_decorator(model, function);
  summary.parameters = parameters_of(tree, function, entity);
  if (mentions_switch(model, tree.text(function))) summary.as_guard = GradMode::Unknown;
  return summary;
}

int place_given_back(const SemanticModel& model, NodeId function) {
  const NodeId parameter = parameter_given_back(model, function);
  const std::vector<NodeId> all = parameter_names(model.tree(), function);
  const auto at = std::ranges::find(all, parameter);
  return parameter == kNoNode || at == all.end() ? -1 : static_cast<int>(at - all.begin());
}

ReturnSummary summarise_returned(const SemanticModel& model, NodeId function) {
  const auto [whole, element] = model.returned_facts(function);
  return {true,
          whole,
          element,
          model.returned_part_facts(function),
          model.returned_entry_facts(function),
          may_return_graph(model, function),
          returned_part_with_graph(model, function).index,
          result_given_on(model, function),
          place_given_back(model, function)};
}

EffectsSummary summarise_effects(const SemanticModel& model, NodeId function, EffectSet wanted) {
  const Effects effects = model.callee_effects(function, wanted);
  EffectsSummary summary{
      true, effects.bits & ~kNotOfCallers, effects.unseen_forward != kNoNode, {}};
  for (const RunElsewhere& run : effects.elsewhere) {
    summary.runs.emplace_back(run.function, run.handing);
  }
  return summary;
}

ModulesSummary summarise_modules(const SemanticModel& model, NodeId function) {
  const RunModules run = model.run_modules(function);
  ModulesSummary summary;
  summary.seen = run.unseen == kNoNode;
  for (const auto& [entity, at] : run.elsewhere) summary.modules.push_back(entity);
  for (const auto& [parameter, at] : run.given) summary.given.push_back(parameter);
  return summary;
}

// Of what nothing is known: it may get anywhere.
Reach lost() {
  Reach reach;
  reach.mark(Sink::Lost, kNoNode);
  return reach;
}

// Does every run of the function that returns come through `n`, as far as its blocks tell?
bool runs_always(const SyntaxTree& tree, NodeId n, NodeId body) {
  for (NodeId up = tree.parent(n); up != body; up = tree.parent(up)) {
    if (!tree.is(up, Kind::WithStatement) && !tree.is(up, Kind::ExpressionStatement) &&
        !tree.is(up, Kind::Assignment) && !tree.is(up, Kind::ReturnStatement) &&
        !tree.is(up, Kind::Block) && !tree.is(up, Kind::Call) && !tree.is(up, Kind::ArgumentList)) {
      return false;
    }
  }
  return true;
}

// Does the function run a module where gradients are off, by its own doing, and none where they
// are on, on all of its ways? A head on frozen features builds a graph of its own.
bool spares_graphs(const SemanticModel& model, NodeId function, int depth) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(function, Field::Body);
  if (depth == 0 || body == kNoNode) return false;
  const GradState whole = model.grad_mode(tree.first_child(body));
  if (whole.mode == GradMode::Disabled && whole.because != kNoNode &&
      tree.is(tree.parent(whole.because), Kind::Decorator)) {
    return true;
  }
  bool spares = false;
  for (NodeId n = body; n < tree.subtree_end(body); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const NodeId callee = model.callee(n);
    if (callee != kNoNode && callee != function && spares_graphs(model, callee, depth - 1)) {
      spares = true;
      continue;
    }
    const Facts called = model.facts(tree.child(n, Field::Function));
    if (!called.could_be(Fact::Module)) continue;
    if (model.grad_mode(n).mode != GradMode::Enabled) {
      spares = true;
    } else if (called.must_be(Fact::Module) && runs_always(tree, n, body)) {
      return false;
    }
  }
  return spares;
}

// Is the function only given to code of the project, which may run it in any gradient mode?
bool is_callback(const SemanticModel& model, NodeId function) {
  const CallSites& sites = model.call_sites(function);
  if (!sites.calls.empty() || sites.value_use == kNoNode) return false;
  const Consumer taker = model.consumer_of(sites.value_use);
  return taker.role == Role::Argument &&
         (model.callee(taker.node) != kNoNode || model.callee_elsewhere(taker.node));
}

bool is_self_call(const SyntaxTree& tree, NodeId call) {
  const NodeId function = tree.child(call, Field::Function);
  if (!tree.is(function, Kind::Attribute)) return false;
  const NodeId object = tree.child(function, Field::Object);
  return tree.is(object, Kind::Identifier) && tree.text(object) == "self";
}

// The answer of `ask`, or what is known of nothing when the file that it is asked
// about costs too much work. Which of its questions do then depends on their order.
template <typename Ask>
auto unless_too_dear(std::atomic<bool>& is_fleeting, const Ask& ask) -> decltype(ask()) {
  try {
    return ask();
  } catch (const GaveUp& reason) {
    if (reason.reason != GaveUp::Reason::Work) throw;
    is_fleeting = true;
    return {};
  }
}

// A question about what is in a file: whoever asks depends on the file, and what the file's model
// asks in turn is noted there.
class Inside {
 public:
  Inside(FileIndex file, QuestionLog* log) : model_((Listening::note(question(file)), log)) {}

 private:
  static ProjectQuestion question(FileIndex file) { return {ProjectQuestion::Kind::Inside, file}; }

  Listening model_;
};

// A file's calls by the last name of what they call, in source order.
class CallsByName {
 public:
  explicit CallsByName(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::Call)) continue;
      calls_[last_name(tree, called_expression(model, n))].push_back(n);
    }
  }

  std::span<const NodeId> of(std::string_view name) const {
    const auto found = calls_.find(name);
    return found == calls_.end() ? std::span<const NodeId>() : found->second;
  }

 private:
  std::unordered_map<std::string_view, std::vector<NodeId>> calls_;
};

// A file's calls of objects whose class, or one that it derives from, says what that does.
struct CallsOfObjects {
  explicit CallsOfObjects(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::Call)) continue;
      const NodeId here = model.callee(n);
      const ProjectEntity other = here == kNoNode ? model.callee_elsewhere(n) : ProjectEntity{};
      const std::string_view name = here != kNoNode ? tree.text(tree.child(here, Field::Name))
                                    : other         ? model.place().project->name_of(other)
                                                    : std::string_view();
      if (name == kCallMethod) all.push_back(n);
    }
  }
  std::vector<NodeId> all;
};

std::span<const NodeId> calls_by(const SemanticModel& model, std::string_view name) {
  return name == kCallMethod ? std::span<const NodeId>(model.notes<CallsOfObjects>(model).all)
                             : model.notes<CallsByName>(model).of(name);
}

bool can_be_asked(std::string_view text) {
  return text.size() <= kMostTokens ||
         (text.size() <= kMaxAnalysedSize && count_tokens(text) <= kMostTokens);
}

}  // namespace

struct Project::Summaries::Loaded {
  Loaded(std::shared_ptr<const ParsedText> text, const Knowledge& knowledge, ProjectPlace place,
         const StopRequest& stop)
      : parsed(std::move(text)),
        tree(parsed->tree),
        work(WorkBudget::limit_for(parsed->text.size()), stop),
        model(tree, knowledge, {}, place, &work) {}
  const std::shared_ptr<const ParsedText> parsed;
  const SyntaxTree& tree;
  WorkBudget work;
  const SemanticModel model;
  const std::size_t nodes = std::max<std::size_t>(tree.size(), kLeastNodes);
};

Project::Summaries::Summaries(const Project& project, const Knowledge& knowledge, StopRequest stop)
    : project_(project), knowledge_(knowledge), stop_(std::move(stop)) {}

Project::Summaries::~Summaries() = default;

std::shared_ptr<const ParsedText> Project::Summaries::parsed(FileIndex file) {
  if (auto kept = project_.parsed_text(file)) {
    project_.check_text(file, kept->text);
    return can_be_asked(kept->text) ? kept : nullptr;
  }
  auto source = project_.text_of(file);
  if (!source || !can_be_asked(*source)) return nullptr;
  Parser parser(stop_);
  auto text = std::make_shared<ParsedText>(std::move(*source), parser);
  text->tree.drop_parser_tree();
  project_.keep(file, text);
  return text;
}

std::shared_ptr<Project::Summaries::Loaded> Project::Summaries::load(FileIndex file) {
  {
    const std::lock_guard lock(mutex_);
    const auto known =
        std::ranges::find(recent_, file, [](const auto& entry) { return entry.first; });
    if (known != recent_.end()) {
      recent_.splice(recent_.begin(), recent_, known);
      return recent_.front().second;
    }
  }
  auto text = parsed(file);
  if (!text || text->verdict().use == FileUse::Nothing) return nullptr;
  auto loaded = std::make_shared<Loaded>(std::move(text), knowledge_,
                                         ProjectPlace::for_summaries(project_, file), stop_);
  const std::lock_guard lock(mutex_);
  recent_.emplace_front(file, loaded);
  recent_nodes_ += loaded->nodes;
  while (recent_nodes_ > kRecentNodes && recent_.size() > 1) {
    recent_nodes_ -= recent_.back().second->nodes;
    recent_.pop_back();
  }
  return loaded;
}

void Project::Summaries::renew(FileIndex file) {
  const std::lock_guard lock(mutex_);
  if (is_indexed_) {
    std::erase_if(called_names_, [&](const auto& entry) { return entry.second == file; });
    const auto others = static_cast<std::ptrdiff_t>(called_names_.size());
    for (const std::uint32_t name : project_.outline(file).called_names) {
      called_names_.emplace_back(name, file);
    }
    std::ranges::inplace_merge(called_names_, called_names_.begin() + others);
  }
  if (are_methods_indexed_) {
    std::erase_if(methods_, [&](const auto& entry) { return entry.second.file == file; });
    add_methods(file);
    std::ranges::sort(methods_);
  }
  const auto known =
      std::ranges::find(recent_, file, [](const auto& entry) { return entry.first; });
  if (known == recent_.end()) return;
  recent_nodes_ -= known->second->nodes;
  recent_.erase(known);
}

void Project::Summaries::drop_models() {
  const std::lock_guard lock(mutex_);
  recent_.clear();
  recent_nodes_ = 0;
}

// ---- functions ------------------------------------------------------------------

// Of the mutex of `index`, which the caller holds. What is answered without a model was answered
// with one before.
QuestionLog* Project::Summaries::log_of(FileIndex index) const {
  return project_.key_ ? &project_.files_[index]->questions : nullptr;
}

NodeId Project::Summaries::node_of(const SemanticModel& model, ProjectEntity function) const {
  const OutlineFunction& outlined = project_.outline(function.file).functions[function.index];
  return function_named_at(model.tree(), outlined.name_at, outlined.name.size());
}

template <typename Answer, typename Slot, typename Make>
const Answer& Project::Summaries::known_of(ProjectEntity function, const Answer& unknown,
                                           const Slot& slot, const Make& make) {
  File& file = *project_.files_[function.file];
  const std::lock_guard lock(file.mutex);
  const Inside inside(function.file, log_of(function.file));
  std::optional<Answer>& known = slot(file.functions[function.index]);
  if (known) return *known;
  auto made = unless_too_dear(file.is_fleeting, [&]() -> std::optional<Answer> {
    const auto loaded = load(function.file);
    const NodeId node = loaded ? node_of(loaded->model, function) : NodeId{kNoNode};
    return node == kNoNode ? std::nullopt : std::optional<Answer>(make(loaded->model, node));
  });
  return known.emplace(made ? std::move(*made) : unknown);
}

const FunctionSummary& Project::Summaries::of(ProjectEntity function) {
  return known_of(
      function, FunctionSummary(), [](File::Function & known) -> auto& { return known.summary; },
      [&](const SemanticModel& model, NodeId node) { return summarise(model, node, function); });
}

const ReturnSummary& Project::Summaries::returned_by(ProjectEntity function) {
  return known_of(
      function, ReturnSummary(), [](File::Function & known) -> auto& { return known.returned; },
      summarise_returned);
}

const EffectsSummary& Project::Summaries::effects_of(ProjectEntity function, EffectSet wanted) {
  return known_of(
      function, EffectsSummary(),
      [&](File::Function & known) -> auto& {
        return wanted == EffectSet::All ? known.all_effects : known.plain_effects;
      },
      [&](const SemanticModel& model, NodeId node) {
        return summarise_effects(model, node, wanted);
      });
}

const ModulesSummary& Project::Summaries::modules_of(ProjectEntity function) {
  return known_of(
      function, ModulesSummary(), [](File::Function & known) -> auto& { return known.modules; },
      summarise_modules);
}

const Reach& Project::Summaries::graph_of(const ParameterSummary& parameter) {
  return known_of(
      parameter.function,
      lost(), [&](File::Function & known) -> auto& { return known.graphs[parameter.place]; },
      [&](const SemanticModel& model, NodeId node) {
        return summarised(
            ValueFlow::of_parameter(model, GraphFlow(),
                                    parameter_names(model.tree(), node)[parameter.place]),
            {Sink::Returned, GraphFlow::kForwardOutput});
      });
}

const Reach& Project::Summaries::kept_of(const ParameterSummary& parameter) {
  return known_of(
      parameter.function,
      lost(), [&](File::Function & known) -> auto& { return known.kept[parameter.place]; },
      [&](const SemanticModel& model, NodeId node) {
        return summarised(
            kept_of_parameter(model, parameter_names(model.tree(), node)[parameter.place]),
            {Sink::Returned});
      });
}

bool Project::Summaries::fills(const ParameterSummary& parameter) {
  return known_of(
      parameter.function,
      true, [&](File::Function & known) -> auto& { return known.fills[parameter.place]; },
      [&](const SemanticModel& model, NodeId node) {
        return fills_parameter(model, parameter_names(model.tree(), node)[parameter.place]);
      });
}

bool Project::Summaries::spares_graphs(ProjectEntity function) {
  return known_of(
      function, false, [](File::Function & known) -> auto& { return known.spares_graphs; },
      [](const SemanticModel& model, NodeId node) {
        return mlfix::spares_graphs(model, node, kMaxSpareDepth);
      });
}

BackgroundCode Project::Summaries::background(FileIndex index) {
  File& file = *project_.files_[index];
  const std::lock_guard lock(file.mutex);
  const Inside inside(index, log_of(index));
  if (!file.background) {
    file.background = unless_too_dear(file.is_fleeting, [&] {
      const auto loaded = load(index);
      return loaded ? background_code(loaded->model) : BackgroundCode();
    });
  }
  return *file.background;
}

// Other files are asked one after the other, none while another one waits.
BackgroundEffects Project::Summaries::whole_background(FileIndex index) {
  const BackgroundCode code = background(index);
  BackgroundEffects whole = code.effects;
  // Of a method that the file calls on its own object what may stand in its place.
  const auto effects_of = [&](const auto& run) {
    if (run.first.file != index) {
      return run.second.effects_of(project_.reach(run.first, EffectSet::All).effects);
    }
    EffectBits effects = 0;
    const auto others = project_.overrides(run.first);
    for (std::size_t i = 0; others && i < others->size(); ++i) {
      effects |= run.second.effects_of(project_.reach((*others)[i], EffectSet::All).effects);
    }
    return others ? effects : static_cast<EffectBits>(Effect::MayNeedGraph);
  };
  for (const auto& run : code.iteration) whole.iteration |= effects_of_loading(effects_of(run));
  for (const auto& run : code.forwards) whole.forwards |= effects_on_gradients(effects_of(run));
  for (const auto& run : code.hooks) whole.hooks |= effects_of_hook(effects_of(run));
  for (const auto& run : code.implicit) whole.implicit |= effects_on_gradients(effects_of(run));
  return whole;
}

EffectBits Project::Summaries::method(FileIndex index, std::string_view name) {
  File& file = *project_.files_[index];
  const std::lock_guard lock(file.mutex);
  const Inside inside(index, log_of(index));
  if (!file.methods) {
    file.methods = unless_too_dear(file.is_fleeting, [&] {
      const auto loaded = load(index);
      return loaded ? method_effects(loaded->model) : decltype(method_effects(loaded->model))();
    });
  }
  const auto found = file.methods->find(name);
  return found == file.methods->end() ? 0 : found->second;
}

template <typename Answer, typename Find>
const Answer& Project::Summaries::of_attribute(ProjectEntity klass, std::string_view name,
                                               std::map<AttributeKey, Answer> File::*answers,
                                               const Find& find) {
  File& file = *project_.files_[klass.file];
  const std::lock_guard lock(file.mutex);
  const Inside inside(klass.file, log_of(klass.file));
  const AttributeKey key(klass.index, name);
  if (const auto known = (file.*answers).find(key); known != (file.*answers).end()) {
    return known->second;
  }
  Answer found = unless_too_dear(file.is_fleeting, [&]() -> Answer {
    const auto loaded = load(klass.file);
    if (!loaded) return {};
    const NodeId node =
        class_at(loaded->tree, project_.outline(klass.file).classes[klass.index].range);
    return node == kNoNode ? Answer() : find(loaded->model, node, name);
  });
  return (file.*answers).emplace(key, std::move(found)).first->second;
}

Facts Project::Summaries::attribute(ProjectEntity klass, std::string_view name) {
  return of_attribute(klass, name, &File::attributes,
                      [](const SemanticModel& model, NodeId node, std::string_view attribute) {
                        return model.attribute_facts(node, attribute);
                      });
}

const ObjectOrigins& Project::Summaries::objects_kept(ProjectEntity klass, std::string_view name) {
  return of_attribute(klass, name, &File::objects_kept, kept_objects);
}

// ---- callers --------------------------------------------------------------------

// A constructor is called by the name of its class.
GivenTo Project::Summaries::calls_giving(const ModuleParameter& parameter) const {
  const bool constructs = project_.name_of(parameter.function) == "__init__";
  const ProjectEntity called =
      constructs ? project_.class_of_method(parameter.function) : parameter.function;
  return {called, parameter.name, parameter.position};
}

template <typename Given, typename Find>
const Given& Project::Summaries::given_in(FileIndex index, const ModuleParameter& parameter,
                                          std::map<GivenKey, Given> File::*answers,
                                          const Find& find) {
  const GivenTo to = calls_giving(parameter);
  File& file = *project_.files_[index];
  const std::lock_guard lock(file.mutex);
  const Inside inside(index, log_of(index));
  const GivenKey key(parameter.function, parameter.name);
  if (const auto known = (file.*answers).find(key); known != (file.*answers).end()) {
    return known->second;
  }
  Given found = unless_too_dear(file.is_fleeting, [&] {
    const auto loaded = load(index);
    return loaded ? find(loaded->model, to) : Given();
  });
  return (file.*answers).emplace(key, std::move(found)).first->second;
}

const GivenModules& Project::Summaries::given(FileIndex index, const ModuleParameter& parameter) {
  return given_in(index, parameter, &File::given, given_modules);
}

const ObjectOrigins& Project::Summaries::objects_given(FileIndex index,
                                                       const ModuleParameter& parameter) {
  return given_in(index, parameter, &File::objects_given, given_objects);
}

const ObjectOrigins& Project::Summaries::objects_made(ProjectEntity function) {
  return known_of(
      function, ObjectOrigins(), [](File::Function & known) -> auto& { return known.made; },
      made_objects);
}

const std::vector<std::pair<std::uint32_t, FileIndex>>& Project::Summaries::called_names() {
  std::call_once(indexed_, [&] {
    for (FileIndex f = 0; f < project_.modules_; ++f) {
      for (const std::uint32_t name : project_.outline(f).called_names) {
        called_names_.emplace_back(name, f);
      }
    }
    std::sort(called_names_.begin(), called_names_.end());
    is_indexed_ = true;
  });
  return called_names_;
}

std::vector<NamedCall> Project::Summaries::calls_named(FileIndex index, std::string_view name) {
  File& file = *project_.files_[index];
  const std::lock_guard lock(file.mutex);
  const Inside inside(index, log_of(index));
  if (const auto known = file.calls.find(std::string(name)); known != file.calls.end()) {
    return known->second;
  }
  std::vector<NamedCall> found = unless_too_dear(file.is_fleeting, [&] {
    const auto loaded = load(index);
    return loaded ? find_calls(*loaded, index, name) : std::vector<NamedCall>();
  });
  return file.calls.emplace(std::string(name), std::move(found)).first->second;
}

std::vector<NamedCall> Project::Summaries::find_calls(const Loaded& loaded, FileIndex index,
                                                      std::string_view name) {
  const SyntaxTree& tree = loaded.tree;
  const SemanticModel& model = loaded.model;
  std::vector<NamedCall> found;
  for (const NodeId n : calls_by(model, name)) {
    NamedCall& one = found.emplace_back();
    one.on_object = tree.is(called_expression(model, n), Kind::Attribute);
    one.on_self = is_self_call(tree, n);
    if (const NodeId callee = model.callee(n); callee != kNoNode) {
      one.target = project_.function_at(index, tree[tree.child(callee, Field::Name)].begin);
    } else {
      one.target = model.callee_elsewhere(n);
    }
    const NodeId caller = model.function_of(n);
    const NodeId loop = model.loop_of(n);
    const GradState state = model.grad_mode(n);
    one.call.mode = state.mode;
    one.call.is_repeated = is_repeated_on_module(model, n);
    if (caller != kNoNode) {
      one.call.caller = project_.function_at(index, tree[tree.child(caller, Field::Name)].begin);
      one.call.free_caller = model.call_sites(caller).calls.empty();
      if (state.because == kNoNode && is_callback(model, caller)) {
        one.call.mode = GradMode::Unknown;
      }
    }
    one.call.file = index;
    one.call.node = n;
    one.call.around = loop != kNoNode     ? loop
                      : caller != kNoNode ? tree.child(caller, Field::Body)
                                          : model.statement_of(n);
  }
  return found;
}

// What a call of the function may be written as: a constructor is called by the name of its class,
// and by its own on an object.
std::vector<std::string_view> Project::Summaries::called_as(ProjectEntity function) const {
  std::vector<std::string_view> names{project_.name_of(function)};
  const ProjectEntity klass = project_.class_of_method(function);
  if (klass && names.front() == "__init__") names.push_back(project_.name_of(klass));
  return names;
}

CallingFiles Project::Summaries::callers_of(ProjectEntity function) {
  const Asked asked(ProjectQuestion::Kind::Callers, function.file, function.index);
  const auto& named = called_names();
  const auto its_hash = [](const auto& entry) { return entry.first; };
  const ProjectEntity klass = project_.class_of_method(function);
  CallingFiles callers;
  std::vector<FileIndex>& files = callers.files;
  const auto imports_it = [&](FileIndex file) {
    return project_.imports_from(file, function.file);
  };
  // A method may be called by whoever holds the object, a function by who imports it. What a
  // notebook makes is held by what it imports.
  const auto may_call = [&](FileIndex file) {
    if (!klass) return imports_it(file);
    return !project_.is_notebook(function.file) || project_.imports_from(function.file, file);
  };
  for (const std::string_view name : called_as(function)) {
    for (const auto& [hash, file] :
         std::ranges::equal_range(named, hash_name(name), {}, its_hash)) {
      if (file != function.file && may_call(file)) files.push_back(file);
    }
  }
  if (project_.name_of(function) == kCallMethod) files = project_.importers(function.file);
  std::ranges::sort(files);
  files.erase(std::ranges::unique(files).begin(), files.end());
  // What another file makes is held by files of its programs, or by who names the class.
  if (klass && files.size() <= kMaxNamingFiles) {
    std::erase_if(files, [&](FileIndex file) { return !project_.may_hold(file, klass); });
  }
  if (files.size() <= kMaxCallerFiles) return callers;
  callers.are_all = false;
  std::erase_if(files, [&](FileIndex file) { return !imports_it(file); });
  if (files.size() > kMaxCallerFiles) files.clear();
  return callers;
}

bool Project::Summaries::each_call_of(ProjectEntity function, const CallVisitor& stop) {
  const CallingFiles callers = callers_of(function);
  const std::vector<std::string_view> names = called_as(function);
  const ProjectEntity klass = project_.class_of_method(function);
  const auto stops_in = [&](FileIndex file, std::string_view name) {
    for (NamedCall& one : calls_named(file, name)) {
      const ProjectEntity its_class = project_.class_of_method(one.target);
      // A method that a base calls on itself is ours, when we override it.
      const bool as_override =
          one.on_self && klass && its_class && project_.derives(klass, its_class);
      one.call.certain = one.target == function || as_override;
      const bool possible = !one.target && one.on_object && klass;
      if ((one.call.certain || possible) && stop(one.call)) return true;
    }
    return false;
  };
  for (const FileIndex file : callers.files) {
    const auto stops = [&](std::string_view name) { return stops_in(file, name); };
    if (std::ranges::any_of(names, stops)) return true;
  }
  return callers.are_all;
}

EffectBits Project::Summaries::effects_around(const OutsideCall& call) {
  File& file = *project_.files_[call.file];
  const std::lock_guard lock(file.mutex);
  const Inside inside(call.file, log_of(call.file));
  const auto known = file.effects.find(call.around);
  if (known != file.effects.end()) return known->second;
  const EffectBits bits = unless_too_dear(file.is_fleeting, [&]() -> EffectBits {
    const auto loaded = load(call.file);
    return loaded ? loaded->model.effects(call.around).bits : 0;
  });
  return file.effects.emplace(call.around, bits).first->second;
}

bool Project::Summaries::holds_at(FileIndex index, NodeId call, const CallerQuestion& ask) {
  File& file = *project_.files_[index];
  const std::lock_guard lock(file.mutex);
  const Inside inside(index, log_of(index));
  return unless_too_dear(file.is_fleeting, [&]() -> bool {
    const auto loaded = load(index);
    if (!loaded) return false;
    const WorkBudget::Aside aside(loaded->model.work());
    return ask(loaded->model, call);
  });
}

bool Project::Summaries::holds_in(ProjectEntity function, const FunctionQuestion& ask) {
  return holds_at(function.file, kNoNode, [&](const SemanticModel& model, NodeId) {
    const NodeId node = node_of(model, function);
    return node != kNoNode && ask(model, node);
  });
}

// ---- ways -------------------------------------------------------------------------

namespace {

// The file as it lies from another one, which is named `shown` in reports: however the run was
// told to find the two, one leads to the other.
std::string path_seen_from(const std::string& file, const std::string& other,
                           const std::filesystem::path& shown) {
  const std::filesystem::path folder = std::filesystem::path(other).parent_path();
  const std::filesystem::path way = std::filesystem::path(file).lexically_relative(folder);
  return (shown.parent_path() / way).lexically_normal().generic_string();
}

}  // namespace

WaySteps Project::Summaries::way_in(FileIndex index, ProjectEntity function, FileIndex from,
                                    const WayFinder& find) {
  File& file = *project_.files_[index];
  const File& asking = *project_.files_[from];
  const std::lock_guard lock(file.mutex);
  const Inside inside(index, log_of(index));
  return unless_too_dear(file.is_fleeting, [&]() -> WaySteps {
    const auto loaded = load(index);
    if (!loaded) return {};
    const WorkBudget::Aside aside(loaded->model.work());
    const NodeId node = function ? node_of(loaded->model, function) : NodeId{kNoNode};
    if (function && node == kNoNode) return {};
    WaySteps steps = find(loaded->model, node);
    const LineTable lines(loaded->parsed->text);
    for (WayStep& step : steps) {
      step.path = path_seen_from(file.path, asking.path, asking.shown);
      step.position = lines.position(loaded->parsed->text, step.range.begin);
      step.range = {};
    }
    return steps;
  });
}

// ---- overrides ------------------------------------------------------------------

void Project::Summaries::add_methods(FileIndex file) {
  const Outline& outline = project_.outline(file);
  for (std::uint32_t i = 0; i < outline.functions.size(); ++i) {
    if (outline.functions[i].klass < 0) continue;
    methods_.emplace_back(hash_name(outline.functions[i].name),
                          ProjectEntity{ProjectEntity::Kind::Function, file, i});
  }
}

const std::vector<std::pair<std::uint32_t, ProjectEntity>>& Project::Summaries::methods() {
  std::call_once(methods_indexed_, [&] {
    for (FileIndex f = 0; f < project_.modules_; ++f) add_methods(f);
    std::ranges::sort(methods_);
    are_methods_indexed_ = true;
  });
  return methods_;
}

std::span<const std::pair<std::uint32_t, ProjectEntity>> Project::Summaries::methods_like(
    std::string_view name) {
  const auto found = std::ranges::equal_range(methods(), hash_name(name), {},
                                              [](const auto& entry) { return entry.first; });
  return {found.begin(), found.end()};
}

std::optional<std::vector<ProjectEntity>> Project::Summaries::overrides_of(ProjectEntity method) {
  const std::string_view name = project_.name_of(method);
  const ProjectEntity klass = project_.class_of_method(method);
  const auto namesakes = methods_like(name);
  if (namesakes.size() > kMaxNamesakes) return std::nullopt;
  std::vector<ProjectEntity> overrides;
  for (const auto& [hash, other] : namesakes) {
    if (other.file == method.file || project_.name_of(other) != name) continue;
    if (project_.derives(project_.class_of_method(other), klass)) overrides.push_back(other);
  }
  const auto beside = project_.methods_beside(method);
  if (!beside) return std::nullopt;
  for (const ProjectEntity other : *beside) {
    if (std::ranges::find(overrides, other) == overrides.end()) overrides.push_back(other);
  }
  return overrides;
}

std::vector<ProjectEntity> Project::Summaries::namesakes(FileIndex file, std::string_view name,
                                                         Words attributes) {
  const auto mentions_one = [&](FileIndex other) {
    if (attributes.empty()) return true;
    const Outline& outline = project_.outline(other);
    return std::ranges::any_of(attributes, [&](std::string_view attribute) {
      const std::uint32_t hash = hash_name(attribute);
      return std::ranges::binary_search(outline.called_names, hash) ||
             std::ranges::binary_search(outline.attributes, hash);
    });
  };
  std::vector<ProjectEntity> found;
  for (const auto& [hash, other] : methods_like(name)) {
    if (other.file == file || project_.name_of(other) != name || !mentions_one(other.file)) {
      continue;
    }
    if (found.size() == kMaxAskedNamesakes) return {};
    found.push_back(other);
  }
  return found;
}

}  // namespace mlfix
