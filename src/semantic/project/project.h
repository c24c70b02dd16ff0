// Project: what the files of one run say about each other.
//
// Names are resolved through imports, packages, relative imports, `src` folders,
// namespace packages and re-exports; classes know their bases in other files,
// functions have summaries. Everything is worked out when it is first asked for
// and then kept: outlines (see syntax/outline.h) in one pass over a file's bytes,
// summaries from a model of that file alone. As a summary never asks for
// another file's summary, no answer depends on the order of the questions, and
// threads cannot wait for each other in a circle. Chains through several files
// are followed by the model that asks.
//
// Any doubt gives no answer: a name with two meanings, a module that two folders
// offer, a file that can't be read. All files are those of the run; a file that
// is run alone knows of no other.
//
// A notebook asks as a module in its folder would. No file imports it, so nobody asks what it does;
// but that it may import a file, and which attributes it mentions, counts.
//
// Thread-safe. The project reads files as they are at the first question, so
// nothing may be written before the analysis of the run has ended; whoever goes on
// asking after an edit says so with renew().
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/effects/background.h"
#include "semantic/effects/effects.h"
#include "semantic/project/meddling.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/questions.h"
#include "semantic/project_entity.h"
#include "syntax/outline.h"
#include "syntax/parsed_text.h"
#include "text/error.h"
#include "text/keyed_hash.h"
#include "text/way.h"

namespace mlfix {

class Bindings;
class Knowledge;
class Reach;
class SemanticModel;
class WorkBudget;

class AttributeMentions;
struct EffectsSummary;
struct Facts;
struct FunctionReach;
struct FunctionSummary;
struct GivenModules;
struct ModulesSummary;
struct ObjectOrigins;
struct ParameterSummary;
struct ReturnSummary;

// How a project reads the text of a file. Any thread may call it.
using ReadText = std::function<Result<std::string>(const std::filesystem::path&)>;

// How a project reads notebooks. Any thread may call it.
struct NotebookReader {
  // The one module that a notebook with this text is analysed as; nothing where it is no notebook.
  std::function<std::optional<std::string>(const std::filesystem::path&, std::string text)> module;
  // The text of its cells, of all kinds, for a fraction of the cost.
  std::function<std::string(std::string_view text)> cells;
};

class Project {
 public:
  using NameVisitor = std::function<bool(const std::string&)>;
  using CallVisitor = std::function<bool(const OutsideCall&)>;
  // Looks for a way in the model of a file; `function` is kNoNode where none was asked about.
  using WayFinder = std::function<WaySteps(const SemanticModel&, NodeId function)>;
  using CallerQuestion = std::function<bool(const SemanticModel&, NodeId call)>;
  using FunctionQuestion = std::function<bool(const SemanticModel&, NodeId function)>;
  using Words = std::span<const std::string_view>;

  // `knowledge` must outlive the project, which takes the Python sources among `files`, and the
  // notebooks where `notebooks` is given. Files are numbered in the order of their whole
  // paths, notebooks after all others, whatever order they are given in. `stop` is asked while a
  // file is analysed for another; questions then end in GaveUp. `read` gives the texts, from
  // disk when nothing else is said.
  Project(const std::vector<std::filesystem::path>& files, const Knowledge& knowledge,
          StopRequest stop = {}, ReadText read = {}, NotebookReader notebooks = {});
  ~Project();
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  // kNoFile for a file that is not of the project.
  FileIndex file_of(const std::filesystem::path& path) const;

  // ---- names ----
  // Is there anything of that name to import, from wherever? Of libraries there is not.
  bool is_importable(std::string_view name) const;
  // What the qualified name of an import in `from` stands for ("pkg.mod.f", "..utils.f").
  ProjectEntity resolve(FileIndex from, std::string_view dotted) const;
  // What `name` means at the top level of the module.
  ProjectEntity lookup(FileIndex file, std::string_view name) const;
  // Does some import of the file name something in the other file, through re-exports too?
  bool imports_from(FileIndex file, FileIndex other) const;
  // May another file, or a notebook, import the file? Yes where the run has no other file, and of
  // a notebook, whose functions are called from cells that come and go. Resolves all imports.
  bool may_be_imported(FileIndex file) const;
  // Does another file of the run, or a notebook, import the file?
  bool is_imported(FileIndex file) const;
  // May a notebook import it, or what imports it? Errs to true where that may be very many files.
  bool serves_notebooks(FileIndex file) const;
  // What the star imports of the file bring under that name.
  ProjectEntity lookup_star(FileIndex file, std::string_view name) const;
  // What of a library they bring under it ("torch.nn.functional"), "" where that is not sure.
  std::string library_by_star(FileIndex file, std::string_view name) const;

  // All of the outline. Whoever asks depends on the whole text of the file.
  const Outline& read_outline(FileIndex file) const;

