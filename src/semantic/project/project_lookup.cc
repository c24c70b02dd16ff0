// What names mean, and what the outlines say of it. Each question notes itself for whoever asks;
// the way from a name to its meaning is that of project_names.cc.

#include <algorithm>
#include <mutex>

#include "semantic/project/project.h"
#include "semantic/project/project_files.h"
#include "semantic/project/project_names.h"
#include "semantic/project/questions.h"
#include "semantic/project_entity.h"

namespace mlfix {
namespace {

constexpr std::size_t kMaxStarred = 64;  // modules that stars of a file lead to, one by another

}  // namespace

bool Project::is_importable(std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::Importable, kNoFile, 0, name);
  return names_->is_importable(name);
}

ProjectEntity Project::resolve(FileIndex from, std::string_view dotted) const {
  // Most names are of libraries, and whoever asks is told the same.
  const std::string_view first = dotted.substr(0, dotted.find('.'));
  if (!first.empty() && !names_->is_importable(first)) {
    const Asked asked(ProjectQuestion::Kind::Importable, kNoFile, 0, first);
    return {};
  }
  const Asked asked(ProjectQuestion::Kind::Resolve, from, 0, dotted);
  Names::Trail trail;
  return dotted.empty() ? ProjectEntity{} : names_->resolve(from, dotted, trail);
}

ProjectEntity Project::lookup(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::Lookup, file, 0, name);
  Names::Trail trail;
  return names_->lookup(file, name, trail);
}

std::set<FileIndex> Project::find_imports(FileIndex file) const {
  std::set<FileIndex> files;
  const auto enter = [&](const std::string& dotted) { files.insert(resolve(file, dotted).file); };
  const std::vector<OutlineImport>& imported = outline(file).imported;
  for (std::size_t i = 0; i < imported.size(); ++i) {
    const auto& [module, name] = imported[i];
    // The module runs whatever the name is, which may stand for a value; so do the packages
    // that it lies in.
    if (i == 0 || imported[i - 1].module != module) {
      enter(module);
      const std::size_t names = std::min(module.find_first_not_of('.'), module.size());
      for (std::size_t dot = module.find('.', names); dot != std::string::npos;
           dot = module.find('.', dot + 1)) {
        enter(module.substr(0, dot));
      }
    }
    if (!name.empty()) enter(imported[i].dotted());
  }
  return files;
}

// A star brings all names that the module has, those that it has imported itself included.
const std::set<FileIndex>& Project::brought_by_star_of(FileIndex module) const {
  File::Importing& importing = *files_[module]->importing;
  std::call_once(importing.starred, [&] {
    std::vector<FileIndex> starred{module};
    for (std::size_t i = 0; i < starred.size() && i < kMaxStarred; ++i) {
      importing.by_star.merge(find_imports(starred[i]));
      for (const std::string& star : outline(starred[i]).stars) {
        const FileIndex from = resolve(starred[i], star).file;
        const bool is_new = from != kNoFile && std::ranges::find(starred, from) == starred.end();
        if (is_new) starred.push_back(from);
      }
    }
  });
  return importing.by_star;
}

bool Project::imports_from(FileIndex file, FileIndex other) const {
  // A name that is not found leads to no file.
  const Asked asked(ProjectQuestion::Kind::ImportsFrom, file, 0,
                    other == kNoFile ? std::string_view() : files_[other]->path);
  File::Importing& importing = *files_[file]->importing;
  std::call_once(importing.resolved, [&] {
    importing.files = find_imports(file);
    for (const std::string& star : outline(file).stars) {
      const FileIndex from = resolve(file, star).file;
      if (from != kNoFile && from != file) importing.stars.push_back(from);
    }
  });
  return importing.files.contains(other) ||
         (other != kNoFile && std::ranges::any_of(importing.stars, [&](FileIndex module) {
            return brought_by_star_of(module).contains(other);
          }));
}

ProjectEntity Project::lookup_star(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::LookupStar, file, 0, name);
  Names::Trail trail;
  return names_->lookup_star(file, name, trail);
}

std::string Project::library_by_star(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::LibraryByStar, file, 0, name);
  return names_->library_by_star(file, name);
}

std::string_view Project::name_of(ProjectEntity entity) const {
  switch (entity.kind) {
    case ProjectEntity::Kind::Function: {
      const Asked asked(ProjectQuestion::Kind::FunctionName, entity.file, entity.index);
      return outline(entity.file).functions[entity.index].name;
    }
    case ProjectEntity::Kind::Class: {
      const Asked asked(ProjectQuestion::Kind::ClassName, entity.file, entity.index);
      return outline(entity.file).classes[entity.index].name;
    }
    default:
      return {};
  }
}

ProjectEntity Project::class_of_method(ProjectEntity function) const {
  if (!function.is_function()) return {};
  const Asked asked(ProjectQuestion::Kind::ClassOfMethod, function.file, function.index);
  const std::int32_t klass = outline(function.file).functions[function.index].klass;
  if (klass < 0) return {};
  return {ProjectEntity::Kind::Class, function.file, static_cast<std::uint32_t>(klass)};
}

ProjectEntity Project::function_at(FileIndex file, Offset name_at) const {
  const Asked asked(ProjectQuestion::Kind::FunctionAt, file, name_at);
  const std::vector<OutlineFunction>& functions = outline(file).functions;
  const auto found = std::ranges::lower_bound(functions, name_at, {}, &OutlineFunction::name_at);
  if (found == functions.end() || found->name_at != name_at) return {};
  return {ProjectEntity::Kind::Function, file,
          static_cast<std::uint32_t>(found - functions.begin())};
}

ProjectEntity Project::function_named(FileIndex file, std::string_view name,
                                      std::string_view class_name) const {
  const Asked asked(ProjectQuestion::Kind::FunctionNamed, file, 0,
                    std::string(class_name) + "." + std::string(name));
  const Outline& outlined = outline(file);
  ProjectEntity found;
  for (std::uint32_t i = 0; i < outlined.functions.size(); ++i) {
    const OutlineFunction& one = outlined.functions[i];
    const std::string_view klass = one.klass < 0
                                       ? std::string_view()
                                       : outlined.classes[static_cast<std::size_t>(one.klass)].name;
    if (one.name != name || klass != class_name) continue;
    if (found) return {};
    found = {ProjectEntity::Kind::Function, file, i};
  }
  return found;
}

}  // namespace mlfix
