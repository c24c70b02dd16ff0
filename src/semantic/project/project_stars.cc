// Names that star imports bring. A file with a few stars asks each of them; one with many, as a
// package has that passes on all of its modules, keeps by name which of them may bring it, as far
// as paths alone lead to their files.

#include <algorithm>
#include <iterator>
#include <mutex>

#include "semantic/project/project_names.h"
#include "semantic/project_entity.h"

namespace mlfix {
namespace {

constexpr std::size_t kFewStars = 8;
constexpr std::size_t kMaxStars = 64;  // files in which a star import looks for a name

}  // namespace

ProjectEntity Project::Names::lookup_star(FileIndex file, std::string_view name,
                                          Trail& trail) const {
  if (name.empty() || name.front() == '_') return {};
  ProjectEntity agreed;
  const std::vector<std::string>& stars = project_.outline(file).stars;
  for (const std::uint32_t star : stars_that_may_bring(file, name)) {
    FileIndex from = stars.size() > kFewStars ? stars_of(file).files[star] : kNoFile;
    if (from == kNoFile) {
      const ProjectEntity module = resolve(file, stars[star], trail);
      if (module.kind != ProjectEntity::Kind::Module || module.file == kNoFile) continue;
      from = module.file;
    }
    const ProjectEntity meant = lookup(from, name, trail);
    if (meant && agreed && agreed != meant) return {};
    if (meant) agreed = meant;
  }
  return agreed;
}

std::string Project::Names::library_by_star(FileIndex file, std::string_view name) const {
  if (name.empty() || name.front() == '_') return {};
  StarTrail trail;
  follow_stars(file, name, trail);
  return trail.disagrees ? std::string() : std::move(trail.agreed);
}

std::vector<std::uint32_t> Project::Names::stars_that_may_bring(FileIndex file,
                                                                std::string_view name) const {
  const std::size_t count = project_.outline(file).stars.size();
  std::vector<std::uint32_t> result;
  if (count <= kFewStars) {
    for (std::uint32_t star = 0; star < count; ++star) result.push_back(star);
    return result;
  }
  const File::Stars& stars = stars_of(file);
  const auto binding = stars.binding.find(std::string(name));
  if (binding == stars.binding.end()) return stars.others;
  std::ranges::merge(binding->second, stars.others, std::back_inserter(result));
  return result;
}

const Project::File::Stars& Project::Names::stars_of(FileIndex file) const {
  File::Stars& stars = *project_.files_[file]->stars;
  std::call_once(stars.resolved, [&] {
    const std::vector<std::string>& written = project_.outline(file).stars;
    for (std::uint32_t star = 0; star < written.size(); ++star) {
      const FileIndex from = file_by_path(file, written[star]);
      stars.files.push_back(from);
      if (from == kNoFile || !project_.outline(from).stars.empty()) {
        stars.others.push_back(star);
        continue;
      }
      for (const OutlineBinding& bound : project_.outline(from).bindings) {
        std::vector<std::uint32_t>& known = stars.binding[bound.name];
        if (known.empty() || known.back() != star) known.push_back(star);
      }
    }
  });
  return stars;
}

void Project::Names::follow_stars(FileIndex file, std::string_view name, StarTrail& trail) const {
  for (const std::string& star : project_.outline(file).stars) {
    Trail lookups;
    const ProjectEntity module = resolve(file, star, lookups);
    if (module.kind != ProjectEntity::Kind::Module || module.file == kNoFile ||
        binds(module.file, "__all__")) {
      trail.disagrees = true;
    } else if (trail.seen.insert(module.file).second) {
      note_binding(module.file, name, trail);
    }
    if (trail.disagrees || trail.seen.size() > kMaxStars) {
      trail.disagrees = true;
      return;
    }
  }
}

void Project::Names::note_binding(FileIndex file, std::string_view name, StarTrail& trail) const {
  const auto bound =
      std::ranges::equal_range(project_.outline(file).bindings, name, {},
                               [](const OutlineBinding& b) { return std::string_view(b.name); });
  if (bound.empty()) return follow_stars(file, name, trail);
  const std::string text = bound.size() == 1 ? text_in_scope(file, name) : "";
  Trail lookups;
  const bool is_library = !text.empty() && text.front() != '.' && !resolve(file, text, lookups);
  const bool agrees = trail.agreed.empty() || trail.agreed == text;
  trail.disagrees = trail.disagrees || !is_library || !agrees;
  trail.agreed = text;
}

FileIndex Project::Names::file_by_path(FileIndex from, std::string_view dotted) const {
  if (dotted.starts_with('.')) {
    const ProjectModule package = package_of(from, dotted);
    return file_below(package, dotted);
  }
  const std::string_view first = dotted.substr(0, dotted.find('.'));
  dotted.remove_prefix(std::min(first.size() + 1, dotted.size()));
  for (const ProjectModule& module : top_modules(from, first)) {
    const FileIndex file = file_below(module, dotted);
    if (file != kNoFile || module.file != kNoFile) return file;
  }
  return kNoFile;
}

FileIndex Project::Names::file_below(ProjectModule module, std::string_view dotted) const {
  while (module && !dotted.empty()) {
    const std::string_view name = dotted.substr(0, dotted.find('.'));
    dotted.remove_prefix(std::min(name.size() + 1, dotted.size()));
    const bool bound = module.file != kNoFile && binds(module.file, name);
    if (bound || module.folder.empty()) return kNoFile;
    module = module_at(module.folder, name);
  }
  return module.file;
}

}  // namespace mlfix
