// Hard links are checked by inode: both names must still mean one file.

#include "mixed_batch.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "text/source_file.h"

namespace mlfix::testing {
namespace {

using std::filesystem::path;

const std::string kOld = "old content, which is long enough for several writes\n";
const std::string kNew = "new content, which is longer: it takes some more room than before\n";
constexpr mode_t kMode = 0640;
constexpr uid_t kOwner = 1234;
constexpr gid_t kGroup = 4321;

struct stat status_of(const path& file) {
  struct stat status = {};
  EXPECT_EQ(::stat(file.c_str(), &status), 0) << file;
  return status;
}

}  // namespace

std::vector<std::string> temporaries_in(const path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".mlfix-")) names.push_back(name);
  }
  return names;
}

Replacement replacement_of(const path& file, const std::string& text) {
  const auto source = read_source_file(file);
  EXPECT_TRUE(source) << file;
  return {file, source->identity, [text] { return text; }};
}

MixedBatch::MixedBatch() {
  const path plain = folder_.write("plain.py", kOld);
  EXPECT_TRUE(::geteuid() != 0 || ::chown(plain.c_str(), kOwner, kGroup) == 0);
  EXPECT_EQ(::chmod(plain.c_str(), kMode), 0);
  add(plain, kNew);
  const path linked = folder_.write("linked.py", kNew);
  std::filesystem::create_hard_link(linked, folder() / "linked-too.py");
  add(linked, kOld);
  const path growing = folder_.write("growing.py", kOld);
  std::filesystem::create_hard_link(growing, folder() / "growing-too.py");
  add(growing, kNew);
  folder_.write("sub/real.py", kOld);
  std::filesystem::create_symlink("sub/real.py", folder() / "link.py");
  add(folder() / "link.py", kNew);
}

void MixedBatch::add(const path& name, const std::string& text) {
  files_.push_back({name, read_bytes(name), replacement_of(name, text)});
}

WriteReport MixedBatch::commit(FileSystem& files, std::function<bool()> interrupted) const {
  FileWriter writer(std::move(interrupted), files);
  for (const File& file : files_) writer.add(file.replacement);
  return writer.commit();
}

void MixedBatch::expect_consistent(const WriteReport& report) const {
  for (const File& file : files_) {
    const std::string now = read_bytes(file.name);
    const auto is_this = [&](const path& other) { return other == file.name; };
    const bool written = std::any_of(report.written.begin(), report.written.end(), is_this);
    const auto errors = std::count_if(report.errors.begin(), report.errors.end(),
                                      [&](const Error& e) { return is_this(e.path); });
    EXPECT_EQ(now, written ? file.replacement.text() : file.old_text) << file.name;
    EXPECT_EQ(errors, written ? 0 : 1) << file.name;
  }
  expect_links_and_modes();
  for (const std::string& name : temporaries_in(folder())) {
    const auto names_it = [&](const Error& e) { return path(e.path).filename() == name; };
    EXPECT_TRUE(std::any_of(report.errors.begin(), report.errors.end(), names_it)) << name;
  }
}

MixedBatch::Contents MixedBatch::contents() const {
  Contents contents;
  for (const File& file : files_) {
    const std::string now = read_bytes(file.name);
    if (now == file.old_text) {
      ++contents.old_ones;
    } else if (now == file.replacement.text()) {
      ++contents.new_ones;
    } else {
      ++contents.others;
    }
  }
  return contents;
}

void MixedBatch::expect_links_and_modes() const {
  const struct stat plain = status_of(folder() / "plain.py");
  EXPECT_EQ(plain.st_mode, S_IFREG | kMode);
  if (::geteuid() == 0) {
    EXPECT_EQ(plain.st_uid, kOwner);
    EXPECT_EQ(plain.st_gid, kGroup);
  }
  for (const std::string name : {"linked", "growing"}) {
    EXPECT_EQ(status_of(folder() / (name + ".py")).st_ino,
              status_of(folder() / (name + "-too.py")).st_ino);
  }
  EXPECT_TRUE(std::filesystem::is_symlink(folder() / "link.py"));
  EXPECT_FALSE(std::filesystem::is_symlink(folder() / "sub/real.py"));
}

}  // namespace mlfix::testing
