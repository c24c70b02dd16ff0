// The files of a project, and their texts: read when they are first asked about, hashed where
// questions are noted, forgotten when they change. What is asked about them has files of its own:
// names (project_lookup.cc, project_names.cc, project_stars.cc), classes and attributes
// (project_classes.cc, project_attributes.cc), functions (project_functions.cc,
// project_summaries.cc), and the programs that the files are parts of (project_programs.cc,
// around_files.cc).

#include "semantic/project/project.h"

#include <algorithm>
#include <utility>

#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project_code.h"
#include "semantic/project/project_files.h"
#include "semantic/project/project_mentions.h"
#include "semantic/project/project_names.h"
#include "semantic/project/project_summaries.h"
#include "semantic/project/project_texts.h"
#include "text/paths.h"
#include "text/source_text.h"

namespace mlfix {
namespace {

// Does a summary of another file that knows one outline know the other? It asks for
// names and for what may be differentiated, not for what is called, nor where in the text
// things are.
bool offers_the_same(const Outline& a, const Outline& b) {
  const auto same_functions = [](const OutlineFunction& f, const OutlineFunction& g) {
    return f.name == g.name && f.klass == g.klass;
  };
  const auto same_classes = [](const OutlineClass& c, const OutlineClass& d) {
    return c.name == d.name && c.bases == d.bases && c.methods == d.methods &&
           c.otherwise_bound == d.otherwise_bound && c.is_made_by_code == d.is_made_by_code;
  };
  return a.bindings == b.bindings && a.imports == b.imports && a.stars == b.stars &&
         a.imported == b.imported && a.replaced == b.replaced && a.attributes == b.attributes &&
         a.differentiates == b.differentiates && a.handles_errors == b.handles_errors &&
         std::ranges::equal(a.functions, b.functions, same_functions) &&
         std::ranges::equal(a.classes, b.classes, same_classes);
}

// A text never begins with such a byte.
constexpr std::string_view kNoText("\0", 1);

KeyedDigest digest_of(const HashKey& key, const Result<std::string>& text) {
  return keyed_digest(key, text ? std::string_view(*text) : kNoText);
}

}  // namespace

Project::Project(const std::vector<std::filesystem::path>& files, const Knowledge& knowledge,
                 StopRequest stop, ReadText read, NotebookReader notebooks)
    : knowledge_(&knowledge),
      stop_(std::move(stop)),
      read_(read ? std::move(read) : ReadText(read_source_text)),
      read_notebook_(std::move(notebooks)) {
  std::vector<std::filesystem::path> modules;
  for (const std::filesystem::path& path : files) {
    if (path.extension() == ".py") modules.push_back(path);
    if (path.extension() == ".ipynb") notebooks_.push_back(path);
  }
  take_files(modules);
  modules_ = static_cast<FileIndex>(files_.size());
  if (read_notebook_.module) take_files(notebooks_);
  texts_ = std::make_unique<Texts>();
  mentions_ = std::make_unique<Mentions>();
  names_ = std::make_unique<Names>(*this);
  summaries_ = std::make_unique<Summaries>(*this, knowledge, stop_);
  code_.reset(new ProjectCode(*this));
}

Project::~Project() = default;

// In the order of their whole paths, each once.
void Project::take_files(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::pair<std::string, std::filesystem::path>> sorted;
  sorted.reserve(paths.size());
  for (const std::filesystem::path& path : paths) {
    sorted.emplace_back(whole_path(path).generic_string(), path);
  }
  std::sort(sorted.begin(), sorted.end());
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same), sorted.end());
  for (auto& [whole, path] : sorted) {
    files_.push_back(std::make_unique<File>(std::move(whole), std::move(path)));
  }
}

ProjectPlace::ProjectPlace(const Project& in, FileIndex at)
    : project(&in), file(at), code(in.code_.get()) {}

ProjectPlace ProjectPlace::for_summaries(const Project& in, FileIndex at) {
  ProjectPlace place;
  place.project = &in;
  place.file = at;
  return place;
}

void Project::note_questions(const HashKey& key) {
  key_ = key;
}

KeyedDigest Project::text_digest(FileIndex file) const {
  outline(file);
  return files_[file]->offer->digest;
}

std::string_view Project::folder_at(std::uint32_t number) const {
  return names_->folder(number);
}

const std::string& Project::path_of(FileIndex file) const {
  return files_[file]->path;
}

// As the file is analysed.
Result<std::string> Project::read_module(FileIndex file) const {
  const std::filesystem::path& path = files_[file]->shown;
  auto text = read_(path);
  if (!text || !is_notebook(file)) return text;
  auto module = read_notebook_.module(path, std::move(*text));
  if (module) return *std::move(module);
  return tl::unexpected(Error{ErrorKind::Unreadable, path.string(), 0, "is no notebook", {}});
}

Result<std::string> Project::text_of(FileIndex file) const {
  auto text = read_module(file);
  if (key_ && digest_of(*key_, text) != text_digest(file)) files_[file]->is_fleeting = true;
  return text;
}

void Project::check_text(FileIndex file, std::string_view text) const {
  if (key_ && keyed_digest(*key_, text) != text_digest(file)) files_[file]->is_fleeting = true;
}

const QuestionLog* Project::asked_by_model_of(FileIndex file) const {
  return files_[file]->is_fleeting ? nullptr : &files_[file]->questions;
}

FileIndex Project::file_of(const std::filesystem::path& path) const {
  return names_->file_at(whole_path(path).generic_string());
}

const Outline& Project::outline(FileIndex file) const {
  const File& one = *files_[file];
  File::Offer& offer = *one.offer;
  std::call_once(offer.read, [&] {
    const auto text = read_module(file);
    if (text) offer.outline = outline_of(*text);
    if (key_) offer.digest = digest_of(*key_, text);
    offer.is_read = true;
  });
  return offer.outline;
}

void Project::take_module(FileIndex notebook, std::string_view text) const {
  File::Offer& offer = *files_[notebook]->offer;
  std::call_once(offer.read, [&] {
    offer.outline = outline_of(text);
    if (key_) offer.digest = keyed_digest(*key_, text);
    offer.is_read = true;
  });
  check_text(notebook, text);
}

const Outline& Project::read_outline(FileIndex file) const {
  Listening::note({ProjectQuestion::Kind::Inside, file});
  return outline(file);
}

void Project::renew(FileIndex file) {
  File& one = *files_[file];
  const auto before = std::exchange(one.offer, std::make_unique<File::Offer>());
  one.forget_answers();
  if (is_notebook(file)) return mentions_->forget_programs_of(file);
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
  if (!is_notebook(file)) texts_->keep(file, std::move(text));
}

std::shared_ptr<const Bindings> Project::bindings_of(FileIndex file, const SyntaxTree& tree,
                                                     WorkBudget& work) const {
  return texts_->bindings_of(file, tree, work);
}

}  // namespace mlfix
