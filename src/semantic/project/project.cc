// Names and classes of a project: the files' places in packages, and the way
// from an import to what it names. See project.h.
//
// Where a module is found depends in Python on how the program was started. A
// folder counts as a place to import from when it is above the importing file
// and no package itself, or a `src`, `lib` or `python` folder, or one with a
// setup.py, beside such a path. A module that two of them offer is ambiguous.

#include "semantic/project/project.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <string>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "semantic/components.h"
#include "semantic/project/attribute_mentions.h"
#include "semantic/project/project_files.h"
#include "semantic/project/project_summaries.h"
#include "semantic/project/project_texts.h"
#include "text/paths.h"
#include "text/source_text.h"

namespace mlfix {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kFewStars = 8;
constexpr int kMaxReexports = 32;         // one after the other
constexpr std::size_t kMaxLookups = 200;  // of one name through re-exports
constexpr std::size_t kMaxStars = 64;     // files in which a star import looks for a name
// In code: folders by the conventions of packaging, no names of a program.
constexpr std::array<std::string_view, 3> kSourceFolders{"src", "lib", "python"};

std::string_view parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view last_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Is `folder` the same as `path`, or above it?
bool is_above(std::string_view folder, std::string_view path) {
  return path.substr(0, folder.size()) == folder &&
         (path.size() == folder.size() || path[folder.size()] == '/');
}

// Does a summary of another file that knows one outline know the other? It asks for
// names and for what may be differentiated, not for what is called, nor where in the text
// things are.
bool offers_the_same(const Outline& a, const Outline& b) {
  const auto same_functions = [](const OutlineFunction& f, const OutlineFunction& g) {
    return f.name == g.name && f.klass == g.klass;
  };
  const auto same_classes = [](const OutlineClass& c, const OutlineClass& d) {
    return c.name == d.name && c.bases == d.bases && c.methods == d.methods;
  };
  return a.bindings == b.bindings && a.imports == b.imports && a.stars == b.stars &&
         a.imported == b.imported && a.replaced == b.replaced && a.attributes == b.attributes &&
         a.differentiates == b.differentiates &&
         std::ranges::equal(a.functions, b.functions, same_functions) &&
         std::ranges::equal(a.classes, b.classes, same_classes);
}

}  // namespace

// ---- modules -------------------------------------------------------------------

// A module as an import finds it: a file, a folder, or both (a package with its
// __init__.py).
struct ProjectModule {
  FileIndex file = kNoFile;
  std::string_view folder;  // of a package, regular or not
  explicit operator bool() const { return file != kNoFile || !folder.empty(); }
};

class Project::Names {
 public:
  // What one question has looked up so far.
  struct Trail {
    std::map<std::pair<FileIndex, std::string>, ProjectEntity> known;
    int depth = 0;
  };

  explicit Names(const Project& project) : project_(project) {
    std::set<std::string_view> seen;
    for (FileIndex f = 0; f < project.files_.size(); ++f) {
      const std::string& path = project.files_[f]->path;
      by_path_.emplace(path, f);
      for (std::string_view folder = parent_of(path); !folder.empty(); folder = parent_of(folder)) {
        if (!seen.insert(folder).second) break;
        importable_[last_of(folder)].push_back(parent_of(folder));
      }
      const std::string_view name = last_of(path);
      if (name.ends_with(".py") && name != "__init__.py") {
        importable_[name.substr(0, name.size() - 3)].push_back(parent_of(path));
      }
    }
    folders_.assign(seen.begin(), seen.end());
    for (auto& [name, roots] : importable_) {
      std::sort(roots.begin(), roots.end());
      roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    }
  }

  bool is_importable(std::string_view name) const { return importable_.contains(name); }

  std::string_view folder(std::uint32_t number) const { return folders_[number]; }

  FileIndex file_at(const std::string& path) const {
    const auto found = by_path_.find(path);
    return found == by_path_.end() ? kNoFile : found->second;
  }

  ProjectEntity resolve(FileIndex from, std::string_view dotted, Trail& trail) const {
    ProjectModule module;
    if (!dotted.empty() && dotted.front() == '.') {
      module = package_of(from, dotted);
    } else {
      const std::string_view first = dotted.substr(0, dotted.find('.'));
      dotted.remove_prefix(std::min(first.size() + 1, dotted.size()));
      module = top_module(from, first);
    }
    return walk(module, dotted, trail);
  }

  ProjectEntity lookup(FileIndex file, std::string_view name, Trail& trail) const {
    // Modules may import from each other in a circle: no name is looked up twice.
    const auto [known, is_new] = trail.known.try_emplace({file, std::string(name)});
    const bool ends = trail.known.size() > kMaxLookups || trail.depth == kMaxReexports;
    if (!is_new || ends) return known->second;
    ++trail.depth;
    const ProjectEntity found = look_in(file, name, trail);
    --trail.depth;
    return known->second = found;
  }

  ProjectEntity look_in(FileIndex file, std::string_view name, Trail& trail) const {
    const Outline& outline = project_.outline(file);
    const auto its_name = [](const OutlineBinding& b) { return std::string_view(b.name); };
    const auto begin = std::ranges::lower_bound(outline.bindings, name, {}, its_name);
    const auto end = std::ranges::upper_bound(outline.bindings, name, {}, its_name);
    ProjectEntity agreed;
    for (auto binding = begin; binding != end; ++binding) {
      const ProjectEntity meant = meaning_of(file, *binding, trail);
      if (!meant || (agreed && agreed != meant)) return {};
      agreed = meant;
    }
    return begin == end ? lookup_star(file, name, trail) : agreed;
  }

