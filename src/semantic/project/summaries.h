// What a project says of the functions of one file to those who ask from another; see project.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantic/effects/effects.h"
#include "semantic/flow/reach.h"
#include "semantic/knowledge/facts.h"
#include "semantic/project_entity.h"

namespace mlfix {

// A parameter of a function. What becomes of a value that is given to it is asked by itself, see
// ProjectCode::graph_of() and kept_of().
struct ParameterSummary {
  enum class Kind : std::uint8_t { Plain, Positionals, Keywords };
  ProjectEntity function;
  std::uint32_t place = 0;  // among its parameters
  std::string name;
  Kind kind = Kind::Plain;
};

// What the head of a function says. What the function does is asked by itself, as most who ask
// about a function want one answer.
struct FunctionSummary {
  bool known = false;  // the function was found in its file
  bool is_async = false;
  bool is_generator = false;
  bool takes_self = false;  // the first parameter is bound by the call of a method
  bool has_unknown_decorator = false;
  std::vector<ParameterSummary> parameters;
  // What `with f():` and `@f` do to the gradient mode; nothing when they leave it.
  std::optional<GradMode> as_guard;
};

struct ReturnSummary {
  bool known = false;
  Facts whole, element;
  std::vector<Facts> parts;                           // by place, where every return writes a tuple
  std::map<std::string, Facts, std::less<>> entries;  // by key, where every return gives a dict
  bool may_have_graph = false;                        // see may_return_graph()
  int graph_place = -1;                               // see returned_part_with_graph()
  ProjectEntity given_on;                             // see result_given_on()
  int given_back = -1;  // the place of the parameter, see parameter_given_back()
};

// What running a function does, with what it runs in its own file.
struct EffectsSummary {
  bool known = false;
  EffectBits effects = 0;
  bool unseen_forward = false;  // runs a module whose class is not known
  // Functions of other files, and what is given to them.
  std::vector<std::pair<ProjectEntity, Handing>> runs;
};

// The modules that a function runs, with what it runs in its own file.
struct ModulesSummary {
  bool seen = false;                   // see SemanticModel::unseen_module
  std::vector<ProjectEntity> modules;  // forwards in other files
  std::vector<ModuleParameter> given;  // see RunModules
};

// What the calls in one file give to a parameter of a function of another, as modules.
struct GivenModules {
  bool seen = false;  // all of it comes from classes that are seen
  std::size_t calls = 0;
  std::vector<ProjectEntity> modules;  // their forwards
  std::vector<ModuleParameter> given;  // parameters of that file that are handed on
};

// Where objects come from: what a function makes, or what the calls in one file give to a parameter
// of a function of another.
struct ObjectOrigins {
  bool seen = false;  // all of them
  std::size_t calls = 0;
  std::vector<ProjectEntity> classes{};
  std::vector<ProjectEntity> makers{};   // functions of other files that return them
  std::vector<ModuleParameter> given{};  // parameters of that file that are handed on
};

// What running a function does, in whatever file.
struct FunctionReach {
  EffectBits effects = 0;
  bool unseen_forward = false;
};

}  // namespace mlfix
