#include "torch/training/old_torch.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostFiles = 40;

bool imports_name(const Project& project, FileIndex file, std::string_view name) {
  return std::ranges::any_of(project.read_outline(file).imported,
                             [&](const OutlineImport& one) { return one.name == name; });
}

// Breadth first: what is near is run with the file most likely.
bool imported_files_import(const SemanticModel& model, std::string_view name) {
  const Project* project = model.place().project;
  if (project == nullptr) return false;
  std::vector<FileIndex> met = {model.place().file};
  for (std::size_t i = 0; i < met.size() && met.size() < kMostFiles; ++i) {
    for (const OutlineImport& used : project->read_outline(met[i]).imported) {
      model.work().spend();
      const FileIndex other = project->resolve(met[i], used.module).file;
      if (other == kNoFile || std::ranges::count(met, other) != 0) continue;
      if (imports_name(*project, other, name)) return true;
      met.push_back(other);
    }
  }
  return false;
}

// `layer: int | None`, which nobody wrote before Python 3.10 was near. Found out once, in all of
// the text.
struct NewAnnotations {
  explicit NewAnnotations(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    any = tree.text(tree.root()).find(" | None") != std::string_view::npos;
  }
  bool any;
};

}  // namespace

bool is_written_for_old_torch(const SemanticModel& model) {
  if (model.notes<NewAnnotations>(model).any) return false;
  return model.mentions("Variable") || says_volatile(model) ||
         imported_files_import(model, "Variable");
}

bool says_volatile(const SemanticModel& model) {
  return model.mentions("volatile");
}

}  // namespace mlfix
