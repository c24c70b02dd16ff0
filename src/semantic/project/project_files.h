// One file of a project with what is known of it so far. Private to the project.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/project/project.h"

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

  const std::string path;             // absolute
  const std::filesystem::path shown;  // how it is read
  std::once_flag outlined;
  Outline outline;
  std::once_flag imports_resolved;
  std::set<FileIndex> imports;  // the files that its imports lead to

  // Guards what is below. Entries are never changed once they are made.
  std::mutex mutex;
  std::unordered_map<std::uint32_t, FunctionSummary> functions;  // by index
  std::optional<BackgroundEffects> background;
  std::map<std::pair<std::uint32_t, std::string>, Facts> attributes;
  std::unordered_map<std::string, std::vector<NamedCall>> calls;  // by name
};

}  // namespace mlfix
