// The parsed files of a project that were looked at last. Private to the project.
//
// A file that is analysed is often asked for summaries too, before or after: whoever
// parsed it first leaves it here for the other, and while both look at it they share
// its bindings. Thread-safe.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "syntax/parsed_text.h"
#include "syntax/syntax_tree.h"
#include "syntax/work_budget.h"

namespace mlfix {

class Project::Texts {
 public:
  // Nothing when it isn't kept, or no longer.
  std::shared_ptr<const ParsedText> find(FileIndex file);

  // Drops the texts that were used longest ago when there are too many bytes.
  void keep(FileIndex file, std::shared_ptr<const ParsedText> text);

  void drop(FileIndex file);

  // The bindings of the file's tree: those that another model of this very tree holds, or new
  // ones. They cost `work` the same steps, so that it does not matter who asks first.
  std::shared_ptr<const Bindings> bindings_of(FileIndex file, const SyntaxTree& tree,
                                              WorkBudget& work);

 private:
  using Entry = std::pair<FileIndex, std::shared_ptr<const ParsedText>>;

  std::mutex mutex_;
  std::list<Entry> recent_;  // the one used last comes first
  std::unordered_map<FileIndex, std::list<Entry>::iterator> places_;
  std::size_t bytes_ = 0;  // of memory
  std::unordered_map<FileIndex, std::weak_ptr<const Bindings>> bindings_;
};

}  // namespace mlfix
