// Real files throughout. A file system that asks the test before every call
// lets each call fail, kills the process there, or lets "somebody else" act.
#include "text/file_writer.h"

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "support/hooked_files.h"
#include "support/mixed_batch.h"
#include "support/temporary_folder.h"

namespace mlfix::file_writer_test {
namespace {

using std::filesystem::path;
using testing::Call;
using testing::HookedFiles;
using testing::MixedBatch;
using testing::read_bytes;
using testing::replacement_of;
using testing::temporaries_in;
using testing::TemporaryFolder;

const std::string kOld = "old content, which is long enough for several writes\n";
const std::string kNew = "new content, which is longer: it takes some more room than before\n";

WriteReport write_one(const path& file, const std::string& text) {
  FileWriter writer;
  writer.add(replacement_of(file, text));
  return writer.commit();
}

ino_t inode_of(const path& file) {
  struct stat status = {};
  EXPECT_EQ(::stat(file.c_str(), &status), 0) << file;
  return status.st_ino;
}

TEST(FileWriter, WritesABatch) {
  const MixedBatch batch;
  const WriteReport report = batch.commit(system_files());
  EXPECT_EQ(report.written.size(), batch.size());
  EXPECT_FALSE(report.interrupted);
  batch.expect_consistent(report);
}

TEST(FileWriter, EmptyBatchDoesNothing) {
  FileWriter writer;
  const WriteReport report = writer.commit();
  EXPECT_TRUE(report.written.empty());
  EXPECT_TRUE(report.errors.empty());
}

TEST(FileWriter, ReportsWrittenFilesInTheirOrder) {
  const TemporaryFolder folder;
  FileWriter writer;
  std::vector<path> names;
  for (const char* name : {"c.py", "a.py", "b.py"}) {
    names.push_back(folder.write(name, kOld));
    if (names.size() == 2) {
      std::filesystem::create_hard_link(names.back(), folder.path() / "second-name.py");
    }
    writer.add(replacement_of(names.back(), kNew));
  }
  EXPECT_EQ(writer.commit().written, names);
}

TEST(FileWriter, KeepsModeAndOwner) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(file.c_str(), 1234, 4321), 0);
  }
  ASSERT_EQ(::chmod(file.c_str(), 02754), 0);
  struct stat before = {};
  ASSERT_EQ(::stat(file.c_str(), &before), 0);
  EXPECT_TRUE(write_one(file, kNew).errors.empty());
  struct stat after = {};
  ASSERT_EQ(::stat(file.c_str(), &after), 0);
  EXPECT_EQ(after.st_mode, before.st_mode);
  EXPECT_EQ(after.st_uid, before.st_uid);
  EXPECT_EQ(after.st_gid, before.st_gid);
  EXPECT_NE(after.st_ino, before.st_ino) << "renamed, not rewritten";
  EXPECT_EQ(read_bytes(file), kNew);
}

TEST(FileWriter, FollowsSymbolicLinks) {
  const TemporaryFolder folder;
  const path real = folder.write("deep/real.py", kOld);
  std::filesystem::create_symlink("deep/real.py", folder.path() / "one.py");
  std::filesystem::create_symlink("one.py", folder.path() / "two.py");
  EXPECT_TRUE(write_one(folder.path() / "two.py", kNew).errors.empty());
  EXPECT_EQ(read_bytes(real), kNew);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "one.py"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "two.py"));
  EXPECT_FALSE(std::filesystem::is_symlink(real));
}

TEST(FileWriter, KeepsHardLinksTogether) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kNew);
  std::filesystem::create_hard_link(file, folder.path() / "b.py");
  EXPECT_TRUE(write_one(file, kOld).errors.empty());
  EXPECT_EQ(read_bytes(file), kOld) << "shorter than before";
  EXPECT_EQ(read_bytes(folder.path() / "b.py"), kOld);
  EXPECT_EQ(inode_of(file), inode_of(folder.path() / "b.py"));
}

