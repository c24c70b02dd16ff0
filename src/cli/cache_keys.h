// What the outcome of a file depends on, besides its bytes and the other files: the settings, the
// options, the knowledge, and what it is called.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

#include "cli/session.h"
#include "cli/setup.h"
#include "config/rule_defaults.h"
#include "fleet/result_cache.h"
#include "text/keyed_hash.h"
#include "text/source_file.h"

namespace mlfix {

class CacheKeys {
 public:
  // `has_project`: whether the files know of each other. What is given must outlive the keys.
  CacheKeys(const Session& session, const Setup& setup, DefaultTable defaults, bool has_project,
            const HashKey& key);

  // Thread-safe.
  ResultCache::FileKey of(const SourceFile& file);

 private:
  KeyedDigest rules_of(const std::filesystem::path& whole);

  const Session& session_;
  const Setup& setup_;
  const DefaultTable defaults_;
  const HashKey key_;
  KeyedDigest run_;   // what is the same for all files
  KeyedDigest mode_;  // what is done with findings
  std::mutex mutex_;
  std::map<std::vector<bool>, KeyedDigest> rules_;  // by the sections that name the file
};

}  // namespace mlfix
