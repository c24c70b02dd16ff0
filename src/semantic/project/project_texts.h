// The parsed files of a project that were looked at last. Private to the project.
//
// Parsing is most of the work, and a file that is analysed is often asked for
// summaries too, before or after: whoever parsed it first leaves it here for the
// other. Thread-safe.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "syntax/parsed_text.h"

namespace mlfix {

class Project::Texts {
 public:
  // Nothing when it isn't kept, or no longer.
  std::shared_ptr<const ParsedText> find(FileIndex file);

  // Drops the texts that were used longest ago when there are too many bytes.
  void keep(FileIndex file, std::shared_ptr<const ParsedText> text);

  void drop(FileIndex file);

 private:
  using Entry = std::pair<FileIndex, std::shared_ptr<const ParsedText>>;

  std::mutex mutex_;
  std::list<Entry> recent_;  // the one used last comes first
  std::unordered_map<FileIndex, std::list<Entry>::iterator> places_;
  std::size_t bytes_ = 0;  // of memory
};

}  // namespace mlfix