  // ---- texts ----
  // The file as it was parsed for somebody else; nothing when it is not at hand.
  std::shared_ptr<const ParsedText> parsed_text(FileIndex file) const;
  // Keeps it for a while, for those who need it next.
  void keep(FileIndex file, std::shared_ptr<const ParsedText> text) const;
  // For a model of that tree of the file; see Texts::bindings_of().
  std::shared_ptr<const Bindings> bindings_of(FileIndex file, const SyntaxTree& tree,
                                              WorkBudget& work) const;
  // Says what the notebook is as a module, to spare the project reading it.
  void take_module(FileIndex notebook, std::string_view text) const;

  // ---- edits ----
  // The file has another text now. Forgets what was known of it, and of all other files
  // when its outline has changed in more than places, unless it is a notebook, which nobody asks
  // about. No other thread may use the project meanwhile, and nothing that it has answered by
  // reference is valid any more.
  void renew(FileIndex file);
  // Forgets what a question was working on that ended in GaveUp::Reason::Stopped, as
  // it may be half done. The same conditions.
  void drop_unfinished();

  // ---- questions (see questions.h) ----
  // From now on texts are hashed with this key as they are read, and what models of files ask is
  // noted. No other thread may use the project yet.
  void note_questions(const HashKey& key);
  // The same digest in any run in which the text is the same; a file that can't be read has one
  // too. Reads the file's outline.
  KeyedDigest text_digest(FileIndex file) const;
  const std::string& path_of(FileIndex file) const;
  // Adds the answer, with paths for numbers of files. False where the question has none: what it
  // names is not there, or it is ProjectQuestion::Kind::Inside.
  bool add_answer(const ProjectQuestion& question, KeyedHash& to) const;
  // What the model of the file has asked so far; null where its text was not the same all the
  // time, or it was asked too much. No other thread may use the project meanwhile.
  const QuestionLog* asked_by_model_of(FileIndex file) const;

  // ---- classes ----
  std::string_view name_of(ProjectEntity entity) const;
  // The function of the outline whose name is at that offset.
  ProjectEntity function_at(FileIndex file, Offset name_at) const;
  // The only function of that name in the class of that name, or outside of classes.
  ProjectEntity function_named(FileIndex file, std::string_view name,
                               std::string_view class_name) const;
  // Does the text of the class contain one of the words of a gradient-mode switch?
  bool mentions_grad_switch(ProjectEntity klass) const;
  ProjectEntity class_of_method(ProjectEntity function) const;
  // Calls `visit` with the qualified name of each base that is not of the
  // project, over the class and its ancestors, until it returns true.
  bool any_foreign_base(ProjectEntity klass, const NameVisitor& visit) const;
  // The method of that name, own or inherited; nothing where something else than a `def` binds it.
  ProjectEntity method(ProjectEntity klass, std::string_view name) const;
  // Also where the class is below more others than are looked at.
  bool derives(ProjectEntity klass, ProjectEntity ancestor) const;
  // Does the text of the class and of those above it alone say what it is, and makes it objects of
  // itself, which run its methods?
  bool is_as_written(ProjectEntity klass) const;
  // May a call of super().name in a method of the class find what stands beside the class, as a
  // class of the run with several bases brings it there? The first question reads all files.
  bool may_find_beside(ProjectEntity klass, std::string_view name) const;
  // The methods that a call of it on `self` runs instead where a class of the run brings another
  // one to stand before its class; without those that the file of the method has with that class;
  // nothing where these are too many, or may be any.
  std::optional<std::vector<ProjectEntity>> methods_beside(ProjectEntity method) const;

  // Is there another file of the run that reads an attribute of that name, or of one that it
  // computes, and differentiates something or looks at graphs?
  bool may_differentiate_attribute_anywhere(FileIndex file, std::string_view name) const;
  // Does a file of a program with this one read or set an attribute of that name? Errs to true
  // where these are too many.
  bool may_read_attribute(FileIndex file, std::string_view name) const;
  // ---- programs ----
  // Is there a file that may be part of the same program and draws in pyplot's current figure,
  // or lists all figures? Errs to true where the program may have very many files.
  bool companions_draw(FileIndex file) const;
  // What a file that may be part of a program with this one, or this one itself, does or may do
  // to the code of others. Where the program may have very many files, any file of the run counts.
  Meddler meddling_around(FileIndex file) const;

