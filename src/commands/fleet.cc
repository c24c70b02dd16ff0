// A repository is analysed by a process of its own: what it takes there, in time and in memory,
// it takes from no other, and what is left of it here is its record. So the memory of a run does
// not grow with what it finds.
//
// Its checkout is in a folder of ours, with an empty configuration beside it: whatever lies above
// that folder has no say, and the answer is that of a clone by hand.

#include "commands/fleet.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "bot/fetched_repository.h"
#include "bot/redact.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/refusal.h"
#include "cli/report_files.h"
#include "engine/scheduler.h"
#include "fleet/repository_list.h"
#include "fleet/repository_record.h"
#include "process/process.h"
#include "report/labels.h"
#include "text/digest.h"
#include "text/foreign_text.h"
#include "text/new_file.h"
#include "text/regular_file.h"
#include "text/temporary_folder.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr FileWish kListWish = {256u << 20, "name a file with an address a line",
                                "divide the list"};
constexpr FileWish kReportWish = {1u << 30, {}, {}};
constexpr FileWish kFleetConfigWish = {16u << 20, "name a configuration file",
                                       "name a configuration file"};

// What a process of one repository may take, besides time: far more than it needs.
constexpr std::size_t kMostMemory = std::size_t{8} << 30;
constexpr std::size_t kMostPatch = std::size_t{256} << 20;

// The options of the command line that decide what is found.
std::vector<std::string> finding_options(const Options& options) {
  std::vector<std::string> words;
  for (const std::string& word : options.rules.select) words.push_back("--select=" + word);
  for (const std::string& word : options.rules.ignore) words.push_back("--ignore=" + word);
  if (options.rules.show_minor) words.emplace_back("--show-minor");
  if (options.unsafe) words.emplace_back("--unsafe");
  if (options.no_config) words.emplace_back("--no-config");
  std::error_code error;
  if (options.config) words.push_back("--config=" + fs::absolute(*options.config, error).string());
  if (!options.profile.empty()) words.push_back("--profile=" + options.profile);
  return words;
}

Result<std::string> digest_of_run(const Options& options, const std::vector<std::string>& words) {
  std::string text = fmt::format("{}\n{}\n", MLFIX_VERSION, fmt::join(words, "\n"));
  if (options.config) {
    const auto file = read_regular_file(system_files(), *options.config, kFleetConfigWish);
    if (!file) return tl::unexpected(file.error());
    text += file->bytes;
  }
  return digest(text);
}

// What all repositories of a run have in common.
class Fleet {
 public:
  static Result<Fleet> open(Session& session) {
    TemporaryFolder::abandoned("fleet");  // gone with the end of this line
    auto folder = TemporaryFolder::make("fleet");
    if (!folder) return tl::unexpected(std::move(folder.error()));
    if (auto done = create_file(folder->path() / "mlfix.yaml", ""); !done) {
      return tl::unexpected(std::move(done.error()));
    }
    std::error_code error;
    fs::path run = fs::absolute(*session.options.part.run_folder, error);
    if (auto problem = problem_of_links(run / "record")) {
      return tl::unexpected(std::move(*problem));
    }
    std::vector<std::string> words = finding_options(session.options);
    auto digest = digest_of_run(session.options, words);
    if (!digest) return tl::unexpected(std::move(digest.error()));
    return Fleet(session.options, std::move(*folder), std::move(run), std::move(words),
                 std::move(*digest));
  }

  // Are the options such that a repository can be analysed with them?
  Result<void> try_options() const {
    const fs::path nothing = scratch_.path() / "nothing";
    std::error_code error;
    fs::create_directory(nothing, error);
    const auto output = run_process(command(nothing, nothing));
    if (!output) return tl::unexpected(output.error());
    if (output->status == kExitClean) return {};
    const std::string said = output->err.substr(0, output->err.find('\n'));
    constexpr std::string_view kUs = "mlfix: ";
    return tl::unexpected(misuse(said.starts_with(kUs) ? said.substr(kUs.size()) : said));
  }