TEST(FileWriter, WritesOneFileOnceWhateverItsNames) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  std::filesystem::create_symlink("a.py", folder.path() / "b.py");
  FileWriter writer;
  writer.add(replacement_of(file, kNew));
  writer.add(replacement_of(folder.path() / "b.py", "something else\n"));
  const WriteReport report = writer.commit();
  EXPECT_EQ(report.written, std::vector<path>{file});
  ASSERT_EQ(report.errors.size(), 1u);
  EXPECT_EQ(report.errors[0].path, folder.path() / "b.py");
  EXPECT_EQ(report.errors[0].message, "is the same file as another of this run; left as it is");
  EXPECT_EQ(read_bytes(file), kNew);
}

TEST(FileWriter, LeavesChangedFilesAlone) {
  const TemporaryFolder folder;
  const path changed = folder.write("changed.py", kOld);
  const path same = folder.write("same.py", kOld);
  const path replaced = folder.write("replaced.py", kOld);
  const path gone = folder.write("gone.py", kOld);
  FileWriter writer;
  for (const path& file : {changed, same, replaced, gone}) writer.add(replacement_of(file, kNew));
  std::string edited = kOld;
  edited[0] = 'O';
  folder.write("changed.py", edited);
  std::filesystem::rename(folder.write("fresh.py", kOld), replaced);
  std::filesystem::remove(gone);

  const WriteReport report = writer.commit();
  EXPECT_EQ(report.written, std::vector<path>{same});
  ASSERT_EQ(report.errors.size(), 3u);
  EXPECT_EQ(report.errors[0].path, changed);
  EXPECT_EQ(report.errors[0].kind, ErrorKind::Unwritable);
  EXPECT_EQ(report.errors[0].message, "changed since it was read; left as it is");
  EXPECT_EQ(report.errors[2].message, "can't be written: no such file or directory");
  EXPECT_EQ(read_bytes(changed), edited);
  EXPECT_EQ(read_bytes(replaced), kOld);
  EXPECT_FALSE(std::filesystem::exists(gone));
}

TEST(FileWriter, DoesNotMindATouchedTime) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  FileWriter writer;
  writer.add(replacement_of(file, kNew));
  std::filesystem::last_write_time(
      file, std::filesystem::file_time_type::clock::now() - std::chrono::hours(5));
  EXPECT_EQ(writer.commit().written.size(), 1u);
}

TEST(FileWriter, LeavesOutAFileThatChangesWhileTheBatchIsStaged) {
  const TemporaryFolder folder;
  const path first = folder.write("a.py", kOld);
  const path second = folder.write("b.py", kOld);
  // When the second file is looked up, the first one is staged already.
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    if (call.name == "real_path" && call.subject == second) folder.write("a.py", "edited\n");
    return std::nullopt;
  });
  FileWriter writer({}, files);
  writer.add(replacement_of(first, kNew));
  writer.add(replacement_of(second, kNew));
  const WriteReport report = writer.commit();
  EXPECT_EQ(report.written, std::vector<path>{second});
  ASSERT_EQ(report.errors.size(), 1u);
  EXPECT_EQ(report.errors[0].message, "changed since it was read; left as it is");
  EXPECT_EQ(read_bytes(first), "edited\n");
  EXPECT_TRUE(temporaries_in(folder.path()).empty());
}

