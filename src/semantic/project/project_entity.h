// How the semantic layer names things in other files of a run.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace mlfix {

class Project;

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
  bool is_given_here = false;
  friend auto operator<=>(const ModuleParameter&, const ModuleParameter&) = default;
};

// Where a model's file stands in a project; by default nowhere.
struct ProjectPlace {
  const Project* project = nullptr;  // must outlive the model
  FileIndex file = kNoFile;
  // The model may ask what names mean in other files, but not what functions do
  // there. Summaries are made by such models, so that none rests on another.
  bool names_only = false;
};

}  // namespace mlfix