  // The record that an earlier run has left, if it is one to keep. Errors: Usage.
  Result<std::optional<RepositoryRecord>> finished(const ListedRepository& entry) const {
    auto record = read_repository_record(run_folder_ / entry.name);
    if (!record || !*record) return record;
    const std::string folder = (run_folder_ / entry.name).string();
    if (!options_.part.resume) {
      return tl::unexpected(Error{ErrorKind::Usage, folder, 0, "there is a record already",
                                  "add --resume, or choose another --run-folder"});
    }
    if ((*record)->run != run_) {
      return tl::unexpected(Error{ErrorKind::Usage, folder, 0,
                                  "is the record of a run with another version or other options",
                                  "choose another --run-folder"});
    }
    // What went wrong may have been the network.
    if (!(*record)->problem.empty()) record->reset();
    return record;
  }

  // Errors: Unwritable. Nothing when `interrupt` was requested meanwhile.
  Result<std::optional<RepositoryRecord>> plan(const ListedRepository& entry,
                                               const InterruptGuard& interrupt) const {
    const fs::path checkout = scratch_.path() / entry.name;
    RepositoryRecord record;
    record.run = run_;
    record.address = entry.address;
    record.revision = entry.revision;
    Result<void> done = write_plan(entry, checkout, interrupt, record);
    std::error_code error;
    fs::remove_all(checkout, error);
    if (!done) return tl::unexpected(std::move(done.error()));
    if (interrupt.requested()) return std::nullopt;
    done = write_repository_record(run_folder_ / entry.name, record);
    if (!done) return tl::unexpected(std::move(done.error()));
    return record;
  }

 private:
  Fleet(const Options& options, TemporaryFolder scratch, fs::path run_folder,
        std::vector<std::string> words, std::string run)
      : options_(options),
        scratch_(std::move(scratch)),
        run_folder_(std::move(run_folder)),
        words_(std::move(words)),
        run_(std::move(run)) {}

  // The analysis of one checkout: prints the patch.
  Command command(const fs::path& checkout, const fs::path& results) const {
    std::error_code error;
    Command command;
    command.words = {fs::read_symlink("/proc/self/exe", error).string(),
                     "--diff",
                     "--quiet",
                     "--exit-zero",
                     "--no-cache",  // of what is looked at once
                     "--color=never",
                     "--jobs=1",
                     fmt::format("--report=json={}", (results / kRepositoryReport).string())};
    command.words.insert(command.words.end(), words_.begin(), words_.end());
    command.words.emplace_back(".");
    command.folder = checkout;
    command.bounds.time = options_.fleet.timeout;
    command.bounds.memory = kMostMemory;
    command.bounds.output = kMostPatch;
    return command;
  }

  // All but the record. Errors: Unwritable; what is wrong with the repository is in the record.
  Result<void> write_plan(const ListedRepository& entry, const fs::path& checkout,
                          const InterruptGuard& interrupt, RepositoryRecord& record) const {
    const fs::path results = run_folder_ / entry.name;
    std::error_code error;
    fs::create_directories(results, error);
    FetchRequest request{entry.address, entry.revision, options_.fleet.allow_paths,
                         options_.fleet.timeout};
    const auto fetched = fetch_repository(request, checkout);
    if (!fetched) return put_problem(fetched.error(), record);
    record.commit = fetched->commit;
    record.files = fetched->files;
    record.bytes = fetched->bytes;
    record.left_out = fetched->left_out;
    if (interrupt.requested()) return {};
    const auto output = run_process(command(checkout, results));
    if (!output) return put_problem(output.error(), record);
    if (const auto report =
            read_regular_file(system_files(), results / kRepositoryReport, kReportWish);
        output->status > kExitError || !report || !take_counts(report->bytes, record)) {
      record.problem = visible(output->err.substr(0, output->err.find('\n')));
      if (record.problem.empty()) record.problem = fmt::format("ended by {}", output->status);
      return {};
    }
    record.patch_bytes = output->out.size();
    return write_patch(results / kRepositoryPatch, output->out);
  }

