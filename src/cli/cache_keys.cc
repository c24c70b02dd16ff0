#include "cli/cache_keys.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "cli/show.h"
#include "notebook/notebook.h"
#include "text/paths.h"

namespace mlfix {
namespace {

// Does the day count? Only comments with an end ask for it, and JSON may spell the word otherwise.
bool may_end(const SourceFile& file) {
  return is_notebook_path(file.path) || file.text.find("until") != std::string::npos;
}

std::string text_of_run(const Session& session, const Setup& setup, bool has_project) {
  const Options& options = session.options;
  std::string text = fmt::format("{}\n{} {} {}\n", setup.root.string(), has_project,
                                 options.show_abstained, options.adoption.remove_unused_ignores);
  text += setup.knowledge_texts;
  for (const std::string& fingerprint : setup.known) text += fingerprint + "\n";
  return text;
}

std::string text_of_mode(const Session& session, const Setup& setup) {
  const AdoptionOptions& adoption = session.options.adoption;
  return fmt::format("{} {} {} {}\n{}\n{}", static_cast<unsigned>(session.options.action),
                     setup.safe, setup.unsafe, adoption.add_ignore, adoption.silence.until,
                     adoption.silence.reason);
}

}  // namespace

CacheKeys::CacheKeys(const Session& session, const Setup& setup, DefaultTable defaults,
                     bool has_project, const HashKey& key)
    : session_(session),
      setup_(setup),
      defaults_(std::move(defaults)),
      key_(key),
      run_(keyed_digest(key, text_of_run(session, setup, has_project))),
      mode_(keyed_digest(key, text_of_mode(session, setup))) {}

KeyedDigest CacheKeys::rules_of(const std::filesystem::path& whole) {
  std::vector<bool> sections = sections_for(setup_.settings, whole);
  const std::lock_guard lock(mutex_);
  const auto known = rules_.find(sections);
  if (known != rules_.end()) return known->second;
  const std::string text =
      rules_text(session_.registry, defaults_, rules_for(setup_.settings, sections));
  return rules_.emplace(std::move(sections), keyed_digest(key_, text)).first->second;
}

ResultCache::FileKey CacheKeys::of(const SourceFile& file) {
  const std::filesystem::path whole = whole_path(file.path);
  KeyedHash hash(key_);
  hash.add_digest(run_);
  hash.add_digest(rules_of(whole));
  hash.add_text(whole.string());
  hash.add_text(file.path.string());
  hash.add_text(may_end(file) ? setup_.today : std::string());
  ResultCache::FileKey key;
  key.any = hash.digest();
  hash.add_digest(mode_);
  key.mode = hash.digest();
  key.text = keyed_digest(key_, file.text);
  return key;
}

}  // namespace mlfix