// In the moment between the last look and the exchange.
TEST(FileWriter, DoesNotLoseAnEditOfTheLastMoment) {
  for (const bool replaced : {false, true}) {
    const TemporaryFolder folder;
    const path edited = folder.write("a.py", kOld);
    const path other = folder.write("b.py", kOld);
    bool done = false;
    HookedFiles files([&](const Call& call) -> std::optional<int> {
      if (call.name != "exchange" || call.subject != edited || std::exchange(done, true)) return {};
      if (replaced) std::filesystem::remove(edited);
      folder.write("a.py", "edited\n");
      return std::nullopt;
    });
    FileWriter writer({}, files);
    writer.add(replacement_of(edited, kNew));
    writer.add(replacement_of(other, kNew));
    const WriteReport report = writer.commit();
    EXPECT_EQ(report.written, std::vector<path>{other});
    ASSERT_EQ(report.errors.size(), 1u);
    EXPECT_EQ(report.errors[0].message, "changed since it was read; left as it is");
    EXPECT_EQ(read_bytes(edited), "edited\n");
    EXPECT_EQ(read_bytes(other), kNew);
    EXPECT_TRUE(temporaries_in(folder.path()).empty());
  }
}

TEST(FileWriter, DoesNotBringBackAFileThatIsRemovedInTheLastMoment) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    if (call.name == "exchange") std::filesystem::remove(file);
    return std::nullopt;
  });
  FileWriter writer({}, files);
  writer.add(replacement_of(file, kNew));
  EXPECT_EQ(writer.commit().errors.size(), 1u);
  EXPECT_FALSE(std::filesystem::exists(file));
}

// The worst case: the edit came out, and can't be put back in.
TEST(FileWriter, KeepsAnEditThatCantBePutBack) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  int exchanges = 0;
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    if (call.name != "exchange") return std::nullopt;
    if (++exchanges == 1) folder.write("a.py", "edited\n");
    return exchanges == 2 ? std::optional(EIO) : std::nullopt;
  });
  FileWriter writer({}, files);
  writer.add(replacement_of(file, kNew));
  const WriteReport report = writer.commit();
  ASSERT_EQ(report.errors.size(), 1u);
  const std::string& message = report.errors[0].message;
  const std::string kept = message.substr(message.rfind(' ') + 1);
  EXPECT_EQ(read_bytes(folder.path() / kept), "edited\n");
  EXPECT_TRUE(write_one(file, kOld).errors.empty());
  EXPECT_EQ(read_bytes(folder.path() / kept), "edited\n") << "no litter for later runs";
}

TEST(FileWriter, RenamesWhereTheFileSystemHasNoExchange) {
  for (const int error : {EINVAL, ENOSYS, EOPNOTSUPP}) {
    const MixedBatch batch;
    HookedFiles files([&](const Call& call) -> std::optional<int> {
      return call.name == "exchange" ? std::optional(error) : std::nullopt;
    });
    const WriteReport report = batch.commit(files);
    EXPECT_EQ(report.written.size(), batch.size());
    batch.expect_consistent(report);
  }
}

TEST(FileWriter, RespectsReadOnlyFiles) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  ASSERT_EQ(::chmod(file.c_str(), 0444), 0);
  const WriteReport report = write_one(file, kNew);
  ASSERT_EQ(report.errors.size(), 1u);
  EXPECT_EQ(report.errors[0].message, "is read-only; left as it is");
  EXPECT_EQ(read_bytes(file), kOld);
}

TEST(FileWriter, RewritesInPlaceInAFolderThatCantBeWritten) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  const ino_t inode = inode_of(file);
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    if (call.name == "check_writable" && call.subject == folder.path()) return EACCES;
    return std::nullopt;
  });
  FileWriter writer({}, files);
  writer.add(replacement_of(file, kNew));
  EXPECT_TRUE(writer.commit().errors.empty());
  EXPECT_EQ(read_bytes(file), kNew);
  EXPECT_EQ(inode_of(file), inode);
}

// Permissions bind root only when it acts as somebody else.
class AsNobody {
 public:
  AsNobody() : changed_(::seteuid(kNobody) == 0) {}
  ~AsNobody() {
    if (changed_) {
      EXPECT_EQ(::seteuid(0), 0);
    }
  }
  static constexpr uid_t kNobody = 65534;
  bool changed() const { return changed_; }

 private:
  bool changed_;
};

