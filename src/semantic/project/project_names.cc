// Names and classes of a project: the files' places in packages, and the way
// from an import to what it names.
//
// Where a module is found depends in Python on how the program was started. A
// folder counts as a place to import from when it is above the importing file
// and no package itself, or a `src`, `lib` or `python` folder, or one with a
// setup.py, beside such a path. The nearest of those that offer a module wins, as the folder of
// a program comes first when it is started there: so files farther out, which a larger run brings,
// change no answer. A module that two of the same distance offer is ambiguous.

#include "semantic/project/project_names.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "semantic/project_entity.h"
#include "text/paths.h"

namespace mlfix {
namespace {

constexpr int kMaxReexports = 32;         // one after the other
constexpr std::size_t kMaxLookups = 200;  // of one name through re-exports

// In code: folders by the conventions of packaging, no names of a program.
constexpr std::array<std::string_view, 3> kSourceFolders{"src", "lib", "python"};

// Is `folder` the same as `path`, or above it?
bool is_above(std::string_view folder, std::string_view path) {
  return path.substr(0, folder.size()) == folder &&
         (path.size() == folder.size() || path[folder.size()] == '/');
}

// Of several folders and files of one name Python takes the one that is no folder without an
// __init__.py, wherever it lies.
ProjectModule only_regular(const std::vector<ProjectModule>& modules) {
  const auto is_regular = [](const ProjectModule& one) { return one.file != kNoFile; };
  const auto first = std::ranges::find_if(modules, is_regular);
  return std::ranges::count_if(modules, is_regular) == 1 ? *first : ProjectModule{};
}

}  // namespace

Project::Names::Names(const Project& project) : project_(project) {
  std::set<std::string_view> seen;
  for (FileIndex f = 0; f < project.files_.size(); ++f) {
    const std::string& path = project.files_[f]->path;
    by_path_.emplace(path, f);
    if (project.is_notebook(f)) continue;  // nothing imports it, nor a folder that has no more
    for (std::string_view folder = folder_part(path); !folder.empty();
         folder = folder_part(folder)) {
      if (!seen.insert(folder).second) break;
      importable_[name_part(folder)].push_back(folder_part(folder));
    }
    const std::string_view name = name_part(path);
    if (name.ends_with(".py") && name != "__init__.py") {
      importable_[name.substr(0, name.size() - 3)].push_back(folder_part(path));
    }
  }
  folders_.assign(seen.begin(), seen.end());
  for (auto& [name, roots] : importable_) {
    std::sort(roots.begin(), roots.end());
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  }
}

bool Project::Names::is_importable(std::string_view name) const {
  return importable_.contains(name);
}

std::string_view Project::Names::folder(std::uint32_t number) const {
  return folders_[number];
}

FileIndex Project::Names::file_at(const std::string& path) const {
  const auto found = by_path_.find(path);
  return found == by_path_.end() ? kNoFile : found->second;
}

ProjectEntity Project::Names::resolve(FileIndex from, std::string_view dotted, Trail& trail) const {
  if (!dotted.empty() && dotted.front() == '.') {
    const ProjectModule package = package_of(from, dotted);
    return walk(package, dotted, trail);
  }
  const std::string_view first = dotted.substr(0, dotted.find('.'));
  dotted.remove_prefix(std::min(first.size() + 1, dotted.size()));
  for (const ProjectModule& module : top_modules(from, first)) {
    // A folder without __init__.py that lacks what is named is not the one that is meant.
    const ProjectEntity found = walk(module, dotted, trail);
    if (found || module.file != kNoFile) return found;
  }
  return {};
}

ProjectEntity Project::Names::lookup(FileIndex file, std::string_view name, Trail& trail) const {
  // Modules may import from each other in a circle: no name is looked up twice.
  const auto [known, is_new] = trail.known.try_emplace({file, std::string(name)});
  const bool ends = trail.known.size() > kMaxLookups || trail.depth == kMaxReexports;
  if (!is_new || ends) return known->second;
  ++trail.depth;
  const ProjectEntity found = look_in(file, name, trail);
  --trail.depth;
  return known->second = found;
}

ProjectEntity Project::Names::look_in(FileIndex file, std::string_view name, Trail& trail) const {
  const Outline& outline = project_.outline(file);
  const auto its_name = [](const OutlineBinding& b) { return std::string_view(b.name); };
  const auto begin = std::ranges::lower_bound(outline.bindings, name, {}, its_name);
  const auto end = std::ranges::upper_bound(outline.bindings, name, {}, its_name);
  if (begin == end) return lookup_star(file, name, trail);
  ProjectEntity agreed;
  for (auto binding = begin; binding != end; ++binding) {
    const ProjectEntity meant = meaning_of(file, *binding, trail);
    if (!meant || (agreed && agreed != meant)) return {};
    agreed = meant;
  }
  const bool is_before_star =
      std::any_of(begin, end, [](const OutlineBinding& b) { return b.is_before_star; });
  const ProjectEntity starred = is_before_star ? lookup_star(file, name, trail) : agreed;
  return !starred || starred == agreed ? agreed : ProjectEntity{};
}

ProjectEntity Project::Names::in_scope(FileIndex file, std::string_view dotted) const {
  const std::string_view first = dotted.substr(0, dotted.find('.'));
  Trail trail;
  const ProjectEntity entity = lookup(file, first, trail);
  dotted.remove_prefix(std::min(first.size() + 1, dotted.size()));
  if (dotted.empty()) return entity;
  if (entity.kind == ProjectEntity::Kind::Module) {
    return walk(module_of(entity), dotted, trail);
  }
  return {};
}

std::string Project::Names::text_in_scope(FileIndex file, std::string_view dotted) const {
  const std::string_view first = dotted.substr(0, dotted.find('.'));
  const std::string_view rest = dotted.substr(first.size());
  const Outline& outline = project_.outline(file);
  const auto found =
      std::ranges::lower_bound(outline.bindings, first, {},
                               [](const OutlineBinding& b) { return std::string_view(b.name); });
  if (found == outline.bindings.end() || found->name != first ||
      found->kind != OutlineBinding::Kind::Import) {
    return {};
  }
  return outline.imports[found->index].dotted().append(rest);
}

const std::vector<Project::File::Base>& Project::Names::bases_of(ProjectEntity klass) const {
  File::Bases& bases = *project_.files_[klass.file]->bases;
  std::call_once(bases.resolved, [&] {
    bases.of_class.clear();
    for (const OutlineClass& one : project_.outline(klass.file).classes) {
      auto& resolved = bases.of_class.emplace_back();
      for (const std::string& base : one.bases) {
        const auto known = base.empty() ? ProjectEntity{} : in_scope(klass.file, base);
        const bool foreign = !known.is_class() && !base.empty();
        resolved.push_back({known, foreign ? text_in_scope(klass.file, base) : ""});
      }
    }
  });
  return bases.of_class[klass.index];
}

ProjectEntity Project::Names::meaning_of(FileIndex file, const OutlineBinding& binding,
                                         Trail& trail) const {
  switch (binding.kind) {
    case OutlineBinding::Kind::Function:
      return {ProjectEntity::Kind::Function, file, binding.index};
    case OutlineBinding::Kind::Class:
      return {ProjectEntity::Kind::Class, file, binding.index};
    case OutlineBinding::Kind::Import:
      return resolve(file, project_.outline(file).imports[binding.index].dotted(), trail);
    case OutlineBinding::Kind::Value:
      return {};
  }
  return {};
}

ProjectModule Project::Names::module_at(std::string_view folder, std::string_view name) const {
  const std::string path = std::string(folder) + "/" + std::string(name);
  ProjectModule module;
  if (const auto number = folder_number(path)) module.folder = folders_[*number];
  if (const FileIndex init = file_at(path + "/__init__.py"); init != kNoFile) {
    module.file = init;
    return module;
  }
  const FileIndex file = file_at(path + ".py");
  return file == kNoFile ? module : ProjectModule{file, {}};
}

bool Project::Names::is_package(std::string_view folder) const {
  return by_path_.contains(std::string(folder) + "/__init__.py");
}

ProjectModule Project::Names::package_of(FileIndex from, std::string_view& dotted) const {
  std::string_view folder = folder_part(project_.files_[from]->path);
  dotted.remove_prefix(1);
  for (; !dotted.empty() && dotted.front() == '.'; dotted.remove_prefix(1)) {
    folder = folder_part(folder);
  }
  if (!folder_number(folder)) return {};
  return {file_at(std::string(folder) + "/__init__.py"), folder};
}

std::vector<ProjectModule> Project::Names::top_modules(FileIndex from,
                                                       std::string_view name) const {
  const auto known = importable_.find(name);
  if (known == importable_.end()) return {};
  std::map<Nearness, std::vector<ProjectModule>, std::greater<>> offered;
  for (const std::string_view root : known->second) {
    if (const auto near = nearness(from, root)) offered[*near].push_back(module_at(root, name));
  }
  std::vector<ProjectModule> nearest_first;
  for (const auto& [near, modules] : offered) {
    const ProjectModule one = modules.size() == 1 ? modules.front() : only_regular(modules);
    if (!one) break;
    nearest_first.push_back(one);
  }
  return nearest_first;
}

std::optional<Project::Names::Nearness> Project::Names::nearness(FileIndex from,
                                                                 std::string_view root) const {
  if (is_package(root)) return std::nullopt;
  const std::string_view folder = folder_part(project_.files_[from]->path);
  if (is_above(root, folder)) return Nearness{root.size(), true};
  const std::string_view around = folder_part(root);
  const bool holds_sources = std::find(kSourceFolders.begin(), kSourceFolders.end(),
                                       name_part(root)) != kSourceFolders.end() ||
                             by_path_.contains(std::string(root) + "/setup.py");
  if (!holds_sources || !is_above(around, folder)) return std::nullopt;
  return Nearness{around.size(), false};
}

ProjectModule Project::Names::module_of(ProjectEntity entity) const {
  if (entity.file == kNoFile) return {kNoFile, folders_[entity.index]};
  const std::string& path = project_.files_[entity.file]->path;
  if (name_part(path) != "__init__.py") return {entity.file, {}};
  return {entity.file, folder_part(path)};
}

std::optional<std::uint32_t> Project::Names::folder_number(std::string_view path) const {
  const auto found = std::lower_bound(folders_.begin(), folders_.end(), path);
  if (found == folders_.end() || *found != path) return std::nullopt;
  return static_cast<std::uint32_t>(found - folders_.begin());
}

ProjectEntity Project::Names::entity_of(const ProjectModule& module) const {
  if (!module) return {};
  if (module.file != kNoFile) return {ProjectEntity::Kind::Module, module.file, 0};
  // A package without a file is known by the number of its folder.
  const auto folder = folder_number(module.folder);
  return folder ? ProjectEntity{ProjectEntity::Kind::Module, kNoFile, *folder} : ProjectEntity{};
}

ProjectEntity Project::Names::walk(ProjectModule module, std::string_view dotted,
                                   Trail& trail) const {
  while (module && !dotted.empty()) {
    const std::string_view name = dotted.substr(0, dotted.find('.'));
    dotted.remove_prefix(std::min(name.size() + 1, dotted.size()));
    const ProjectModule below =
        module.folder.empty() ? ProjectModule{} : module_at(module.folder, name);
    const bool bound = module.file != kNoFile && binds(module.file, name);
    const bool is_below = !bound || imports_below(module.file, name);
    const ProjectEntity entity = is_below ? entity_of(below) : lookup(module.file, name, trail);
    if (!entity) {
      // What is bound may be the submodule itself: `from . import name`.
      if (bound) return {};
      return module.file == kNoFile ? ProjectEntity{}
                                    : of_class(lookup(module.file, name, trail), dotted);
    }
    if (entity.kind != ProjectEntity::Kind::Module) return of_class(entity, dotted);
    module = module_of(entity);
  }
  return entity_of(module);
}

bool Project::Names::binds(FileIndex file, std::string_view name) const {
  return std::ranges::binary_search(
      project_.outline(file).bindings, name, {},
      [](const OutlineBinding& b) { return std::string_view(b.name); });
}

// Does the file of a package bind the name to its own part: `from . import name`?
bool Project::Names::imports_below(FileIndex file, std::string_view name) const {
  const Outline& outline = project_.outline(file);
  const auto bound = std::ranges::equal_range(
      outline.bindings, name, {}, [](const OutlineBinding& b) { return std::string_view(b.name); });
  return std::ranges::all_of(bound, [&](const OutlineBinding& binding) {
    if (binding.kind != OutlineBinding::Kind::Import) return false;
    const OutlineImport& one = outline.imports[binding.index];
    return one.module == "." && one.name == name;
  });
}

ProjectEntity Project::Names::of_class(ProjectEntity entity, std::string_view rest) const {
  if (rest.empty()) return entity;
  if (!entity.is_class() || rest.find('.') != std::string_view::npos) return {};
  return project_.method(entity, rest);
}

}  // namespace mlfix
