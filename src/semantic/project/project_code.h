// ProjectCode: what the code of a project does, and how it uses the code of one file.
//
// Project says what names mean; who looks for findings asks this as well. The models that
// summaries are made of get none (see ProjectPlace), so that no summary rests on another, no
// answer depends on the order of questions, and no thread waits for another in a circle. What a
// model may not ask does not compile, but where it says that it has looked for a null pointer.
//
// Thread-safe, as Project is, and answered by it; lives as long.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project.h"
#include "semantic/project/summaries.h"
#include "semantic/project_entity.h"

namespace mlfix {

class ProjectCode {
 public:
  using CallVisitor = Project::CallVisitor;
  using WayFinder = Project::WayFinder;
  using CallerQuestion = Project::CallerQuestion;
  using FunctionQuestion = Project::FunctionQuestion;
  using Words = Project::Words;

  ProjectCode(const ProjectCode&) = delete;
  ProjectCode& operator=(const ProjectCode&) = delete;

  // ---- attributes and names ----
  // Is there a file that may import from this one, reads an attribute of that name, or of one that
  // it computes, and differentiates something or looks at graphs?
  bool may_differentiate_attribute(FileIndex file, std::string_view name) const {
    return project_.may_differentiate_attribute(file, name);
  }
  // Does another file mention an attribute of that name, whatever the object? The first
  // question reads all files.
  bool mentions_attribute_elsewhere(FileIndex file, std::string_view name) const {
    return project_.mentions_attribute_elsewhere(file, name);
  }
  // The same, but for `self.name` in classes of which none shows kinship with one of this file:
  // what is put together while the program runs may still have both. No proof rests on it.
  bool mentions_attribute_of_kin(FileIndex file, std::string_view name) const {
    return project_.mentions_attribute_of_kin(file, name);
  }

  // May anybody use the function, method or class of the file that has this name? No only where the
  // run has what could (files that import this one, or a script as it is), no file of a program
  // with it looks things up by computed names, and nowhere is the name mentioned: but at its
  // definition, and in unrelated files that define one themselves. Yes for a package that others
  // may install. The first question that gets far reads all files. For what is worth saying, not
  // for proofs.
  // `Class.method` asks about that method alone: the file itself, which may mention a namesake, is
  // not looked at, but makes no object of the class; who makes one is a file of such a program, and
  // none of those mentions the method.
  bool may_be_used(FileIndex file, std::string_view name) const {
    return project_.may_be_used(file, name);
  }

  // Does a file that imports this one mention the name, as it does to read a global of it?
  bool is_named_by_importers(FileIndex file, std::string_view name) const {
    return project_.is_named_by_importers(file, name);
  }

  // Does the run have all code that may use what the file defines, as far as it shows: the files
  // that import it, or a script as it is, in a program that looks nothing up by computed names? No
  // for a package that others may install. For what is worth saying, not for proofs.
  bool sees_users(FileIndex file) const { return project_.sees_users(file); }
  // Do the programs with this file run networks and train none: is there one, a script or a server,
  // and does no file that imports this one, nor any that those import, mention a word of training
  // or of gradients? No for a package that others may install. For what is worth saying, not for
  // proofs. Reads these files.
  bool only_infers(FileIndex file) const { return project_.only_infers(file); }

  // The methods of other files that override the method: those of the same name in classes
  // that derive from its class. Nothing when they are too many to look at. The first question
  // reads all files.
  std::optional<std::vector<ProjectEntity>> overrides(ProjectEntity method) const {
    return project_.overrides(method);
  }

