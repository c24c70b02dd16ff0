// One file of a project with what is known of it so far. Private to the project.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/knowledge/effect.h"
#include "semantic/knowledge/facts.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project.h"
#include "semantic/project/summaries.h"
#include "semantic/project_entity.h"

namespace mlfix {

// A call by its name: what it runs, if that is known.
struct NamedCall {
  OutsideCall call;
  ProjectEntity target;    // none: not known
  bool on_object = false;  // a method call
  bool on_self = false;
};

struct Project::File {
  File(std::string whole, std::filesystem::path as_given)
      : path(std::move(whole)), shown(std::move(as_given)) {}

  // What the file offers to others.
  struct Offer {
    std::once_flag read;
    bool is_read = false;
    Outline outline;
    KeyedDigest digest;  // of the text, when the project notes questions
  };

  // The files that its imports lead to.
  struct Importing {
    std::once_flag resolved;
    std::set<FileIndex> files;     // of what is named
    std::vector<FileIndex> stars;  // modules of `from m import *`
    std::once_flag starred;
    std::set<FileIndex> by_star;  // what the file imports, for who takes all of it
  };

  // The first import that leads to no file of the run and to no library that is known.
  struct UnseenImport {
    std::once_flag looked_for;
    std::optional<std::string> found;
  };

  // Where the names come from that its star imports bring, as far as paths tell.
  struct Stars {
    std::once_flag resolved;
    std::vector<FileIndex> files;  // by star; kNoFile where it is not for paths to tell
    // The stars whose files bind the name themselves and have no stars.
    std::unordered_map<std::string, std::vector<std::uint32_t>> binding;
    std::vector<std::uint32_t> others;
  };

  // A base as the class names it: a class of the project, or a qualified name, empty where
  // even that is not known.
  struct Base {
    ProjectEntity known;
    std::string foreign;
  };

  struct Bases {
    std::once_flag resolved;
    std::vector<std::vector<Base>> of_class;
  };

  // What is known of a function so far.
  struct Function {
    std::optional<FunctionSummary> summary;
    std::optional<ReturnSummary> returned;
    std::optional<EffectsSummary> plain_effects, all_effects;
    std::optional<ModulesSummary> modules;
    std::optional<ObjectOrigins> made;
    std::optional<bool> spares_graphs;
    std::map<std::uint32_t, std::optional<Reach>> graphs, kept;  // by parameter
    std::map<std::uint32_t, std::optional<bool>> fills;          // the same
  };

  void forget_answers() {
    importing = std::make_unique<Importing>();
    unseen_import = std::make_unique<UnseenImport>();
    bases = std::make_unique<Bases>();
    stars = std::make_unique<Stars>();
    functions.clear();
    background.reset();
    methods.reset();
    attributes.clear();
    objects_kept.clear();
    calls.clear();
    effects.clear();
    given.clear();
    objects_given.clear();
  }

  const std::string path;             // absolute
  const std::filesystem::path shown;  // how it is read
  std::unique_ptr<Offer> offer = std::make_unique<Offer>();
  std::unique_ptr<Importing> importing = std::make_unique<Importing>();
  std::unique_ptr<UnseenImport> unseen_import = std::make_unique<UnseenImport>();
  std::unique_ptr<Bases> bases = std::make_unique<Bases>();
  std::unique_ptr<Stars> stars = std::make_unique<Stars>();
  // Another run may be told something else of it: it was read again and had another text, or
  // what it was asked cost too much.
  std::atomic<bool> is_fleeting = false;

  // Guards what is below. Entries are never changed once they are made.
  std::mutex mutex;
  std::unordered_map<std::uint32_t, Function> functions;  // by index
  std::optional<BackgroundCode> background;
  std::optional<std::map<std::string, EffectBits, std::less<>>> methods;  // of its classes, by name
  std::map<std::pair<std::uint32_t, std::string>, Facts> attributes;
  std::map<std::pair<std::uint32_t, std::string>, ObjectOrigins> objects_kept;  // the same
  std::unordered_map<std::string, std::vector<NamedCall>> calls;                // by name
  std::unordered_map<NodeId, EffectBits> effects;                               // around calls
  // By whose parameter it is.
  std::map<std::pair<ProjectEntity, std::string>, GivenModules> given;
  std::map<std::pair<ProjectEntity, std::string>, ObjectOrigins> objects_given;
  QuestionLog questions;  // of the models that all of these come from
};

}  // namespace mlfix
