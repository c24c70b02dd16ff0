// Summaries of functions, made from a model of their file alone. Private to the
// project.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project.h"
#include "semantic/project/project_files.h"
#include "semantic/project/summaries.h"
#include "semantic/project_entity.h"

namespace mlfix {

class SemanticModel;
class Knowledge;
struct GivenTo;

// The files that may call a function: where they are too many, those of them that import its
// file, if these are few enough.
struct CallingFiles {
  std::vector<FileIndex> files;
  bool are_all = true;
};

class Project::Summaries {
 public:
  Summaries(const Project& project, const Knowledge& knowledge, StopRequest stop);
  ~Summaries();

  const FunctionSummary& of(ProjectEntity function);
  const ReturnSummary& returned_by(ProjectEntity function);
  const EffectsSummary& effects_of(ProjectEntity function, EffectSet wanted);
  const ModulesSummary& modules_of(ProjectEntity function);
  const Reach& graph_of(const ParameterSummary& parameter);
  const Reach& kept_of(const ParameterSummary& parameter);
  bool fills(const ParameterSummary& parameter);
  bool spares_graphs(ProjectEntity function);
  EffectBits effects_around(const OutsideCall& call);
  BackgroundCode background(FileIndex file);
  // The same, with what it runs in other files: not kept, as it is no answer of this file alone.
  BackgroundEffects whole_background(FileIndex file);
  EffectBits method(FileIndex file, std::string_view name);
  Facts attribute(ProjectEntity klass, std::string_view name);
  bool holds_at(FileIndex index, NodeId call, const CallerQuestion& ask);
  bool holds_in(ProjectEntity function, const FunctionQuestion& ask);
  // See Project::way_inside(); `function` may be none.
  WaySteps way_in(FileIndex index, ProjectEntity function, FileIndex from, const WayFinder& find);
  const GivenModules& given(FileIndex file, const ModuleParameter& parameter);
  const ObjectOrigins& objects_given(FileIndex file, const ModuleParameter& parameter);
  const ObjectOrigins& objects_made(ProjectEntity function);
  const ObjectOrigins& objects_kept(ProjectEntity klass, std::string_view name);
  CallingFiles callers_of(ProjectEntity function);
  // False where the files that may call it are too many; see Project::any_call_elsewhere().
  bool each_call_of(ProjectEntity function, const CallVisitor& stop);
  std::optional<std::vector<ProjectEntity>> overrides_of(ProjectEntity method);
  // See Project::holds_in_namesake(); none where they are too many.
  std::vector<ProjectEntity> namesakes(FileIndex file, std::string_view name, Words attributes);

  // The file has another text, which offers the same names to others.
  void renew(FileIndex file);
  // What is kept of files to answer the next question. Answers stay.
  void drop_models();

 private:
  std::vector<std::string_view> called_as(ProjectEntity function) const;
  struct Loaded;

  // The model of a file; nothing when it can't be read or analysed, or is too large.
  // Call and use it with the file's mutex held.
  std::shared_ptr<Loaded> load(FileIndex file);
  std::shared_ptr<const ParsedText> parsed(FileIndex file);
  QuestionLog* log_of(FileIndex index) const;
  NodeId node_of(const SemanticModel& model, ProjectEntity function) const;
  using AttributeKey = std::pair<std::uint32_t, std::string>;  // the class in its outline
  // What `answers` of the file has of the attribute, found by `find` when it is not there yet.
  template <typename Answer, typename Find>
  const Answer& of_attribute(ProjectEntity klass, std::string_view name,
                             std::map<AttributeKey, Answer> File::*answers, const Find& find);
  using GivenKey = std::pair<ProjectEntity, std::string>;
  // Whose calls give something to the parameter.
  GivenTo calls_giving(const ModuleParameter& parameter) const;
  // What `answers` of the file has of the parameter, found by `find` when it is not there yet.
  template <typename Given, typename Find>
  const Given& given_in(FileIndex file, const ModuleParameter& parameter,
                        std::map<GivenKey, Given> File::*answers, const Find& find);
  // What `slot` has of the function, made by `make` of the model and its node when it is not
  // there yet, or `unknown` when it can't be.
  template <typename Answer, typename Slot, typename Make>
  const Answer& known_of(ProjectEntity function, const Answer& unknown, const Slot& slot,
                         const Make& make);
  std::vector<NamedCall> calls_named(FileIndex file, std::string_view name);
  std::vector<NamedCall> find_calls(const Loaded& loaded, FileIndex file, std::string_view name);
  const std::vector<std::pair<std::uint32_t, FileIndex>>& called_names();
  const std::vector<std::pair<std::uint32_t, ProjectEntity>>& methods();
  // Those whose names have the hash of that one.
  std::span<const std::pair<std::uint32_t, ProjectEntity>> methods_like(std::string_view name);
  void add_methods(FileIndex file);

  const Project& project_;
  const Knowledge& knowledge_;
  const StopRequest stop_;
  std::once_flag indexed_;
  bool is_indexed_ = false;
  std::vector<std::pair<std::uint32_t, FileIndex>> called_names_;  // hash, file; sorted
  std::once_flag methods_indexed_;
  bool are_methods_indexed_ = false;
  std::vector<std::pair<std::uint32_t, ProjectEntity>> methods_;  // hash, method; sorted

  // The models used last, most recent first. They are dropped by the size of their texts.
  std::mutex mutex_;
  std::list<std::pair<FileIndex, std::shared_ptr<Loaded>>> recent_;
  std::size_t recent_nodes_ = 0;
};

}  // namespace mlfix
