// How the semantic layer names things in other files of a run.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "syntax/syntax_tree.h"

namespace mlfix {

class Project;
class ProjectCode;

// The number of a file in its project.
using FileIndex = std::uint32_t;
inline constexpr FileIndex kNoFile = UINT32_MAX;

// A module, class, function or method of the project; nothing when its kind is None.
struct ProjectEntity {
  enum class Kind : std::uint8_t { None, Module, Function, Class };
  Kind kind = Kind::None;
  FileIndex file = kNoFile;
  std::uint32_t index = 0;  // of the function or class in the file's outline
  explicit operator bool() const { return kind != Kind::None; }
  bool is_function() const { return kind == Kind::Function; }
  bool is_class() const { return kind == Kind::Class; }
  friend auto operator<=>(const ProjectEntity&, const ProjectEntity&) = default;
};

// A parameter of a function, and whether calls of the function's own file give it anything.
struct ModuleParameter {
  ProjectEntity function;
  std::string name;
  int position = -1;  // among those that calls fill: without `self`
  bool is_given_here = false;
  friend auto operator<=>(const ModuleParameter&, const ModuleParameter&) = default;
};

// Where a model's file stands in a project; by default nowhere.
struct ProjectPlace {
  ProjectPlace() = default;
  ProjectPlace(const Project& in, FileIndex at);
  // For a model that a summary is made of: it may ask what names mean in other files, but not what
  // the code there does, so that no summary rests on another.
  static ProjectPlace for_summaries(const Project& in, FileIndex at);

  const Project* project = nullptr;  // must outlive the model
  FileIndex file = kNoFile;
  // What the code of other files does. Null where there is no project, and where nobody may ask;
  // there is no other way to ask it.
  const ProjectCode* code = nullptr;
};

}  // namespace mlfix