TEST(FileWriter, RewritesInPlaceWhatItMayNotReplace) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to make files of two owners";
  const TemporaryFolder folder;
  const path own = folder.write("foreign-folder/a.py", kOld);
  ASSERT_EQ(::chown(own.c_str(), AsNobody::kNobody, 0), 0);
  const path foreign = folder.write("own-folder/a.py", kOld);
  ASSERT_EQ(::chmod(foreign.c_str(), 0666), 0);
  ASSERT_EQ(::chown(foreign.parent_path().c_str(), AsNobody::kNobody, 0), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  const ino_t own_inode = inode_of(own);
  const ino_t foreign_inode = inode_of(foreign);
  {
    const AsNobody nobody;
    ASSERT_TRUE(nobody.changed());
    EXPECT_TRUE(write_one(own, kNew).errors.empty());
    EXPECT_TRUE(write_one(foreign, kNew).errors.empty());
  }
  EXPECT_EQ(read_bytes(own), kNew);
  EXPECT_EQ(read_bytes(foreign), kNew);
  EXPECT_EQ(inode_of(own), own_inode);
  EXPECT_EQ(inode_of(foreign), foreign_inode);
  EXPECT_TRUE(temporaries_in(folder.path()).empty());
}

// The next two tests run the mixed batch once per system call it makes.

TEST(FileWriter, AnyOneFailingCallLeavesEveryFileWhole) {
  for (const int error : {EIO, EACCES, ENOSPC}) {
    bool reached = true;
    std::map<std::string, int> failed;
    for (int n = 0; reached; ++n) {
      const MixedBatch batch;
      int calls = 0;
      reached = false;
      HookedFiles files([&](const Call& call) -> std::optional<int> {
        if (calls++ != n) return std::nullopt;
        reached = true;
        ++failed[std::string(call.name)];
        return error;
      });
      const WriteReport report = batch.commit(files);
      SCOPED_TRACE(::testing::Message() << "call " << n << ", error " << error);
      batch.expect_consistent(report);
    }
    for (const char* call : {"real_path", "open", "close", "fstat", "lstat", "read", "write",
                             "rewind", "reserve", "truncate", "set_owner", "set_mode", "sync",
                             "exchange", "remove", "check_writable", "list"}) {
      EXPECT_GT(failed[call], 0) << call << " was never the one to fail";
    }
  }
}

TEST(FileWriter, AKilledProcessLeavesRenamedFilesWholeAndTheNextRunCleansUp) {
  bool left_something = false;
  bool finished = false;
  for (int n = 0; !finished; ++n) {
    const TemporaryFolder folder;
    const path a = folder.write("a.py", kOld);
    const path b = folder.write("b.py", kOld);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int calls = 0;
      HookedFiles files([&](const Call&) -> std::optional<int> {
        if (calls++ == n) ::_exit(1);
        return std::nullopt;
      });
      FileWriter writer({}, files);
      writer.add(replacement_of(a, kNew));
      writer.add(replacement_of(b, kNew));
      ::_exit(writer.commit().written.size() == 2 ? 0 : 2);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_NE(WEXITSTATUS(status), 2);
    finished = WEXITSTATUS(status) == 0;
    for (const path& file : {a, b}) {
      const std::string now = read_bytes(file);
      EXPECT_TRUE(now == kOld || now == kNew) << "call " << n << ": " << now;
    }
    left_something = left_something || !temporaries_in(folder.path()).empty();
    EXPECT_TRUE(write_one(a, "third\n").errors.empty());
    EXPECT_TRUE(temporaries_in(folder.path()).empty()) << "call " << n;
  }
  EXPECT_TRUE(left_something) << "no run was killed with a temporary file present";
}

TEST(FileWriter, AFailedRenamePutsTheOthersBack) {
  const MixedBatch batch;
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    const bool last = call.name == "exchange" && call.subject.filename() == "real.py";
    return last ? std::optional(EIO) : std::nullopt;
  });
  const WriteReport report = batch.commit(files);
  EXPECT_TRUE(report.written.empty());
  EXPECT_EQ(report.errors.size(), batch.size());
  EXPECT_EQ(report.errors[0].message, "can't be written: input/output error");
  EXPECT_EQ(report.errors[1].message, "left as it was, because another file could not be written");
  batch.expect_consistent(report);
}