  ProjectEntity lookup_star(FileIndex file, std::string_view name, Trail& trail) const {
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

  // What a library gives to the name where star imports bring it: all files on the way that
  // bind it must agree, and none may have a star that nobody sees through.
  struct StarTrail {
    std::set<FileIndex> seen;
    std::string agreed;
    bool disagrees = false;
  };

  std::string library_by_star(FileIndex file, std::string_view name) const {
    if (name.empty() || name.front() == '_') return {};
    StarTrail trail;
    follow_stars(file, name, trail);
    return trail.disagrees ? std::string() : std::move(trail.agreed);
  }

  // A dotted name as it is written at the top level of a file.
  ProjectEntity in_scope(FileIndex file, std::string_view dotted) const {
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

  // The qualified name of a dotted name of a file's top level, through its imports.
  std::string text_in_scope(FileIndex file, std::string_view dotted) const {
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

  // Resolved once: whatever is asked of a class asks for the bases of all above it.
  const std::vector<File::Base>& bases_of(ProjectEntity klass) const {
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

 private:
  // Of many stars only those that have the name, or stars of their own.
  std::vector<std::uint32_t> stars_that_may_bring(FileIndex file, std::string_view name) const {
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

  const File::Stars& stars_of(FileIndex file) const {
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

  void follow_stars(FileIndex file, std::string_view name, StarTrail& trail) const {
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

  void note_binding(FileIndex file, std::string_view name, StarTrail& trail) const {
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

  // The file of a module that paths alone lead to: no package on the way binds the next name.
  FileIndex file_by_path(FileIndex from, std::string_view dotted) const {
    ProjectModule module;
    if (dotted.starts_with('.')) {
      module = package_of(from, dotted);
    } else {
      const std::string_view first = dotted.substr(0, dotted.find('.'));
      dotted.remove_prefix(std::min(first.size() + 1, dotted.size()));
      module = top_module(from, first);
    }
    while (module && !dotted.empty()) {
      const std::string_view name = dotted.substr(0, dotted.find('.'));
      dotted.remove_prefix(std::min(name.size() + 1, dotted.size()));
      const bool bound = module.file != kNoFile && binds(module.file, name);
      if (bound || module.folder.empty()) return kNoFile;
      module = module_at(module.folder, name);
    }
    return module.file;
  }

  ProjectEntity meaning_of(FileIndex file, const OutlineBinding& binding, Trail& trail) const {
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

  ProjectModule module_at(std::string_view folder, std::string_view name) const {
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

  bool is_package(std::string_view folder) const {
    return by_path_.contains(std::string(folder) + "/__init__.py");
  }

  // "." is the file's own package, each further dot one above it. Leaves the names
  // behind the dots in `dotted`.
  ProjectModule package_of(FileIndex from, std::string_view& dotted) const {
    std::string_view folder = parent_of(project_.files_[from]->path);
    dotted.remove_prefix(1);
    for (; !dotted.empty() && dotted.front() == '.'; dotted.remove_prefix(1)) {
      folder = parent_of(folder);
    }
    if (!folder_number(folder)) return {};
    return {file_at(std::string(folder) + "/__init__.py"), folder};
  }

  ProjectModule top_module(FileIndex from, std::string_view name) const {
    const auto known = importable_.find(name);
    if (known == importable_.end()) return {};
    ProjectModule regular;
    ProjectModule bare;  // a folder without __init__.py
    int regulars = 0;
    int bares = 0;
    for (const std::string_view root : known->second) {
      if (!may_import_from(from, root)) continue;
      const ProjectModule module = module_at(root, name);
      (module.file != kNoFile ? regular : bare) = module;
      ++(module.file != kNoFile ? regulars : bares);
    }
    if (regulars == 1) return regular;
    return regulars == 0 && bares == 1 ? bare : ProjectModule{};
  }

  bool may_import_from(FileIndex from, std::string_view root) const {
    if (is_package(root)) return false;
    const std::string_view folder = parent_of(project_.files_[from]->path);
    if (is_above(root, folder)) return true;
    const bool holds_sources = std::find(kSourceFolders.begin(), kSourceFolders.end(),
                                         last_of(root)) != kSourceFolders.end() ||
                               by_path_.contains(std::string(root) + "/setup.py");
    return holds_sources && is_above(parent_of(root), folder);
  }

  ProjectModule module_of(ProjectEntity entity) const {
    if (entity.file == kNoFile) return {kNoFile, folders_[entity.index]};
    const std::string& path = project_.files_[entity.file]->path;
    if (last_of(path) != "__init__.py") return {entity.file, {}};
    return {entity.file, parent_of(path)};
  }

  std::optional<std::uint32_t> folder_number(std::string_view path) const {
    const auto found = std::lower_bound(folders_.begin(), folders_.end(), path);
    if (found == folders_.end() || *found != path) return std::nullopt;
    return static_cast<std::uint32_t>(found - folders_.begin());
  }

  ProjectEntity entity_of(const ProjectModule& module) const {
    if (!module) return {};
    if (module.file != kNoFile) return {ProjectEntity::Kind::Module, module.file, 0};
    // A package without a file is known by the number of its folder.
    const auto folder = folder_number(module.folder);
    return folder ? ProjectEntity{ProjectEntity::Kind::Module, kNoFile, *folder} : ProjectEntity{};
  }

  ProjectEntity walk(ProjectModule module, std::string_view dotted, Trail& trail) const {
    while (module && !dotted.empty()) {
      const std::string_view name = dotted.substr(0, dotted.find('.'));
      dotted.remove_prefix(std::min(name.size() + 1, dotted.size()));
      const ProjectModule below =
          module.folder.empty() ? ProjectModule{} : module_at(module.folder, name);
      const bool bound = module.file != kNoFile && binds(module.file, name);
      const ProjectEntity entity = bound ? lookup(module.file, name, trail) : entity_of(below);
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

  bool binds(FileIndex file, std::string_view name) const {
    return std::ranges::binary_search(
        project_.outline(file).bindings, name, {},
        [](const OutlineBinding& b) { return std::string_view(b.name); });
  }

  // Class.method, when one more name is left.
  ProjectEntity of_class(ProjectEntity entity, std::string_view rest) const {
    if (rest.empty()) return entity;
    if (!entity.is_class() || rest.find('.') != std::string_view::npos) return {};
    return project_.method(entity, rest);
  }

  const Project& project_;
  std::unordered_map<std::string, FileIndex> by_path_;
  std::vector<std::string_view> folders_;  // with a file in them, or below them; sorted
  // By the first name of an import: the folders in which it may be found.
  std::map<std::string_view, std::vector<std::string_view>> importable_;
};

// ---- the project ----------------------------------------------------------------

struct Project::Mentions {
  std::once_flag made;
  std::optional<AttributeMentions> index;
  std::once_flag merging_found;
  std::vector<ProjectEntity> merging;  // the classes with several bases
  std::once_flag importers_found;
  std::vector<std::vector<FileIndex>> importers;  // by file
  std::once_flag bearing_found;
  std::vector<bool> bearing;  // by file: see has_code_for_gradients()
  std::once_flag properties_found;
  std::unordered_map<std::uint32_t, FileIndex> properties;  // by hash; kNoFile for several files
  std::once_flag meddling_found;
  std::vector<Meddling> meddling;  // by file
  std::once_flag meddlers_sought;
  bool has_meddlers = false;  // or files that bring what is not seen
  std::once_flag files_listed;
  std::vector<FileIndex> files;  // all of the run
  std::once_flag notebooks_read;
  std::vector<bool> by_notebooks;  // by file: does a notebook seem to import it?
  std::once_flag bringing_found;
  std::vector<bool> bringing;  // by file: see brings_code()
  std::once_flag circles_found;
  std::vector<FileIndex> circles;  // by file: see circle_of()
  std::mutex programs_mutex;
  std::map<std::pair<FileIndex, Imports>, Companions> programs;  // by circle
  std::once_flag askers_found;
  Askers askers;
};

Project::Project(const std::vector<fs::path>& files, const Knowledge& knowledge, StopRequest stop,
                 ReadText read)
    : knowledge_(&knowledge),
      stop_(std::move(stop)),
      read_(read ? std::move(read) : ReadText(read_source_text)) {
  std::vector<std::pair<std::string, fs::path>> sorted;
  sorted.reserve(files.size());
  for (const fs::path& path : files) {
    if (path.extension() == ".py") sorted.emplace_back(whole_path(path).generic_string(), path);
    if (path.extension() == ".ipynb") notebooks_.push_back(path);
  }
  std::sort(sorted.begin(), sorted.end());
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same), sorted.end());
  for (auto& [whole, path] : sorted) {
    files_.push_back(std::make_unique<File>(std::move(whole), std::move(path)));
  }
  texts_ = std::make_unique<Texts>();
  mentions_ = std::make_unique<Mentions>();
  names_ = std::make_unique<Names>(*this);
  summaries_ = std::make_unique<Summaries>(*this, knowledge, stop_);
}

Project::~Project() = default;

// ---- texts ---------------------------------------------------------------------

namespace {

// A text never begins with such a byte.
constexpr std::string_view kNoText("\0", 1);

KeyedDigest digest_of(const HashKey& key, const Result<std::string>& text) {
  return keyed_digest(key, text ? std::string_view(*text) : kNoText);
}

}  // namespace

void Project::note_questions(const HashKey& key) {
  key_ = key;
}

KeyedDigest Project::text_digest(FileIndex file) const {
  outline(file);
  return files_[file]->offer->digest;
}

bool Project::is_importable(std::string_view name) const {
  return names_->is_importable(name);
}

std::string_view Project::folder_at(std::uint32_t number) const {
  return names_->folder(number);
}

const std::string& Project::path_of(FileIndex file) const {
  return files_[file]->path;
}

Result<std::string> Project::text_of(FileIndex file) const {
  auto text = read_(files_[file]->shown);
  if (key_ && digest_of(*key_, text) != text_digest(file)) files_[file]->is_fleeting = true;
  return text;
}

void Project::check_text(FileIndex file, std::string_view text) const {
  if (key_ && keyed_digest(*key_, text) != text_digest(file)) files_[file]->is_fleeting = true;
}

const QuestionLog* Project::asked_by_model_of(FileIndex file) const {
  return files_[file]->is_fleeting ? nullptr : &files_[file]->questions;
}

FileIndex Project::file_of(const fs::path& path) const {
  return names_->file_at(whole_path(path).generic_string());
}

const Outline& Project::outline(FileIndex file) const {
  const File& one = *files_[file];
  File::Offer& offer = *one.offer;
  std::call_once(offer.read, [&] {
    const auto text = read_(one.shown);
    if (text) offer.outline = outline_of(*text);
    if (key_) offer.digest = digest_of(*key_, text);
    offer.is_read = true;
  });
  return offer.outline;
}

const Outline& Project::read_outline(FileIndex file) const {
  Listening::note({ProjectQuestion::Kind::Inside, file});
  return outline(file);
}

void Project::renew(FileIndex file) {
  File& one = *files_[file];
  const auto before = std::exchange(one.offer, std::make_unique<File::Offer>());
  one.forget_answers();
  texts_->drop(file);
  mentions_ = std::make_unique<Mentions>();
  if (before->is_read && !offers_the_same(before->outline, outline(file))) {
    for (const auto& each : files_) each->forget_answers();
    summaries_ = std::make_unique<Summaries>(*this, *knowledge_, stop_);
  } else {
    summaries_->renew(file);
  }
}

void Project::drop_unfinished() {
  summaries_->drop_models();
}

std::shared_ptr<const ParsedText> Project::parsed_text(FileIndex file) const {
  return texts_->find(file);
}

void Project::keep(FileIndex file, std::shared_ptr<const ParsedText> text) const {
  texts_->keep(file, std::move(text));
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

bool Project::imports_from(FileIndex file, FileIndex other) const {
  // A name that is not found leads to no file.
  const Asked asked(ProjectQuestion::Kind::ImportsFrom, file, 0,
                    other == kNoFile ? std::string_view() : files_[other]->path);
  File::Importing& importing = *files_[file]->importing;
  std::call_once(importing.resolved, [&] {
    const auto enter = [&](const std::string& dotted) {
      importing.files.insert(resolve(file, dotted).file);
    };
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
  });
  return importing.files.contains(other);
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

// ---- classes --------------------------------------------------------------------

namespace {

void note_hierarchy(ProjectEntity klass) {
  if (klass.is_class())
    Listening::note({ProjectQuestion::Kind::Hierarchy, klass.file, klass.index});
}

}  // namespace

// Calls `visit` for the class and its ancestors in the project, depth first, and
// `foreign` for the bases outside of it, until one returns true.
bool Project::any_in_hierarchy(ProjectEntity klass, const ClassVisitor& visit,
                               const NameVisitor& foreign) const {
  std::set<ProjectEntity> seen;
  // Each with the number of its bases that were gone to.
  std::vector<std::pair<ProjectEntity, std::size_t>> open;
  const auto enter = [&](ProjectEntity at) {
    if (!at.is_class() || !seen.insert(at).second) return false;
    open.emplace_back(at, 0);
    return visit(at);
  };
  if (enter(klass)) return true;
  while (!open.empty()) {
    const ProjectEntity at = open.back().first;
    const std::vector<File::Base>& bases = names_->bases_of(at);
    if (open.back().second == bases.size()) {
      open.pop_back();
      continue;
    }
    const File::Base& base = bases[open.back().second++];
    if (base.known.is_class() ? enter(base.known) : foreign(base.foreign)) return true;
  }
  return false;
}

namespace {

// Classes of the project above one class, of which the bases are looked at. What is above more
// of them is unknown.
constexpr std::size_t kMaxHierarchy = 32;

}  // namespace

bool Project::any_foreign_base(ProjectEntity klass, const NameVisitor& visit) const {
  note_hierarchy(klass);
  std::size_t classes = 0;
  const auto is_too_far = [&](ProjectEntity) { return ++classes > kMaxHierarchy; };
  const bool found = any_in_hierarchy(klass, is_too_far, visit);
  return classes > kMaxHierarchy ? visit("") : found;
}

ProjectEntity Project::method(ProjectEntity klass, std::string_view name) const {
  ProjectEntity found;
  if (!klass.is_class()) return found;
  const Asked asked(ProjectQuestion::Kind::Method, klass.file, klass.index, name);
  std::size_t classes = 0;
  any_in_hierarchy(
      klass,
      [&](ProjectEntity at) {
        if (++classes > kMaxHierarchy) return true;
        const Outline& outlined = outline(at.file);
        for (const std::uint32_t method : outlined.classes[at.index].methods) {
          if (outlined.functions[method].name == name) {
            found = {ProjectEntity::Kind::Function, at.file, method};
          }
        }
        return static_cast<bool>(found);
      },
      [](const std::string&) { return false; });
  return found;
}

bool Project::derives(ProjectEntity klass, ProjectEntity ancestor) const {
  note_hierarchy(klass);
  return any_in_hierarchy(
      klass, [&](ProjectEntity at) { return at == ancestor; },
      [](const std::string&) { return false; });
}

std::optional<std::vector<ProjectEntity>> Project::overrides(ProjectEntity method) const {
  const Asked asked(ProjectQuestion::Kind::Overrides, method.file, method.index);
  return summaries_->overrides_of(method);
}

namespace {

// Does it read attributes by names that its text does not hold?
bool reads_by_reflection(const Knowledge& knowledge, const Outline& outline) {
  return outline.reads_computed ||
         std::ranges::any_of(
             knowledge.names(Meaning::ReadsByReflection), [&](std::string_view name) {
               return std::ranges::binary_search(outline.called_names, hash_name(name)) ||
                      std::ranges::binary_search(outline.attributes, hash_name(name));
             });
}

// Does the file differentiate, or look at whether something has a graph (`x.requires_grad`)?
bool is_about_graphs(const Knowledge& knowledge, const Outline& outline) {
  return outline.differentiates ||
         std::ranges::any_of(knowledge.names(Meaning::GraphAttribute), [&](std::string_view name) {
           return std::ranges::binary_search(outline.attributes, hash_name(name));
         });
}

}  // namespace

const Project::Askers& Project::asking_for_graphs() const {
  Askers& askers = mentions_->askers;
  std::call_once(mentions_->askers_found, [&] {
    for (FileIndex file = 0; file < files_.size(); ++file) {
      const Outline& one = outline(file);
      const bool reflects = reads_by_reflection(*knowledge_, one);
      if (reflects) askers.of_any.push_back(file);
      if (!reflects && !is_about_graphs(*knowledge_, one)) continue;
      for (const std::uint32_t hash : one.attributes) askers.by_attribute[hash].push_back(file);
    }
  });
  return askers;
}

bool Project::may_import(FileIndex file, FileIndex other) const {
  return imports_from(file, other) || brings_code(file);
}

bool Project::may_differentiate_attribute(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MayDifferentiateAttribute, file, 0, name);
  const Askers& askers = asking_for_graphs();
  const auto asks = [&](FileIndex other) { return other != file && may_import(other, file); };
  const auto found = askers.by_attribute.find(hash_name(name));
  return (found != askers.by_attribute.end() && std::ranges::any_of(found->second, asks)) ||
         std::ranges::any_of(askers.of_any, asks);
}

bool Project::may_differentiate_attribute_anywhere(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MayDifferentiateAnywhere, file, 0, name);
  const Askers& askers = asking_for_graphs();
  const auto found = askers.by_attribute.find(hash_name(name));
  const bool mentions =
      found != askers.by_attribute.end() &&
      std::ranges::any_of(found->second, [&](FileIndex other) { return other != file; });
  return mentions || std::ranges::any_of(askers.of_any, [&](FileIndex other) {
           return other != file && may_import(other, file);
         });
}

const AttributeMentions& Project::attribute_mentions() const {
  Mentions& mentions = *mentions_;
  std::call_once(mentions.made, [&] {
    const auto text_of = [&](FileIndex other) -> std::optional<std::string> {
      auto text = this->text_of(other);
      return text ? std::optional(std::move(*text)) : std::nullopt;
    };
    mentions.index.emplace(static_cast<FileIndex>(files_.size()), text_of);
  });
  return *mentions.index;
}

bool Project::mentions_attribute_elsewhere(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MentionsAttribute, file, 0, name);
  return attribute_mentions().elsewhere(file, name, [](FileIndex, Offset) { return true; });
}

bool Project::mentions_attribute_of_kin(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MentionsOfKin, file, 0, name);
  return attribute_mentions().elsewhere(
      file, name, [&](FileIndex other, Offset at) { return may_share_object(file, other, at); });
}

const std::vector<ProjectEntity>& Project::merging_classes() const {
  std::call_once(mentions_->merging_found, [&] {
    for (FileIndex file = 0; file < files_.size(); ++file) {
      const std::vector<OutlineClass>& classes = outline(file).classes;
      for (std::uint32_t index = 0; index < classes.size(); ++index) {
        if (classes[index].bases.size() < 2) continue;
        mentions_->merging.push_back({ProjectEntity::Kind::Class, file, index});
      }
    }
  });
  return mentions_->merging;
}

namespace {

// For one place. Where more classes would have to be compared, they may all be kin.
constexpr std::size_t kMaxKinshipQuestions = 4000;

}  // namespace

bool Project::may_share_object(FileIndex file, FileIndex other, Offset at) const {
  const std::vector<OutlineClass>& there = outline(other).classes;
  const auto around = std::ranges::find_if(there, [&](const OutlineClass& klass) {
    return klass.range.begin <= at && at < klass.range.end;
  });
  if (around == there.end()) return true;
  const ProjectEntity klass{ProjectEntity::Kind::Class, other,
                            static_cast<std::uint32_t>(around - there.begin())};
  if (any_foreign_base(klass, [](const std::string& base) { return base.empty(); })) return true;
  const auto own_classes = static_cast<std::uint32_t>(outline(file).classes.size());
  if (own_classes * (merging_classes().size() + 1) > kMaxKinshipQuestions) return true;
  for (std::uint32_t index = 0; index < own_classes; ++index) {
    const ProjectEntity own{ProjectEntity::Kind::Class, file, index};
    const bool related = derives(klass, own) || derives(own, klass) ||
                         std::ranges::any_of(merging_classes(), [&](ProjectEntity both) {
                           return derives(both, klass) && derives(both, own);
                         });
    if (related) return true;
  }
  return false;
}

bool Project::mentions_grad_switch(ProjectEntity klass) const {
  Listening::note({ProjectQuestion::Kind::Inside, klass.file});
  const auto source = text_of(klass.file);
  if (!source) return true;
  const TextRange range = outline(klass.file).classes[klass.index].range;
  const std::string_view text = std::string_view(*source).substr(range.begin, range.size());
  return text.find("_grad") != std::string_view::npos ||
         text.find("inference_mode") != std::string_view::npos;
}

// ---- functions ------------------------------------------------------------------

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

const FunctionSummary& Project::summary(ProjectEntity function) const {
  return summaries_->of(function);
}

const ReturnSummary& Project::returned_by(ProjectEntity function) const {
  return summaries_->returned_by(function);
}

const Reach& Project::graph_of(const ParameterSummary& parameter) const {
  return summaries_->graph_of(parameter);
}

const Reach& Project::kept_of(const ParameterSummary& parameter) const {
  return summaries_->kept_of(parameter);
}

bool Project::spares_graphs(ProjectEntity function) const {
  return summaries_->spares_graphs(function);
}

Facts Project::attribute_facts(ProjectEntity klass, std::string_view name) const {
  note_hierarchy(klass);
  Facts facts;
  std::size_t classes = 0;
  any_in_hierarchy(
      klass,
      [&](ProjectEntity at) {
        facts = summaries_->attribute(at, name);
        return !facts.may.empty() || ++classes > kMaxHierarchy;
      },
      [](const std::string&) { return false; });
  return facts;
}

std::optional<std::vector<OutsideCall>> Project::calls_elsewhere(ProjectEntity function) const {
  std::vector<OutsideCall> calls;
  const bool seen = summaries_->each_call_of(function, [&](const OutsideCall& call) {
    calls.push_back(call);
    return false;
  });
  return seen ? std::optional(std::move(calls)) : std::nullopt;
}

bool Project::any_call_elsewhere(ProjectEntity function, const CallVisitor& visit) const {
  bool found = false;
  summaries_->each_call_of(function, [&](const OutsideCall& call) { return found = visit(call); });
  return found;
}

EffectBits Project::effects_around(const OutsideCall& call) const {
  return summaries_->effects_around(call);
}

WaySteps Project::way_inside(ProjectEntity function, FileIndex from, const WayFinder& find) const {
  return summaries_->way_in(function.file, function, from, find);
}

WaySteps Project::way_around(const OutsideCall& call, FileIndex from, const WayFinder& find) const {
  return summaries_->way_in(call.file, call.caller, from, find);
}

namespace {

constexpr std::size_t kMaxReach = 64;       // functions
constexpr std::size_t kMaxNeighbours = 60;  // files that have code of the kind
constexpr std::size_t kMaxCompanions = 300;
constexpr std::string_view kImportedNames =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_., ";

bool may_bring_code(const Knowledge& knowledge, const Outline& outline) {
  return outline.imports_computed ||
         std::ranges::any_of(knowledge.names(Meaning::BringsCode), [&](std::string_view name) {
           return std::ranges::binary_search(outline.called_names, hash_name(name));
         });
}

bool registers_hook(const Knowledge& knowledge, const Outline& outline) {
  return std::ranges::any_of(
      knowledge.names(Meaning::RegistersForwardHook), [&](std::string_view name) {
        return std::ranges::binary_search(outline.called_names, hash_name(name));
      });
}

// Only such a file can have code that differentiates, modules that keep a graph, or code that
// looks at what modules give.
// Hashes of the functions that tell whether gradients are on; sorted.
std::vector<std::uint32_t> functions_that_ask(const Knowledge& knowledge) {
  constexpr auto kAsks = static_cast<EffectBits>(Effect::ReadsGradMode);
  std::vector<std::uint32_t> found;
  knowledge.for_each_described([&](std::string_view dotted) {
    const Symbol symbol = knowledge.find(dotted);
    const CallableInfo* info = symbol == kNoSymbol ? nullptr : knowledge.callable(symbol);
    if (info == nullptr || (info->effects & kAsks) == 0) return;
    found.push_back(hash_name(dotted.substr(dotted.rfind('.') + 1)));
  });
  std::ranges::sort(found);
  return found;
}

bool has_code_for_gradients(const Knowledge& knowledge, const std::vector<std::uint32_t>& asking,
                            const Outline& outline) {
  const auto is_called = [&](std::uint32_t name) {
    return std::ranges::binary_search(outline.called_names, name);
  };
  return outline.differentiates || registers_hook(knowledge, outline) ||
         std::ranges::any_of(asking, is_called) ||
         std::ranges::any_of(outline.functions, [](const OutlineFunction& function) {
           return function.klass >= 0 && function.name == "forward";
         });
}

// The words of import statements, whatever else a line of a notebook holds.
void add_imported_words(std::string_view text, std::set<std::string>& words) {
  for (const std::string_view keyword : {"import ", "from "}) {
    for (std::size_t at = text.find(keyword); at != text.npos; at = text.find(keyword, at + 1)) {
      const std::string_view rest = text.substr(at + keyword.size());
      const std::size_t end = rest.find_first_not_of(kImportedNames);
      std::string_view names = rest.substr(0, end);
      while (!names.empty()) {
        const std::size_t word = std::min(names.find_first_of("., "), names.size());
        if (word > 0) words.emplace(names.substr(0, word));
        names.remove_prefix(std::min(word + 1, names.size()));
      }
    }
  }
}

}  // namespace

const std::vector<FileIndex>& Project::importers(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::Importers, file);
  std::vector<std::vector<FileIndex>>& all = mentions_->importers;
  std::call_once(mentions_->importers_found, [&] {
    all.resize(files_.size());
    for (FileIndex f = 0; f < files_.size(); ++f) {
      for (const FileIndex imported : imports_of(f)) {
        if (imported != kNoFile && imported != f) all[imported].push_back(f);
      }
      if (!brings_code(f)) continue;
      for (const FileIndex brought : files_below_folder_of(f)) {
        if (brought != f) all[brought].push_back(f);
      }
    }
  });
  return all[file];
}

const std::set<FileIndex>& Project::imports_of(FileIndex file) const {
  imports_from(file, kNoFile);  // so that they are resolved
  return files_[file]->importing->files;
}

bool Project::is_imported_by_notebook(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::ImportedByNotebook, file);
  std::call_once(mentions_->notebooks_read, [&] {
    std::set<std::string> words;
    for (const fs::path& notebook : notebooks_) {
      if (const auto text = read_(notebook)) add_imported_words(*text, words);
    }
    mentions_->by_notebooks.resize(files_.size());
    for (FileIndex f = 0; f < files_.size() && !words.empty(); ++f) {
      const fs::path& path = files_[f]->path;
      const fs::path module = path.filename() == "__init__.py" ? path.parent_path() : path;
      mentions_->by_notebooks[f] = words.contains(module.stem().string());
    }
  });
  return mentions_->by_notebooks[file];
}

bool Project::bears_on_gradients(FileIndex file) const {
  std::call_once(mentions_->bearing_found, [&] {
    mentions_->bearing.resize(files_.size());
    const std::vector<std::uint32_t> asking = functions_that_ask(*knowledge_);
    for (FileIndex f = 0; f < files_.size(); ++f) {
      mentions_->bearing[f] = has_code_for_gradients(*knowledge_, asking, outline(f));
    }
  });
  return mentions_->bearing[file];
}

FileIndex Project::circle_of(FileIndex file) const {
  std::vector<FileIndex>& circles = mentions_->circles;
  std::call_once(mentions_->circles_found, [&] {
    circles.assign(files_.size(), kNoFile);
    const auto is_known = [&](FileIndex one) { return circles[one] != kNoFile; };
    const auto importer = [&](FileIndex imported, std::size_t i) {
      const std::vector<FileIndex>& all = importers(imported);
      return i < all.size() ? all[i] : kNoFile;
    };
    const auto enter = [&](std::span<const FileIndex> circle) {
      const FileIndex first = *std::ranges::min_element(circle);
      for (const FileIndex one : circle) circles[one] = first;
    };
    for (FileIndex one = 0; one < files_.size(); ++one) {
      if (!is_known(one)) for_each_component(one, is_known, importer, enter);
    }
  });
  return circles[file];
}

Project::Companions Project::programs_with(FileIndex file, Imports which) const {
  const FileIndex first = circle_of(file);
  {
    const std::lock_guard lock(mentions_->programs_mutex);
    const auto known = mentions_->programs.find({first, which});
    if (known != mentions_->programs.end()) return known->second;
  }
  auto found = std::make_shared<const std::optional<Program>>(find_programs_with(first, which));
  const std::lock_guard lock(mentions_->programs_mutex);
  return mentions_->programs.try_emplace({first, which}, std::move(found)).first->second;
}

bool Project::brings_code(FileIndex file) const {
  std::call_once(mentions_->bringing_found, [&] {
    mentions_->bringing.resize(files_.size());
    for (FileIndex f = 0; f < files_.size(); ++f) {
      mentions_->bringing[f] = may_bring_code(*knowledge_, outline(f));
    }
  });
  return mentions_->bringing[file];
}

std::vector<FileIndex> Project::files_below_folder_of(FileIndex file) const {
  const std::string& path = files_[file]->path;
  const std::string_view folder = std::string_view(path).substr(0, path.rfind('/') + 1);
  std::vector<FileIndex> found;
  for (FileIndex f = 0; f < files_.size(); ++f) {
    if (files_[f]->path.starts_with(folder)) found.push_back(f);
  }
  return found;
}

std::optional<Project::Program> Project::find_programs_with(FileIndex file, Imports which) const {
  std::vector<FileIndex> found{file};
  std::vector<bool> seen(files_.size());
  seen[file] = true;
  const auto enter = [&](FileIndex other) {
    if (other == kNoFile || seen[other]) return;
    seen[other] = true;
    found.push_back(other);
  };
  for (std::size_t i = 0; i < found.size() && found.size() <= kMaxCompanions; ++i) {
    for (const FileIndex importer : importers(found[i])) enter(importer);
  }
  if (std::ranges::any_of(found, [&](FileIndex one) { return is_imported_by_notebook(one); })) {
    return std::nullopt;
  }
  const std::size_t direct = found.size();
  for (std::size_t i = 0; i < found.size() && found.size() <= kMaxCompanions; ++i) {
    if (which == Imports::Direct && i >= direct) break;
    for (const FileIndex imported : imports_of(found[i])) enter(imported);
    if (!brings_code(found[i])) continue;
    for (const FileIndex brought : files_below_folder_of(found[i])) enter(brought);
  }
  if (found.size() > kMaxCompanions) return std::nullopt;
  Program program{std::move(found), {}};
  std::ranges::copy_if(program.files, std::back_inserter(program.bearing),
                       [&](FileIndex other) { return bears_on_gradients(other); });
  return program;
}

std::optional<std::vector<FileIndex>> Project::neighbours_of(FileIndex file, Imports which) const {
  const bool direct = which == Imports::Direct;
  const Asked asked(
      direct ? ProjectQuestion::Kind::DirectNeighbours : ProjectQuestion::Kind::AllNeighbours,
      file);
  const Companions program = programs_with(file, which);
  // One more, as the file itself is none of them.
  if (!*program || (*program)->bearing.size() > kMaxNeighbours + 1) return std::nullopt;
  std::vector<FileIndex> found = (*program)->bearing;
  std::erase(found, file);
  return found.size() > kMaxNeighbours ? std::nullopt : std::optional(std::move(found));
}

bool Project::may_read_attribute(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MayReadAttribute, file, 0, name);
  const Companions program = programs_with(file, Imports::Direct);
  return !*program || std::ranges::any_of((*program)->files, [&](FileIndex other) {
    return other != file && std::ranges::binary_search(outline(other).attributes, hash_name(name));
  });
}

Meddler Project::meddling_around(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::Meddling, file);
  Mentions& mentions = *mentions_;
  std::call_once(mentions.meddling_found, [&] {
    mentions.meddling.reserve(files_.size());
    NamesOfCode names(*knowledge_);
    for (FileIndex f = 0; f < files_.size(); ++f) names.add_functions(outline(f));
    names.sort();
    for (FileIndex f = 0; f < files_.size(); ++f) {
      mentions.meddling.push_back(meddling_of(*knowledge_, names, outline(f), this, f));
    }
  });
  const auto meddles = [&](FileIndex one) { return mentions.meddling[one] != Meddling::None; };
  const auto brings_unseen = [&](FileIndex one) { return unseen_import_of(one).has_value(); };
  // Of the file itself first, as that is what a reader of the message has before them.
  if (meddles(file)) return {mentions.meddling[file], {}};
  if (brings_unseen(file)) return {Meddling::BringsUnseen, *unseen_import_of(file)};
  std::call_once(mentions.meddlers_sought, [&] {
    mentions.has_meddlers = std::ranges::any_of(
        all_files(), [&](FileIndex one) { return meddles(one) || brings_unseen(one); });
  });
  if (!mentions.has_meddlers) return {};
  const Companions others = programs_with(file, Imports::All);
  const std::span<const FileIndex> program =
      *others ? std::span<const FileIndex>((*others)->files) : all_files();
  if (const auto found = std::ranges::find_if(program, meddles); found != program.end()) {
    return {mentions.meddling[*found], {}};
  }
  if (const auto found = std::ranges::find_if(program, brings_unseen); found != program.end()) {
    return {Meddling::BringsUnseen, *unseen_import_of(*found)};
  }
  return {};
}

std::span<const FileIndex> Project::all_files() const {
  Mentions& mentions = *mentions_;
  std::call_once(mentions.files_listed, [&] {
    mentions.files.resize(files_.size());
    std::iota(mentions.files.begin(), mentions.files.end(), FileIndex{0});
  });
  return mentions.files;
}

const std::optional<std::string>& Project::unseen_import_of(FileIndex file) const {
  File::UnseenImport& unseen = *files_[file]->unseen_import;
  std::call_once(unseen.looked_for,
                 [&] { unseen.found = unseen_import(*knowledge_, outline(file), this, file); });
  return unseen.found;
}

namespace {

bool imports_figures(const Outline& outline) {
  return std::ranges::any_of(outline.imports, [](const OutlineImport& one) {
    return one.module.starts_with("matplotlib") || one.module.starts_with("pylab") ||
           one.module.starts_with("seaborn");
  });
}

}  // namespace

std::optional<std::vector<FileIndex>> Project::drawing_companions(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::DrawingCompanions, file);
  const Companions program = programs_with(file, Imports::All);
  if (!*program) return std::nullopt;
  std::vector<FileIndex> found;
  std::ranges::copy_if((*program)->files, std::back_inserter(found), [&](FileIndex other) {
    return other != file && imports_figures(outline(other));
  });
  return found;
}

bool Project::companions_draw(FileIndex file) const {
  const auto others = drawing_companions(file);
  return !others || std::ranges::any_of(*others, [&](FileIndex other) {
    return summaries_->background(other).figures != 0;
  });
}

namespace {

// What `ask` tells of each of the files, together; `unknown` where they are too many.
template <typename Effects, typename Ask>
Effects united(const std::optional<std::vector<FileIndex>>& files, Effects unknown, Ask ask) {
  if (!files) return unknown;
  Effects all{};
  for (const FileIndex file : *files) all |= ask(file);
  return all;
}

constexpr EffectBits kPerhaps = static_cast<EffectBits>(Effect::MayNeedGraph);

}  // namespace

BackgroundEffects Project::background_around(FileIndex file) const {
  const BackgroundEffects unknown{.iteration = kPerhaps, .hooks = kPerhaps, .operators = kPerhaps};
  return united(neighbours_of(file, Imports::Direct), unknown,
                [&](FileIndex other) { return summaries_->background(other); });
}

EffectBits Project::forwards_around(FileIndex file) const {
  return united(neighbours_of(file, Imports::All), kPerhaps,
                [&](FileIndex other) { return summaries_->background(other).forwards; });
}

bool Project::may_be_property_around(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MayBeProperty, file, 0, name);
  Mentions& mentions = *mentions_;
  std::call_once(mentions.properties_found, [&] {
    for (FileIndex f = 0; f < files_.size(); ++f) {
      for (const OutlineFunction& function : outline(f).functions) {
        if (!function.is_decorated || function.klass < 0) continue;
        const auto [known, is_new] = mentions.properties.emplace(hash_name(function.name), f);
        if (!is_new && known->second != f) known->second = kNoFile;
      }
    }
  });
  const auto found = mentions.properties.find(hash_name(name));
  return found != mentions.properties.end() && found->second != file;
}

EffectBits Project::methods_around(FileIndex file, std::string_view name) const {
  return united(neighbours_of(file, Imports::Direct), kPerhaps,
                [&](FileIndex other) { return summaries_->method(other, name); });
}

bool Project::sees_modules_of(ProjectEntity function) const {
  return sees_modules({function}, {});
}

bool Project::sees_modules_given_to(const ModuleParameter& parameter) const {
  return sees_modules({}, {parameter});
}

// Forwards run others, and parameters get what callers have in theirs, until nothing new comes.
bool Project::sees_modules(std::vector<ProjectEntity> run,
                           std::vector<ModuleParameter> given) const {
  std::set<ProjectEntity> functions;
  std::set<ModuleParameter> parameters;
  const auto follow = [&](const auto& answer) {
    run.insert(run.end(), answer.modules.begin(), answer.modules.end());
    given.insert(given.end(), answer.given.begin(), answer.given.end());
  };
  while (!run.empty() || !given.empty()) {
    if (functions.size() + parameters.size() > kMaxReach) return false;
    if (!run.empty()) {
      const ProjectEntity function = run.back();
      run.pop_back();
      if (!functions.insert(function).second) continue;
      const ModulesSummary& one = summaries_->modules_of(function);
      if (!one.seen) return false;
      follow(one);
      continue;
    }
    const ModuleParameter parameter = std::move(given.back());
    given.pop_back();
    if (!parameters.insert(parameter).second) continue;
    const FileIndex home = parameter.function.file;
    const std::vector<FileIndex>& others = importers(home);
    if (others.size() > kMaxNeighbours || is_imported_by_notebook(home)) return false;
    std::size_t calls = parameter.is_given_here ? 1 : 0;
    for (const FileIndex other : others) {
      const GivenModules& one = summaries_->given(other, parameter);
      if (!one.seen) return false;
      calls += one.calls;
      follow(one);
    }
    if (calls == 0) return false;
  }
  return true;
}

FunctionReach Project::reach(ProjectEntity function, EffectSet wanted) const {
  FunctionReach reach;
  std::vector<ProjectEntity> queue{function};
  std::set<ProjectEntity> seen;
  while (!queue.empty()) {
    const ProjectEntity at = queue.back();
    queue.pop_back();
    if (!seen.insert(at).second) continue;
    const EffectsSummary& one = summaries_->effects_of(at, wanted);
    if (!one.known || seen.size() > kMaxReach) {
      reach.effects |= static_cast<EffectBits>(Effect::UnknownCall) |
                       static_cast<EffectBits>(Effect::ModuleToUnknown);
      break;
    }
    reach.effects |= one.effects;
    reach.unseen_forward = reach.unseen_forward || one.unseen_forward;
    queue.insert(queue.end(), one.runs.begin(), one.runs.end());
  }
  return reach;
}

}  // namespace mlfix
