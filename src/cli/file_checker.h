// One file of a run: read, put through the pipeline of the rules that are wanted there,
// and kept only when there is something to say about it.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adoption/silence.h"
#include "cli/cache_keys.h"
#include "cli/interrupt.h"
#include "cli/session.h"
#include "cli/setup.h"
#include "config/pipelines.h"
#include "engine/file_pipeline.h"
#include "engine/memory_gate.h"
#include "fleet/outcome.h"
#include "fleet/result_cache.h"
#include "semantic/project/project.h"
#include "syntax/parser.h"
#include "text/file_system.h"

namespace mlfix {

StopRequest stop_on(const InterruptGuard& interrupt);

// What earlier runs found, and how it is asked for.
struct CacheAccess {
  ResultCache& results;
  CacheKeys& keys;
};

// What the threads of a run have in common.
struct CheckSurroundings {
  const Project* project;  // null for a file that is alone
  MemoryGate* gate;        // may be null
  StopRequest stop;
  FileSystem& files;             // for what is read by its path
  CacheAccess* cache = nullptr;  // may be null
};

// What one thread works with. What it is given must outlive it.
class FileChecker {
 public:
  FileChecker(const Session& session, const Setup& setup, const CheckSurroundings& around);

  FileOutcome check_path(const std::filesystem::path& path);
  FileOutcome check_text(const std::filesystem::path& name, std::string text);

  // The bytes of the file with a comment that silences the finding of that index; nothing where no
  // place is right for one.
  std::optional<std::string> silenced(const FileReport& file, std::size_t finding,
                                      const SilenceText& text);

  // Why that text can't become the file's: it is no Python, or no notebook.
  std::optional<Error> problem_with(const std::filesystem::path& path, std::string text);

 private:
  struct Task {
    FilePipeline& pipeline;
    std::optional<std::vector<LineSpan>> lines;  // that are changed; nothing: all count
    MemoryGate::Pass* pass = nullptr;            // null without a gate
  };

  FileOutcome check_staged(const std::filesystem::path& path, const Task& task);
  FileOutcome check(Result<SourceFile> file, const Task& task);
  FileOutcome check_once(SourceFile file, const Task& task);
  FileOutcome check_by_kind(SourceFile file, const Task& task);
  FileOutcome check_module(SourceFile file, const Task& task);
  FileOutcome check_notebook(SourceFile file, const Task& task);
  const std::set<std::string, std::less<>>* known() const;
  FileResult analyse(const SourceFile& module, FilePipeline& pipeline, const Interest& interest);
  void silence(const SourceFile& module, FileResult& result);

  const Session& session_;
  const Setup& setup_;
  MemoryGate* gate_;  // may be null
  FileSystem& files_;
  const StopRequest stop_;
  CacheAccess* cache_;  // may be null
  Parser parser_;       // for the cells of notebooks
  Pipelines pipelines_;
};

}  // namespace mlfix