TEST(FileWriter, SaysWhenPuttingBackFails) {
  const TemporaryFolder folder;
  const path a = folder.write("a.py", kOld);
  const path b = folder.write("b.py", kOld);
  bool broken = false;
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    broken = broken || (call.name == "exchange" && call.subject == b);
    return broken && call.name != "remove" ? std::optional(EIO) : std::nullopt;
  });
  FileWriter writer({}, files);
  writer.add(replacement_of(a, kNew));
  writer.add(replacement_of(b, kNew));
  const WriteReport report = writer.commit();
  EXPECT_TRUE(report.written.empty());
  ASSERT_EQ(report.errors.size(), 2u);
  EXPECT_EQ(report.errors[1].path, a);
  EXPECT_EQ(report.errors[1].message,
            "has its new content: putting the old one back failed: input/output error");
  EXPECT_EQ(read_bytes(a), kNew);
  EXPECT_EQ(read_bytes(b), kOld);
}

TEST(FileWriter, SaysWhenAFileIsLeftHalfWritten) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  std::filesystem::create_hard_link(file, folder.path() / "b.py");
  int writes = 0;  // of the file itself; its record has been written before
  bool began = false;
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    began = began || call.name == "rewind";
    return began && call.name == "write" && ++writes > 1 ? std::optional(EIO) : std::nullopt;
  });
  FileWriter writer({}, files);
  writer.add(replacement_of(file, kNew));
  const WriteReport report = writer.commit();
  ASSERT_EQ(report.errors.size(), 1u);
  EXPECT_EQ(report.errors[0].message, "was left half written: input/output error");
  EXPECT_TRUE(report.written.empty());
}

TEST(FileWriter, SaysWhenATemporaryFileCantBeRemoved) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    return call.name == "exchange" || call.name == "remove" ? std::optional(EIO) : std::nullopt;
  });
  FileWriter writer({}, files);
  writer.add(replacement_of(file, kNew));
  const WriteReport report = writer.commit();
  ASSERT_EQ(report.errors.size(), 2u);
  EXPECT_EQ(report.errors[1].message, "temporary file can't be removed: input/output error");
  EXPECT_EQ(read_bytes(file), kOld);
}

// Network file systems may report a full disk no earlier than this.
TEST(FileWriter, TakesAFailedCloseOfTheTemporaryFileForAFailedWrite) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  bool written = false;
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    written = written || call.name == "write";
    return written && call.name == "close" ? std::optional(EDQUOT) : std::nullopt;
  });
  FileWriter writer({}, files);
  writer.add(replacement_of(file, kNew));
  const WriteReport report = writer.commit();
  ASSERT_EQ(report.errors.size(), 1u);
  EXPECT_EQ(report.errors[0].message, "can't be written: disk quota exceeded");
  EXPECT_EQ(read_bytes(file), kOld);
  EXPECT_TRUE(temporaries_in(folder.path()).empty());
}

TEST(FileWriter, RewritesAMountedFileInPlace) {
  const TemporaryFolder folder;
  const path inner = folder.write("inner.py", kOld);
  const path mounted = folder.write("mounted.py", "");
  if (::mount(inner.c_str(), mounted.c_str(), nullptr, MS_BIND, nullptr) != 0) {
    GTEST_SKIP() << "needs the right to mount";
  }
  const WriteReport report = write_one(mounted, kNew);
  EXPECT_EQ(read_bytes(mounted), kNew);
  ASSERT_EQ(::umount2(mounted.c_str(), MNT_DETACH), 0);
  EXPECT_TRUE(report.errors.empty());
  EXPECT_EQ(read_bytes(inner), kNew);
  EXPECT_TRUE(temporaries_in(folder.path()).empty());
}