  // ---- functions ----
  const FunctionSummary& summary(ProjectEntity function) const {
    return project_.summary(function);
  }
  const ReturnSummary& returned_by(ProjectEntity function) const {
    return project_.returned_by(function);
  }
  // Where the graph of a value gets to that is given to the parameter; without places, which are
  // nodes of another file. And the same for what a method keeps of it.
  const Reach& graph_of(const ParameterSummary& parameter) const {
    return project_.graph_of(parameter);
  }
  const Reach& kept_of(const ParameterSummary& parameter) const {
    return project_.kept_of(parameter);
  }
  // Does the function put something into the object that the parameter gets: a part, a method?
  bool fills(const ParameterSummary& parameter) const { return project_.fills(parameter); }
  // Does the function run a module under no_grad or the like by itself?
  bool spares_graphs(ProjectEntity function) const { return project_.spares_graphs(function); }
  // What running the function does, with all that it runs in the project. Where the end is
  // too far away, an unknown call.
  FunctionReach reach(ProjectEntity function, EffectSet wanted = EffectSet::Plain) const {
    return project_.reach(function, wanted);
  }
  // Is the class of each module seen that running the function runs, or that the calls of the
  // project give to the parameter? No where the end is too far away.
  bool sees_modules_of(ProjectEntity function) const { return project_.sees_modules_of(function); }
  bool sees_modules_given_to(const ModuleParameter& parameter) const {
    return project_.sees_modules_given_to(parameter);
  }
  // The class of all objects that the function returns; none where that is not seen.
  ProjectEntity class_made_by(ProjectEntity function) const {
    return project_.class_made_by(function);
  }
  // The same of what the calls of the project give to the parameter, those of its own file `here`.
  ProjectEntity class_given_to(const ModuleParameter& parameter, ProjectEntity here) const {
    return project_.class_given_to(parameter, here);
  }
  // The same of what the methods of the class assign to the attribute.
  ProjectEntity class_kept_in(ProjectEntity klass, std::string_view attribute) const {
    return project_.class_kept_in(klass, attribute);
  }
  // What code may do that is run through objects from the other files of programs with this
  // one. Where these are too many, it may need gradients.
  BackgroundEffects background_around(FileIndex file) const {
    return project_.background_around(file);
  }
  // What the forwards of modules may do that anybody in such a program made.
  EffectBits forwards_around(FileIndex file) const { return project_.forwards_around(file); }
  // Is a method of that name decorated in another file of the run, as a property is?
  bool may_be_property_around(FileIndex file, std::string_view name) const {
    return project_.may_be_property_around(file, name);
  }
  // The same of the hooks that files register for forward passes.
  EffectBits hooks_around(FileIndex file) const { return project_.hooks_around(file); }
  // What the methods of that name in the classes of those files may do.
  EffectBits methods_around(FileIndex file, std::string_view name) const {
    return project_.methods_around(file, name);
  }
  // Facts of an attribute that the methods of the class assign to.
  Facts attribute_facts(ProjectEntity klass, std::string_view name) const {
    return project_.attribute_facts(klass, name);
  }
  // Calls in other files. Nothing when there are too many files to look at.
  std::optional<std::vector<OutsideCall>> calls_elsewhere(ProjectEntity function) const {
    return project_.calls_elsewhere(function);
  }
  // The same until `visit` returns true for one of them: the files after it are not looked at.
  // False where they are too many.
  bool any_call_elsewhere(ProjectEntity function, const CallVisitor& visit) const {
    return project_.any_call_elsewhere(function, visit);
  }
  // Effects of the innermost loop around the call, else of its function.
  EffectBits effects_around(const OutsideCall& call) const { return project_.effects_around(call); }
  // What `ask` says of the call, with the model of the file that it is in; no where that can't be
  // read or costs too much. For what is worth saying: not kept. `ask` asks that model and no other.
  bool holds_around(const OutsideCall& call, const CallerQuestion& ask) const {
    return project_.holds_around(call, ask);
  }
  // The same of the function, with the model of its file.
  bool holds_in(ProjectEntity function, const FunctionQuestion& ask) const {
    return project_.holds_in(function, ask);
  }
  // The same of one of the methods that have the name, in the other files that mention one of the
  // attributes, or in all of them where there are none; no where these are too many. The first
  // question reads all files.
  bool holds_in_namesake(FileIndex file, std::string_view name, Words attributes,
                         const FunctionQuestion& ask) const {
    return project_.holds_in_namesake(file, name, attributes, ask);
  }

  // ---- ways ----
  // The steps that `find` takes in the function's own file, which is named as it lies from `from`.
  // For findings: not kept. `find` asks the model that it gets, and no other.
  WaySteps way_inside(ProjectEntity function, FileIndex from, const WayFinder& find) const {
    return project_.way_inside(function, from, find);
  }
  WaySteps way_around(const OutsideCall& call, FileIndex from, const WayFinder& find) const {
    return project_.way_around(call, from, find);
  }

 private:
  friend class Project;
  explicit ProjectCode(const Project& project) : project_(project) {}
  const Project& project_;
};

}  // namespace mlfix