 private:
  friend class ProjectCode;
  friend struct ProjectPlace;
  class Names;
  class Summaries;
  class Texts;
  struct Mentions;
  struct File;
  using ClassVisitor = std::function<bool(ProjectEntity)>;
  void take_files(const std::vector<std::filesystem::path>& paths);
  bool is_notebook(FileIndex file) const { return file >= modules_; }
  const Outline& outline(FileIndex file) const;
  Result<std::string> read_module(FileIndex file) const;
  // Reads the text; the file is fleeting when it is not the one that the outline is of.
  Result<std::string> text_of(FileIndex file) const;
  void check_text(FileIndex file, std::string_view text) const;
  std::string_view folder_at(std::uint32_t number) const;
  bool is_function(FileIndex file, std::uint32_t index) const;
  bool is_class(FileIndex file, std::uint32_t index) const;
  // Adds the entity, with paths and names for numbers.
  void add_entity(ProjectEntity entity, KeyedHash& to) const;
  void add_files(std::span<const FileIndex> files, KeyedHash& to) const;
  void add_hierarchy(ProjectEntity klass, KeyedHash& to) const;
  bool add_answer_on_function(const ProjectQuestion& question, KeyedHash& to) const;
  bool add_answer_on_class(const ProjectQuestion& question, KeyedHash& to) const;
  bool add_answer_on_attribute(const ProjectQuestion& question, KeyedHash& to) const;
  bool add_answer_on_name(const ProjectQuestion& question, KeyedHash& to) const;
  bool add_answer_on_files(const ProjectQuestion& question, KeyedHash& to) const;
  // ---- code: see ProjectCode ----
  bool may_differentiate_attribute(FileIndex file, std::string_view name) const;
  bool mentions_attribute_elsewhere(FileIndex file, std::string_view name) const;
  bool mentions_attribute_of_kin(FileIndex file, std::string_view name) const;
  bool may_be_used(FileIndex file, std::string_view name) const;
  bool is_named_by_importers(FileIndex file, std::string_view name) const;
  bool sees_users(FileIndex file) const;
  bool only_infers(FileIndex file) const;
  std::vector<FileIndex> small_program_with(FileIndex file) const;
  std::optional<std::vector<ProjectEntity>> overrides(ProjectEntity method) const;
  std::vector<ProjectEntity> namesakes(FileIndex file, std::string_view name,
                                       Words attributes) const;
  const FunctionSummary& summary(ProjectEntity function) const;
  const ReturnSummary& returned_by(ProjectEntity function) const;
  const Reach& graph_of(const ParameterSummary& parameter) const;
  const Reach& kept_of(const ParameterSummary& parameter) const;
  bool fills(const ParameterSummary& parameter) const;
  bool spares_graphs(ProjectEntity function) const;
  FunctionReach reach(ProjectEntity function, EffectSet wanted) const;
  bool sees_modules_of(ProjectEntity function) const;
  bool sees_modules_given_to(const ModuleParameter& parameter) const;
  ProjectEntity class_made_by(ProjectEntity function) const;
  ProjectEntity class_given_to(const ModuleParameter& parameter, ProjectEntity here) const;
  ProjectEntity class_kept_in(ProjectEntity klass, std::string_view attribute) const;
  BackgroundEffects background_around(FileIndex file) const;
  EffectBits forwards_around(FileIndex file) const;
  EffectBits hooks_around(FileIndex file) const;
  bool may_be_property_around(FileIndex file, std::string_view name) const;
  EffectBits methods_around(FileIndex file, std::string_view name) const;
  Facts attribute_facts(ProjectEntity klass, std::string_view name) const;
  std::optional<std::vector<OutsideCall>> calls_elsewhere(ProjectEntity function) const;
  bool any_call_elsewhere(ProjectEntity function, const CallVisitor& visit) const;
  EffectBits effects_around(const OutsideCall& call) const;
  bool holds_around(const OutsideCall& call, const CallerQuestion& ask) const;
  bool holds_in(ProjectEntity function, const FunctionQuestion& ask) const;
  bool holds_in_namesake(FileIndex file, std::string_view name, Words attributes,
                         const FunctionQuestion& ask) const;
  WaySteps way_inside(ProjectEntity function, FileIndex from, const WayFinder& find) const;
  WaySteps way_around(const OutsideCall& call, FileIndex from, const WayFinder& find) const;
  // ---- programs ----
  // Nothing where the program may have very many files.
  std::optional<std::vector<FileIndex>> drawing_companions(FileIndex file) const;
  bool speaks_of_figures(FileIndex file) const;
  const std::set<FileIndex>& imports_of(FileIndex file) const;
  std::set<FileIndex> find_imports(FileIndex file) const;
  const std::set<FileIndex>& brought_by_star_of(FileIndex module) const;
  const std::optional<std::string>& unseen_import_of(FileIndex file) const;
  std::span<const FileIndex> all_files() const;
  const std::vector<FileIndex>& importers(FileIndex file) const;
  // Does it import by a name that is computed, or run another file in some other way? That file
  // is taken to lie in its folder, or below.
  bool brings_code(FileIndex file) const;
  std::vector<FileIndex> files_below_folder_of(FileIndex file) const;
  // Files that import each other in a circle have the same programs: the first of those of this
  // file, itself where it is in none.
  FileIndex circle_of(FileIndex file) const;
  // The files of programs that have this one, and itself: those that import it, whatever lies
  // between, and what all of these import, directly or at all. Nothing where they are too many.
  enum class Imports : std::uint8_t { Direct, All };
  struct Program {
    std::vector<FileIndex> files;
    std::vector<FileIndex> bearing;  // those of them whose objects may bear on gradients
  };
  using Companions = std::shared_ptr<const std::optional<Program>>;
  Companions programs_with(FileIndex file, Imports which) const;
  // May the file hold an object of the class: is it in a program with the class's file, or does it
  // name the class? Yes where the run may lack users of the class's file, or they are too many.
  bool may_hold(FileIndex file, ProjectEntity klass) const;
  std::optional<Program> find_programs_with(FileIndex file, Imports which) const;
  // May what the file has bear on the gradients of others: does it differentiate, or run on its own
  // account what does?
  bool bears_on_gradients(FileIndex file) const;
  bool imports_differentiating(FileIndex file) const;
  Meddling meddling_in(FileIndex file) const;
  bool sees_modules(std::vector<ProjectEntity> run, std::vector<ModuleParameter> given) const;
  // The one class that all objects come from, the first of the classes where there are any; none
  // where that is not seen.
  ProjectEntity class_behind(ObjectOrigins origins) const;
  // The files that may give something to the parameters of functions of the file; nothing where
  // they are too many, or not seen.
  std::optional<std::vector<FileIndex>> giving_files(FileIndex file) const;
  // Those of the others that bear on gradients, unless they are too many.
  std::optional<std::vector<FileIndex>> neighbours_of(FileIndex file, Imports which) const;
  // What notebooks of the run say that import files of it.
  struct NotebookWords;
  const NotebookWords& notebook_words() const;
  // May a notebook of the run import the file? Its name is looked for, wherever it lies.
  bool is_imported_by_notebook(FileIndex file) const;
  // Those that import the file; nothing where one seems to and does not say how.
  std::optional<std::vector<FileIndex>> importing_notebooks(FileIndex file) const;
  void add_mentions(std::string_view cells, NotebookWords& to) const;
  // Do those that may use the file mention an attribute of that name, or differentiate one?
  bool notebooks_mention(FileIndex file, std::string_view attribute) const;
  bool notebooks_may_differentiate(FileIndex file, std::string_view attribute) const;
  const AttributeMentions& attribute_mentions() const;
  // ---- uses ----
  std::vector<std::uint32_t> words_read_from(FileIndex file) const;
  std::shared_ptr<const std::vector<std::uint32_t>> words_of(FileIndex file) const;
  // Is the name mentioned in a file that defines no function of that name?
  bool is_named_without_definition(std::string_view name) const;
  bool is_offered_to_others(FileIndex file) const;
  struct Above {
    ProjectEntity klass;
    const std::string* foreign;  // of a base outside of the project: its name; else null
  };
  std::vector<Above> all_above(ProjectEntity klass) const;
  static bool is_large(std::span<const Above> order);
  std::optional<ProjectEntity> first_method(std::span<const Above> order,
                                            std::string_view name) const;
  const std::vector<ProjectEntity>& merging_classes() const;
  // Those of them that are the class, or derive from it.
  const std::vector<ProjectEntity>& merging_below(ProjectEntity klass) const;
  // May an object of a class of the file be the `self` at that place of another file: is one class
  // a base of the other, or does a third derive from both? Errs to true.
  bool may_share_object(FileIndex file, FileIndex other, Offset at) const;
  // Files that may differentiate what they read, or look at whether it has a graph; sorted.
  struct Askers {
    // By the hash of the attribute that they read it from.
    std::unordered_map<std::uint32_t, std::vector<FileIndex>> by_attribute;
    std::vector<FileIndex> of_any;  // by a name that is computed
  };
  const Askers& asking_for_graphs() const;
  // Does the file import from the other, or by names that are computed?
  bool may_import(FileIndex file, FileIndex other) const;
  bool any_in_hierarchy(ProjectEntity klass, const ClassVisitor& visit,
                        const NameVisitor& foreign) const;

  const Knowledge* knowledge_;
  StopRequest stop_;
  std::optional<HashKey> key_;  // see note_questions()
  ReadText read_;
  NotebookReader read_notebook_;
  std::vector<std::unique_ptr<File>> files_;  // modules, and after them the notebooks
  FileIndex modules_ = 0;                     // how many of them are modules
  std::vector<std::filesystem::path> notebooks_;
  std::unique_ptr<Texts> texts_;
  std::unique_ptr<Names> names_;
  std::unique_ptr<Summaries> summaries_;
  std::unique_ptr<const ProjectCode> code_;
  std::unique_ptr<Mentions> mentions_;  // a new one when a file changes
};

}  // namespace mlfix