TEST(FileWriter, AFullDiskLeavesTheFileAsItWas) {
  const TemporaryFolder folder;
  if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=256k") != 0) {
    GTEST_SKIP() << "needs the right to mount a small tmpfs";
  }
  const std::unique_ptr<const path, void (*)(const path*)> mounted(
      &folder.path(), [](const path* point) { ::umount2(point->c_str(), MNT_DETACH); });
  const std::string small(40'000, 'a');
  const std::string large(400'000, 'b');
  const path plain = folder.write("plain.py", small);
  const path linked = folder.write("linked.py", small);
  std::filesystem::create_hard_link(linked, folder.path() / "linked-too.py");
  for (const path& file : {plain, linked}) {
    const WriteReport report = write_one(file, large);
    ASSERT_EQ(report.errors.size(), 1u) << file;
    EXPECT_EQ(report.errors[0].path, file);
    EXPECT_EQ(report.errors[0].message, "can't be written: no space left on device");
    EXPECT_EQ(read_bytes(file), small);
  }
  EXPECT_TRUE(temporaries_in(folder.path()).empty());
  EXPECT_TRUE(write_one(plain, small + "b").errors.empty()) << "room was given back";
}

TEST(FileWriter, AnInterruptionBeforeTheFirstRenameDropsTheBatch) {
  bool asked = true;
  int n = 0;
  for (; asked; ++n) {
    const MixedBatch batch;
    int questions = 0;
    asked = false;
    const WriteReport report = batch.commit(system_files(), [&] {
      asked = asked || questions == n;
      return questions++ == n;
    });
    batch.expect_consistent(report);
    EXPECT_EQ(report.interrupted, asked);
    EXPECT_EQ(report.written.empty(), asked);
    if (asked) {
      EXPECT_EQ(report.errors[0].message, "interrupted; left as it is");
    }
  }
  EXPECT_GT(n, 4) << "asked before every file and once before the first rename";
}

TEST(FileWriter, LeavesTheTemporaryFilesOfLiveProcessesAlone) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  std::vector<std::string> live;
  // What this very process stages while another writer cleans up.
  HookedFiles files([&](const Call& call) -> std::optional<int> {
    if (call.name == "exchange" && live.empty()) {
      live = temporaries_in(folder.path());
      EXPECT_TRUE(write_one(folder.write("b.py", kOld), kNew).errors.empty());
      EXPECT_EQ(temporaries_in(folder.path()), live);
    }
    return std::nullopt;
  });
  FileWriter writer({}, files);
  writer.add(replacement_of(file, kNew));
  EXPECT_TRUE(writer.commit().errors.empty());
  EXPECT_EQ(live.size(), 1u);
}

TEST(FileWriter, RemovesTemporaryFilesOfOtherMachinesOnlyWhenOld) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", kOld);
  const path fresh = folder.write(".mlfix-0badcafe-77-0.tmp", "");
  const path old = folder.write(".mlfix-0badcafe-77-1.tmp", "");
  const path odd = folder.write(".mlfix-notes.tmp", "not ours");
  for (const path& name : {old, odd}) {
    std::filesystem::last_write_time(
        name, std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  }
  EXPECT_TRUE(write_one(file, kNew).errors.empty());
  EXPECT_TRUE(std::filesystem::exists(fresh));
  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_TRUE(std::filesystem::exists(odd));
}

TEST(FileWriter, StagesMoreFilesThanDescriptorsAreAllowed) {
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = 32;
  const TemporaryFolder folder;
  FileWriter writer;
  constexpr int kFiles = 100;
  for (int i = 0; i < kFiles; ++i) {
    writer.add(replacement_of(folder.write(std::to_string(i) + ".py", kOld), kNew));
  }
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  const WriteReport report = writer.commit();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(report.written.size(), static_cast<std::size_t>(kFiles));
}

}  // namespace
}  // namespace mlfix::file_writer_test
