// The answers of a log are not kept one by one but as one digest, made by the same function that
// checks it later: it asks the project again. Questions about the model of another file are
// kept as a list of its own (KeptInside), since many files ask about the same.

#include "fleet/result_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <set>
#include <thread>
#include <utility>

#include "fleet/record.h"
#include "text/digest.h"
#include "text/source_text.h"

namespace mlfix {
namespace {

constexpr const char* kTagFile = "CACHEDIR.TAG";
constexpr std::string_view kTag =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# What mlfix has found before. It can be removed at any time.\n";
constexpr std::string_view kNotebookEnding = ".ipynb";
constexpr int kKeyTrials = 5;
constexpr std::chrono::milliseconds kKeyPause{10};
constexpr std::uint64_t kMostUnused = 100;  // runs, after which an outcome goes

constexpr std::uint8_t kUnasked = 0;
constexpr std::uint8_t kFails = 1;
constexpr std::uint8_t kHolds = 2;

std::optional<HashKey> key_in(const CacheFolder& folder) {
  const auto file = folder.read(std::string(kKeyFile), sizeof(HashKey));
  if (!file || file->bytes.size() != sizeof(HashKey)) return std::nullopt;
  HashKey key;
  std::memcpy(&key, file->bytes.data(), sizeof key);
  return key;
}

// All processes have the key that came first. While it gets its name, it has two.
std::optional<HashKey> key_of(const CacheFolder& folder) {
  for (int trial = 0; trial < kKeyTrials; ++trial) {
    if (const auto known = key_in(folder)) return known;
    const auto made = random_hash_key();
    if (!made) return std::nullopt;
    std::string bytes(sizeof *made, '\0');
    std::memcpy(bytes.data(), &*made, sizeof *made);
    if (folder.create(std::string(kKeyFile), bytes)) {
      folder.create(kTagFile, kTag);
    } else {
      std::this_thread::sleep_for(kKeyPause);
    }
  }
  return std::nullopt;
}

bool is_quiet(const FileOutcome& outcome) {
  return !outcome.report && outcome.errors.empty() && outcome.skipped.empty() &&
         outcome.known.empty() && outcome.elsewhere == 0;
}

// What mlfix is to blame for may not happen again.
bool may_be_kept(const FileOutcome& outcome) {
  return std::ranges::all_of(outcome.errors,
                             [](const Error& error) { return error.kind == ErrorKind::Refused; });
}

}  // namespace

std::unique_ptr<ResultCache> ResultCache::open(const std::filesystem::path& folder,
                                               const std::filesystem::path& root,
                                               std::string_view program, const Registry& registry) {
  auto opened = CacheFolder::open(folder, true);
  if (!opened) return nullptr;
  const auto key = key_of(*opened);
  if (!key) return nullptr;
  const KeyedDigest name = keyed_digest(*key, root.generic_string());
  return std::unique_ptr<ResultCache>(
      new ResultCache(std::move(*opened), *key, fmt::format("{:016x}{:016x}", name.high, name.low),
                      program, registry));
}

ResultCache::ResultCache(CacheFolder folder, const HashKey& key, std::string name,
                         std::string_view program, const Registry& registry)
    : folder_(std::move(folder)),
      key_(key),
      name_(std::move(name)),
      program_(program),
      registry_(registry),
      numbers_of_texts_(fresh_texts_) {}

std::optional<CachePack> ResultCache::read_pack() const {
  const auto file = folder_.read(name_ + std::string(kPackEnding), kMostPackBytes);
  return file ? parse_pack(file->bytes, key_, program_) : std::nullopt;
}

void ResultCache::begin(Project* project, std::vector<std::filesystem::path> inputs) {
  project_ = project;
  inputs_ = std::move(inputs);
  if (project_ != nullptr) project_->note_questions(key_);
  version_ = folder_.version(name_ + std::string(kPackEnding)).value_or(CacheFileVersion());
  pack_ = read_pack().value_or(CachePack());
  for (std::size_t i = 0; i < pack_.outcomes.size(); ++i) {
    numbers_.emplace(pack_.outcomes[i].key, i);
  }
  used_ = std::make_unique<std::atomic<bool>[]>(pack_.outcomes.size());
  inside_ = std::make_unique<std::atomic<std::uint8_t>[]>(pack_.inside.size());
  files_.assign(pack_.texts.size(), kNoFile);
  for (std::size_t i = 0; i < files_.size() && project_ != nullptr; ++i) {
    if (pack_.texts[i].starts_with('/')) files_[i] = project_->file_of(pack_.texts[i]);
  }
  if (project_ == nullptr) return;
  for (const std::filesystem::path& path : inputs_) {
    if (path.extension() == kNotebookEnding) notebooks_.emplace(path, digest_on_disk(path));
  }
  is_unchanged_ = pack_.state && state_of_disk() == pack_.state;
}

// ---- the state of all texts -------------------------------------------------------

std::optional<KeyedDigest> ResultCache::digest_on_disk(const std::filesystem::path& path) const {
  const auto text = read_source_text(path);
  return text ? std::optional(keyed_digest(key_, *text)) : std::nullopt;
}

// As the files are now; nothing where one can't be read.
std::optional<KeyedDigest> ResultCache::state_of_disk() const {
  KeyedHash state(key_);
  for (const std::filesystem::path& path : inputs_) {
    const auto notebook = notebooks_.find(path);
    const auto digest = notebook == notebooks_.end() ? digest_on_disk(path) : notebook->second;
    if (!digest) return std::nullopt;
    state.add_text(path.generic_string());
    state.add_digest(*digest);
  }
  return state.digest();
}

// As the project has read them; nothing where one has had several texts since the start.
std::optional<KeyedDigest> ResultCache::state_of_project() const {
  if (project_ == nullptr) return std::nullopt;
  KeyedHash state(key_);
  for (const std::filesystem::path& path : inputs_) {
    state.add_text(path.generic_string());
    if (const auto notebook = notebooks_.find(path); notebook != notebooks_.end()) {
      if (!notebook->second || digest_on_disk(path) != notebook->second) return std::nullopt;
      state.add_digest(*notebook->second);
      continue;
    }
    const FileIndex file = project_->file_of(path);
    if (file == kNoFile || project_->asked_by_model_of(file) == nullptr) return std::nullopt;
    state.add_digest(project_->text_digest(file));
  }
  return state.digest();
}

// Says of the outcomes of the pack, which are those of before, what holds in the state that this
// run leaves. `used` are the keys of those that this run has taken.
void ResultCache::mark_current(CachePack& pack, const std::set<KeyedDigest>& used) const {
  const std::optional<KeyedDigest> before = pack.state;
  pack.state = state_of_project();
  const bool is_same = pack.state && pack.state == before;
  for (KeptOutcome& one : pack.outcomes) {
    // What was taken without a question holds in the state of before alone.
    const bool was_asked = pack.state && !is_unchanged_ && used.contains(one.key);
    one.is_current = (is_same && one.is_current) || was_asked;
  }
}

// ---- looking up -----------------------------------------------------------------

const KeptOutcome* ResultCache::entry(const KeyedDigest& key, const KeyedDigest& text) const {
  const auto found = numbers_.find(key);
  if (found == numbers_.end()) return nullptr;
  const KeptOutcome& outcome = pack_.outcomes[found->second];
  return outcome.text == text ? &outcome : nullptr;
}

std::optional<ProjectQuestion> ResultCache::question_of(const KeptQuestion& kept) const {
  if (kept.kind >= static_cast<std::uint8_t>(ProjectQuestion::Kind::Inside)) return std::nullopt;
  ProjectQuestion question{static_cast<ProjectQuestion::Kind>(kept.kind), kNoFile, kept.index, {}};
  if (kept.file != kNoText) question.file = files_[kept.file];
  if (kept.text != kNoText) question.text = pack_.texts[kept.text];
  return question;
}

bool ResultCache::holds(const KeptQuestions& questions) const {
  if (questions.asked.empty()) return true;
  if (project_ == nullptr) return false;
  KeyedHash answers(key_);
  for (const KeptQuestion& kept : questions.asked) {
    const auto question = question_of(kept);
    if (!question || !project_->add_answer(*question, answers)) return false;
  }
  return answers.digest() == questions.answers;
}

// Two threads that ask at the same time find the same.
bool ResultCache::inside_holds(std::uint32_t number) {
  const std::uint8_t known = inside_[number];
  if (known != kUnasked) return known == kHolds;
  const KeptInside& inside = pack_.inside[number];
  const FileIndex file = inside.file == kNoText ? kNoFile : files_[inside.file];
  const bool is_same = project_ != nullptr && file != kNoFile &&
                       project_->text_digest(file) == inside.text && holds(inside.questions);
  inside_[number] = is_same ? kHolds : kFails;
  return is_same;
}

bool ResultCache::all_holds(const KeptOutcome& outcome) {
  return std::ranges::all_of(outcome.inside,
                             [&](std::uint32_t number) { return inside_holds(number); }) &&
         holds(outcome.questions);
}

std::optional<FileOutcome> ResultCache::find(const FileKey& key, const SourceFile& file,
                                             Parser& parser) {
  const auto true_still = [&](const KeyedDigest& name) -> const KeptOutcome* {
    const KeptOutcome* one = entry(name, key.text);
    const bool holds = one != nullptr && ((is_unchanged_ && one->is_current) || all_holds(*one));
    return holds ? one : nullptr;
  };
  const KeptOutcome* known = true_still(key.mode);
  if (known == nullptr) known = true_still(key.any);
  if (known == nullptr) return std::nullopt;
  std::optional<FileOutcome> outcome;
  if (known->outcome.empty()) {
    outcome.emplace();
    outcome->read = known->read;
    outcome->analysed = known->analysed;
  } else {
    outcome = parse_outcome(known->outcome, file, registry_, parser);
  }
  if (!outcome) return std::nullopt;
  used_[static_cast<std::size_t>(known - pack_.outcomes.data())] = true;
  ++found_;
  return outcome;
}

// ---- keeping --------------------------------------------------------------------

// Nothing where a question has no answer. The files whose models were asked go to `inside`.
std::optional<KeptQuestions> ResultCache::kept(const QuestionLog& asked,
                                               std::vector<FileIndex>* inside) {
  KeptQuestions result;
  KeyedHash answers(key_);
  std::vector<const ProjectQuestion*> questions;
  for (const ProjectQuestion& question : asked) {
    if (question.kind == ProjectQuestion::Kind::Inside) {
      if (inside == nullptr) return std::nullopt;
      inside->push_back(question.file);
      continue;
    }
    if (project_ == nullptr || !project_->add_answer(question, answers)) return std::nullopt;
    questions.push_back(&question);
  }
  result.answers = answers.digest();
  result.asked.reserve(questions.size());
  const std::lock_guard lock(mutex_);
  for (const ProjectQuestion* question : questions) {
    KeptQuestion& one = result.asked.emplace_back();
    one.kind = static_cast<std::uint8_t>(question->kind);
    if (question->file != kNoFile) one.file = numbers_of_texts_(project_->path_of(question->file));
    one.index = question->index;
    if (!question->text.empty()) one.text = numbers_of_texts_(question->text);
  }
  return result;
}

void ResultCache::keep(const FileKey& key, const QuestionLog& asked, const FileOutcome& outcome) {
  if (!may_be_kept(outcome)) return;
  Fresh fresh;
  auto questions = kept(asked, &fresh.inside);
  if (!questions) return;
  const bool quiet = is_quiet(outcome);
  fresh.outcome.key = quiet ? key.any : key.mode;
  fresh.outcome.text = key.text;
  fresh.outcome.read = outcome.read;
  fresh.outcome.analysed = outcome.analysed;
  fresh.outcome.questions = std::move(*questions);
  if (!quiet) fresh.outcome.outcome = outcome_text(outcome, registry_);
  const std::lock_guard lock(mutex_);
  fresh_.insert_or_assign(fresh.outcome.key, std::move(fresh));
}

// The models have been asked all that this run asks of them, so each has one log for all.
void ResultCache::add_fresh(CachePack& pack) {
  std::map<FileIndex, std::optional<std::uint32_t>> numbers;
  std::vector<KeptInside> insides;
  const auto inside_of = [&](FileIndex file) {
    const auto [known, is_new] = numbers.try_emplace(file);
    if (!is_new) return known->second;
    const QuestionLog* log = project_->asked_by_model_of(file);
    auto questions = log == nullptr ? std::nullopt : kept(*log, nullptr);
    if (!questions) return known->second;
    known->second = static_cast<std::uint32_t>(insides.size());
    insides.push_back({numbers_of_texts_(project_->path_of(file)), project_->text_digest(file),
                       std::move(*questions)});
    return known->second;
  };
  std::vector<KeptOutcome> outcomes;
  for (auto& [key, fresh] : fresh_) {
    KeptOutcome& outcome = fresh.outcome;
    const bool complete = std::ranges::all_of(fresh.inside, [&](FileIndex file) {
      const auto number = inside_of(file);
      outcome.inside.push_back(number.value_or(0));
      return number.has_value();
    });
    if (complete) outcomes.push_back(std::move(outcome));
  }
  TextNumbers texts(pack.texts);
  const auto renumber = [&](TextNumber& number) {
    if (number != kNoText) number = texts(fresh_texts_[number]);
  };
  const auto renumber_questions = [&](KeptQuestions& questions) {
    for (KeptQuestion& one : questions.asked) {
      renumber(one.file);
      renumber(one.text);
    }
  };
  const auto before = static_cast<std::uint32_t>(pack.inside.size());
  for (KeptInside& one : insides) {
    renumber(one.file);
    renumber_questions(one.questions);
    pack.inside.push_back(std::move(one));
  }
  for (KeptOutcome& one : outcomes) {
    one.used = pack.generation;
    one.is_current = pack.state.has_value();
    for (std::uint32_t& number : one.inside) number += before;
    renumber_questions(one.questions);
    pack.outcomes.push_back(std::move(one));
  }
}

// Each key once, the newest, and nothing that was not used for long.
std::vector<bool> ResultCache::wanted_of(const CachePack& pack) const {
  std::vector<bool> wanted(pack.outcomes.size());
  std::set<KeyedDigest> seen;
  for (std::size_t i = pack.outcomes.size(); i-- > 0;) {
    const KeptOutcome& one = pack.outcomes[i];
    wanted[i] = seen.insert(one.key).second && one.used + kMostUnused >= pack.generation;
  }
  return wanted;
}

namespace {

// Half of what is wanted, without those that were used longest ago.
std::vector<bool> newer_half(const CachePack& pack) {
  std::vector<std::uint64_t> used;
  for (const KeptOutcome& one : pack.outcomes) used.push_back(one.used);
  const auto middle = used.begin() + static_cast<std::ptrdiff_t>(used.size() / 2);
  std::nth_element(used.begin(), middle, used.end());
  std::vector<bool> wanted;
  std::size_t taken = 0;
  for (const KeptOutcome& one : pack.outcomes) {
    const bool is_newer = one.used >= *middle && taken < used.size() / 2;
    taken += is_newer ? 1 : 0;
    wanted.push_back(is_newer);
  }
  return wanted;
}

}  // namespace

void ResultCache::save() {
  const std::string file = name_ + std::string(kPackEnding);
  if (fresh_.empty()) return folder_.touch(file);
  const auto lock = folder_.lock(name_ + std::string(kLockEnding));
  if (!lock) return;
  std::set<KeyedDigest> used;
  for (std::size_t i = 0; i < pack_.outcomes.size(); ++i) {
    if (used_[i]) used.insert(pack_.outcomes[i].key);
  }
  // Another run may have been quicker.
  CachePack pack = std::move(pack_);
  const bool is_ours = folder_.version(file).value_or(CacheFileVersion()) == version_;
  if (!is_ours) pack = read_pack().value_or(CachePack());
  mark_current(pack, is_ours ? used : std::set<KeyedDigest>());
  ++pack.generation;
  for (KeptOutcome& one : pack.outcomes) {
    if (used.contains(one.key)) one.used = pack.generation;
  }
  add_fresh(pack);
  pack = reduced(pack, wanted_of(pack));
  std::string bytes = pack_bytes(pack, key_, program_);
  while (bytes.size() > kMostPackBytes && !pack.outcomes.empty()) {
    pack = reduced(pack, newer_half(pack));
    bytes = pack_bytes(pack, key_, program_);
  }
  folder_.tidy(kMostCacheBytes - bytes.size());
  folder_.replace(file, bytes);
}

}  // namespace mlfix
