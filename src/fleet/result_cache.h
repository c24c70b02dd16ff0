// What earlier runs found in the files of a project, for those of which nothing has changed.
//
// An outcome is taken from the cache when the file has the same bytes, everything else that goes
// into its analysis is the same (FileKey), and the project answers all questions that the
// analysis asked as it did then (see semantic/project/questions.h). So what is taken is what an
// analysis would find. Where no text of the run has changed since, no question need be asked
// again: the pack has the state that all texts were in, and which outcomes hold in it.
//
// One file of the cache folder, a pack, holds what is known of one project. It is read at the
// beginning and replaced at the end; runs at the same time add to what the other left.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/registry.h"
#include "fleet/cache_folder.h"
#include "fleet/cache_pack.h"
#include "fleet/outcome.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "syntax/parser.h"
#include "text/source_file.h"

namespace mlfix {

inline constexpr std::uint64_t kMostPackBytes = 64u << 20;
inline constexpr std::uint64_t kMostCacheBytes = 512u << 20;  // of all packs together

class ResultCache {
 public:
  // What an outcome depends on besides what the analysis asks for.
  struct FileKey {
    KeyedDigest any;  // the settings, and the file's names
    KeyedDigest mode;  // … and what is done with findings; another outcome only where there are any
    KeyedDigest text;
  };

  // `root` is the folder of the project; `program` says which program this is, to the bit.
  // Null where the folder can't be used. `registry` must outlive the cache.
  static std::unique_ptr<ResultCache> open(const std::filesystem::path& folder,
                                           const std::filesystem::path& root,
                                           std::string_view program, const Registry& registry);

  const HashKey& hash_key() const { return key_; }

  // The project that files are analysed with, which must outlive the cache, and the files that it
  // was made of; null for a file alone. From here on the project notes questions. Before any of
  // the following. Reads the files, where earlier runs left something.
  void begin(Project* project, std::vector<std::filesystem::path> inputs = {});

  // Thread-safe. `file` is the one that the key is of.
  std::optional<FileOutcome> find(const FileKey& key, const SourceFile& file, Parser& parser);
  // Thread-safe. `asked` is what the analysis asked the project.
  void keep(const FileKey& key, const QuestionLog& asked, const FileOutcome& outcome);

  std::size_t found() const { return found_; }

  // Writes down what was kept. No thread may use the cache or the project meanwhile. What can't
  // be written is done again in the next run.
  void save();

 private:
  // What is new; questions have numbers of `fresh_texts_`.
  struct Fresh {
    KeptOutcome outcome;
    std::vector<FileIndex> inside;  // whose models were asked
  };

  ResultCache(CacheFolder folder, const HashKey& key, std::string name, std::string_view program,
              const Registry& registry);
  const KeptOutcome* entry(const KeyedDigest& key, const KeyedDigest& text) const;
  std::optional<KeyedDigest> state_of_disk() const;
  std::optional<KeyedDigest> state_of_project() const;
  std::optional<KeyedDigest> digest_on_disk(const std::filesystem::path& path) const;
  void mark_current(CachePack& pack, const std::set<KeyedDigest>& used) const;
  bool holds(const KeptQuestions& questions) const;
  bool inside_holds(std::uint32_t number);
  bool all_holds(const KeptOutcome& outcome);
  std::optional<ProjectQuestion> question_of(const KeptQuestion& kept) const;
  std::optional<KeptQuestions> kept(const QuestionLog& asked, std::vector<FileIndex>* inside);
  std::optional<CachePack> read_pack() const;
  void add_fresh(CachePack& pack);
  std::vector<bool> wanted_of(const CachePack& pack) const;

  CacheFolder folder_;
  const HashKey key_;
  const std::string name_;
  const std::string program_;
  const Registry& registry_;
  Project* project_ = nullptr;                 // null for a file alone
  std::vector<std::filesystem::path> inputs_;  // what the project was made of
  std::map<std::filesystem::path, std::optional<KeyedDigest>> notebooks_;  // of them, at the start
  bool is_unchanged_ = false;  // the texts are in the state that the pack has

  CachePack pack_;  // as it was read
  CacheFileVersion version_;
  std::map<KeyedDigest, std::size_t> numbers_;           // of pack_.outcomes, by key
  std::vector<FileIndex> files_;                         // by number of the text
  std::unique_ptr<std::atomic<bool>[]> used_;            // by outcome
  std::unique_ptr<std::atomic<std::uint8_t>[]> inside_;  // by number: not asked, no, yes
  std::atomic<std::size_t> found_ = 0;

  std::mutex mutex_;  // guards what follows
  std::vector<std::string> fresh_texts_;
  TextNumbers numbers_of_texts_;
  std::map<KeyedDigest, Fresh> fresh_;  // by key
};

}  // namespace mlfix