  static Result<void> put_problem(const Error& problem, RepositoryRecord& record) {
    record.problem = visible(problem.message);
    if (problem.kind == ErrorKind::Unwritable) return tl::unexpected(problem);
    return {};
  }

  static Result<void> write_patch(const fs::path& path, const std::string& patch) {
    std::error_code error;
    fs::remove(path, error);  // of an earlier run that did not come to its end
    return patch.empty() ? Result<void>() : create_file(path, patch);
  }

  const Options& options_;
  TemporaryFolder scratch_;
  fs::path run_folder_;
  std::vector<std::string> words_;
  std::string run_;
};

struct Totals {
  std::size_t repositories = 0;
  std::size_t failed = 0;
  std::size_t findings = 0;
  std::size_t safe = 0;
  std::size_t unsafe = 0;

  void add(const RepositoryRecord& record) {
    ++repositories;
    failed += record.problem.empty() ? 0 : 1;
    findings += record.findings;
    safe += record.fixable_safe;
    unsafe += record.fixable_unsafe;
  }
};

std::string account_of(const RepositoryRecord& record) {
  const std::string name = visible(record.address);
  if (!record.problem.empty()) return fmt::format("{}: not analysed: {}\n", name, record.problem);
  return fmt::format("{}: {} in {}, {} safe and {} unsafe to fix\n", name,
                     counted(record.findings, "finding"), counted(record.files, "file"),
                     record.fixable_safe, record.fixable_unsafe);
}

std::string account_of(const Totals& totals) {
  return fmt::format("{}, {} of them not analysed; {}, {} safe and {} unsafe to fix\n",
                     counted(totals.repositories, "repository", "repositories"), totals.failed,
                     counted(totals.findings, "finding"), totals.safe, totals.unsafe);
}

Result<std::vector<ListedRepository>> listed(const Options& options) {
  const fs::path& path = options.paths.front();
  const auto file = read_regular_file(system_files(), path, kListWish);
  if (!file) return tl::unexpected(file.error());
  auto all = parse_repository_list(path, file->bytes);
  if (!all) return all;
  return repositories_of_shard(std::move(*all), options.part.shard.value_or(Shard()));
}

using Planned = Result<std::optional<RepositoryRecord>>;

int plan_all(Session& session, const Fleet& fleet, const std::vector<ListedRepository>& list,
             const InterruptGuard& interrupt) {
  std::atomic<bool> stop = false;
  std::optional<Error> failure;
  Totals totals;
  const auto make_work = [&] {
    return [&](std::size_t i) -> Planned {
      auto record = fleet.finished(list[i]);
      if (record && !*record) record = fleet.plan(list[i], interrupt);
      if (!record || interrupt.requested()) stop = true;
      return record;
    };
  };
  const auto deliver = [&](std::size_t, Planned planned) {
    if (!planned && !failure) failure = std::move(planned.error());
    if (!planned || !*planned) return;
    totals.add(**planned);
    const bool for_programs = session.options.format == Format::Jsonl;
    session.out.write(for_programs ? repository_record_text(**planned) : account_of(**planned));
  };
  const std::vector<std::uint64_t> sizes(list.size(), 1);
  map_in_order<Planned>(sizes, make_work, deliver, {session.options.jobs, &stop, {}});
  if (const auto signal = interrupt.requested()) {
    session.err.tell("mlfix: interrupted; what is finished is kept, and --resume goes on\n");
    return kExitSignal + *signal;
  }
  if (failure) return refuse(session, *failure);
  if (!session.options.quiet) session.err.tell(account_of(totals));
  return kExitClean;
}

}  // namespace

int run_fleet(Session& session) {
  const auto list = listed(session.options);
  if (!list) return refuse(session, list.error());
  const auto fleet = Fleet::open(session);
  if (!fleet) return refuse(session, fleet.error());
  if (const auto tried = fleet->try_options(); !tried) return refuse(session, tried.error());
  const InterruptGuard interrupt;
  return plan_all(session, *fleet, *list, interrupt);
}

}  // namespace mlfix
