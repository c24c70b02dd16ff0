// The table of docs/robustness.md: what becomes of a batch of files when one
// system call of its writing fails, or the process is killed (kill -9) just
// before it. Every call of the batch is made to fail, and to be the last, in
// turn; a row of the table unites the calls of one name.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/hooked_files.h"
#include "support/mixed_batch.h"
#include "support/temporary_folder.h"

namespace mlfix::fault_matrix_test {
namespace {

namespace fs = std::filesystem;
using testing::Call;
using testing::HookedFiles;
using testing::MixedBatch;
using testing::read_bytes;
using testing::temporaries_in;

struct Row {
  std::string call;        // of the file-system interface
  std::string posix_name;  // what it is
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {{"real_path", "realpath"},
                                       {"open", "open"},
                                       {"fstat", "fstat"},
                                       {"lstat", "lstat"},
                                       {"read", "read"},
                                       {"check_writable", "faccessat"},
                                       {"list", "readdir"},
                                       {"remove", "unlink"},
                                       {"write", "write"},
                                       {"set_owner", "fchown"},
                                       {"set_mode", "fchmod"},
                                       {"sync", "fsync"},
                                       {"close", "close"},
                                       {"exchange", "renameat2"},
                                       {"rewind", "lseek"},
                                       {"reserve", "fallocate"},
                                       {"truncate", "ftruncate"},
                                       {"set_attribute", "fsetxattr"},
                                       {"remove_attribute", "fremovexattr"}};
  return all;
}

using Outcomes = std::map<std::string, std::set<std::string>>;  // by call

// What an earlier run that was killed left in the folder, on another machine.
constexpr const char* kStale = ".mlfix-00000001-1-0.tmp";

void leave_stale_temporary(const MixedBatch& batch) {
  const fs::path name = batch.folder() / kStale;
  const testing::TemporaryFolder elsewhere;
  fs::copy_file(elsewhere.write("stale", "stale"), name);
  fs::last_write_time(name, fs::file_time_type::clock::now() - std::chrono::hours(2));
}

// A later run that writes to each folder of the batch removes what a killed one
// left there.
void expect_cleaned_by_next_run(const MixedBatch& batch) {
  FileWriter writer;
  for (const char* name : {"plain.py", "link.py"}) {
    writer.add(testing::replacement_of(batch.folder() / name, "later\n"));
  }
  EXPECT_EQ(writer.commit().written.size(), 2u);
  EXPECT_EQ(temporaries_in(batch.folder()), std::vector<std::string>());
  EXPECT_EQ(batch.contents().others, 2u) << "the others must be wholly old or new by now";
  batch.expect_links_and_modes();
}

std::string outcome_of_failure(const MixedBatch& batch, const WriteReport& report) {
  const auto [old_ones, new_ones, others] = batch.contents();
  EXPECT_EQ(others, 0u);
  EXPECT_EQ(new_ones, report.written.size());
  if (new_ones == batch.size()) return "all new";
  return new_ones == 0 ? "all old" : fmt::format("{} old", old_ones == 1 ? "one" : "some");
}

// Runs the batch once per call that it makes; call n fails with `error`.
Outcomes outcomes_of_failures(int error) {
  Outcomes outcomes;
  bool reached = true;
  for (int n = 0; reached; ++n) {
    const MixedBatch batch;
    leave_stale_temporary(batch);
    int calls = 0;
    std::string failed;
    HookedFiles files([&](const Call& call) -> std::optional<int> {
      if (calls++ != n) return std::nullopt;
      failed = call.name;
      return error;
    });
    const WriteReport report = batch.commit(files);
    SCOPED_TRACE(fmt::format("call {}: {} fails with error {}", n, failed, error));
    reached = !failed.empty();
    if (reached) outcomes[failed].insert(outcome_of_failure(batch, report));
    fs::remove(batch.folder() / kStale);  // one that could not be removed stays for a later run
    batch.expect_consistent(report);
  }
  return outcomes;
}

// The call before which the process was killed; empty when it came to its end.
std::string kill_before_call(const MixedBatch& batch, int n) {
  int channel[2];
  EXPECT_EQ(::pipe(channel), 0);
  const pid_t child = ::fork();
  EXPECT_GE(child, 0);
  if (child == 0) {
    int calls = 0;
    HookedFiles files([&](const Call& call) -> std::optional<int> {
      if (calls++ != n) return std::nullopt;
      static_cast<void>(!::write(channel[1], call.name.data(), call.name.size()));
      ::kill(::getpid(), SIGKILL);
      return std::nullopt;
    });
    ::_exit(batch.commit(files).errors.empty() ? 0 : 1);
  }
  ::close(channel[1]);
  char name[64];
  const ssize_t size = ::read(channel[0], name, sizeof name);
  ::close(channel[0]);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(size > 0 ? WIFSIGNALED(status) : WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return {name, static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

std::string outcome_of_kill(const MixedBatch& batch) {
  const auto [old_ones, new_ones, others] = batch.contents();
  if (others > 0) return "one half written until the next run";
  if (old_ones == batch.size()) return "all old";
  return new_ones == batch.size() ? "all new" : "some new";
}

Outcomes outcomes_of_kills() {
  Outcomes outcomes;
  bool killed = true;
  for (int n = 0; killed; ++n) {
    const MixedBatch batch;
    leave_stale_temporary(batch);
    const std::string call = kill_before_call(batch, n);
    SCOPED_TRACE(fmt::format("killed before call {}: {}", n, call));
    killed = !call.empty();
    if (killed) outcomes[call].insert(outcome_of_kill(batch));
    batch.expect_links_and_modes();
    expect_cleaned_by_next_run(batch);
  }
  return outcomes;
}

std::string cell(const Outcomes& outcomes, const std::string& call) {
  const auto found = outcomes.find(call);
  EXPECT_NE(found, outcomes.end()) << call << " was never the one";
  return found == outcomes.end() ? "?" : fmt::format("{}", fmt::join(found->second, " or "));
}

TEST(FaultMatrix, IsTheTableOfTheDocumentation) {
  const Outcomes io = outcomes_of_failures(EIO);
  const Outcomes access = outcomes_of_failures(EACCES);
  const Outcomes space = outcomes_of_failures(ENOSPC);
  const Outcomes killed = outcomes_of_kills();
  std::string table =
      "| system call | fails with EIO | with EACCES | with ENOSPC | killed before it |\n"
      "|---|---|---|---|---|\n";
  for (const Row& row : rows()) {
    table += fmt::format("| `{}` | {} | {} | {} | {} |\n", row.posix_name, cell(io, row.call),
                         cell(access, row.call), cell(space, row.call), cell(killed, row.call));
  }
  EXPECT_EQ(io.size(), rows().size()) << "a call that the table does not have";
  const std::string page = read_bytes(fs::path(MLFIX_SOURCE_DIR) / "docs/robustness.md");
  EXPECT_NE(page.find(table), std::string::npos) << "the page should have:\n" << table;
}

}  // namespace
}  // namespace mlfix::fault_matrix_test
