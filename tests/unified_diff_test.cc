// The judges of a diff are git and patch: every shape of change is applied by
// `git apply` to real files, random edits by both. A small applier inside the
// test is stricter than they are: each line must be where the diff says.
#include "text/unified_diff.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace mlfix::unified_diff_test {
namespace {

using std::filesystem::path;
using testing::read_bytes;
using testing::TemporaryFolder;

std::string numbered(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

// Runs `git apply` in a folder that is no repository of its own.
bool git_apply(const path& folder, const path& patch) {
  const std::string command = "cd '" + folder.string() +
                              "' && GIT_CEILING_DIRECTORIES=/ GIT_DIR=/nonexistent git "
                              "-c core.autocrlf=false apply --whitespace=nowarn '" +
                              patch.string() + "'";
  return std::system(command.c_str()) == 0;
}

// Runs `patch`, which must find everything where the diff says.
bool gnu_patch(const path& folder, const path& patch) {
  const std::string command = "patch --strip=1 --binary --silent --fuzz=0 --directory='" +
                              folder.string() + "' <'" + patch.string() + "'";
  return std::system(command.c_str()) == 0;
}

void expect_git_applies(const std::string& name, const std::string& before,
                        const std::string& after) {
  const TemporaryFolder folder;
  const path file = folder.write(path("tree") / name, before);
  const std::string diff = unified_diff(name, before, after);
  const path patch = folder.write("change.patch", diff);
  EXPECT_TRUE(git_apply(folder.path() / "tree", patch)) << diff;
  EXPECT_EQ(read_bytes(file), after) << diff;
}

// Applies hunks strictly: positions, counts and old lines must all be right.
class HunkApplier {
 public:
  explicit HunkApplier(const std::string& before) : before_(split(before)) {}

  std::string apply(const std::string& hunks) {
    const std::vector<std::string> lines = split(hunks);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string& line = lines[i];
      const bool unterminated = i + 1 < lines.size() && lines[i + 1].starts_with("\\ No newline");
      const std::string body = line.substr(1, line.size() - (unterminated ? 2 : 1));
      if (line.starts_with("@@")) {
        start_hunk(line);
      } else if (line.starts_with(" ")) {
        old_line(body);
        new_line(body);
      } else if (line.starts_with("-")) {
        old_line(body);
      } else if (line.starts_with("+")) {
        new_line(body);
      } else {
        RC_ASSERT(line == "\\ No newline at end of file\n");
      }
    }
    end_hunk();
    while (next_ < before_.size()) after_ += before_[next_++];
    return after_;
  }

 private:
  static std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
      lines.push_back(text.substr(at, end - at));
      at = end;
    }
    return lines;
  }

  struct Side {
    std::size_t begin = 0;  // from 0
    std::size_t count = 0;
  };

  static Side parse_side(std::string text) {
    const std::size_t comma = text.find(',');
    const std::size_t count = comma == std::string::npos ? 1 : std::stoul(text.substr(comma + 1));
    const std::size_t start = std::stoul(text.substr(0, comma));
    return {count == 0 ? start : start - 1, count};
  }

  void start_hunk(const std::string& line) {
    end_hunk();
    const std::size_t plus = line.find('+');
    const Side old_side = parse_side(line.substr(4, plus - 5));
    const Side new_side = parse_side(line.substr(plus + 1));
    while (next_ < old_side.begin) {
      after_ += before_.at(next_++);
      ++after_lines_;
    }
    RC_ASSERT(after_lines_ == new_side.begin);
    old_left_ = old_side.count;
    new_left_ = new_side.count;
  }

  void end_hunk() const {
    RC_ASSERT(old_left_ == 0u);
    RC_ASSERT(new_left_ == 0u);
  }

  void old_line(const std::string& body) {
    RC_ASSERT(next_ < before_.size());
    RC_ASSERT(before_[next_++] == body);
    --old_left_;
  }

  void new_line(const std::string& body) {
    after_ += body;
    ++after_lines_;
    --new_left_;
  }

  std::vector<std::string> before_;
  std::size_t next_ = 0;
  std::string after_;
  std::size_t after_lines_ = 0;
  std::size_t old_left_ = 0;
  std::size_t new_left_ = 0;
};

TEST(UnifiedDiff, IsEmptyForEqualTexts) {
  EXPECT_EQ(unified_diff("a.py", "x\n", "x\n"), "");
  EXPECT_EQ(diff_hunks("", "", 3), "");
}

TEST(UnifiedDiff, ShowsThreeLinesOfContext) {
  const std::string before = numbered(1, 9);
  const std::string after = numbered(1, 4) + "changed\n" + numbered(6, 9);
  EXPECT_EQ(unified_diff("src/a.py", before, after),
            "--- a/src/a.py\n+++ b/src/a.py\n@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n"
            "-line 5\n+changed\n line 6\n line 7\n line 8\n");
}

TEST(UnifiedDiff, JoinsHunksWhoseContextTouches) {
  const std::string middle = numbered(1, 6);
  EXPECT_EQ(diff_hunks("a\n" + middle + "b\n", "A\n" + middle + "B\n", 3).find("@@ -1,8 +1,8 @@"),
            0u);
  const std::string apart = numbered(1, 7);
  const std::string two = diff_hunks("a\n" + apart + "b\n", "A\n" + apart + "B\n", 3);
  EXPECT_EQ(two.find("@@ -1,4 +1,4 @@"), 0u);
  EXPECT_NE(two.find("@@ -6,4 +6,4 @@"), std::string::npos);
}

TEST(UnifiedDiff, NumbersEmptySidesAfterThePrecedingLine) {
  EXPECT_EQ(diff_hunks("", "a\n", 3), "@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(diff_hunks("a\nb\n", "a\nx\nb\n", 0), "@@ -1,0 +2 @@\n+x\n");
  EXPECT_EQ(diff_hunks("a\nx\nb\n", "a\nb\n", 0), "@@ -2 +1,0 @@\n-x\n");
}

TEST(UnifiedDiff, MarksAMissingFinalNewline) {
  EXPECT_EQ(diff_hunks("a", "b", 3),
            "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n");
  EXPECT_EQ(diff_hunks("a", "a\n", 3), "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
  EXPECT_EQ(diff_hunks("a\nb", "A\nb", 3),
            "@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, QuotesPathsAsGitDoes) {
  const auto header = [](std::string_view name) {
    const std::string diff = unified_diff(name, "a\n", "b\n");
    return diff.substr(0, diff.find('\n'));
  };
  EXPECT_EQ(header("a b.py"), "--- a/a b.py\t");
  EXPECT_EQ(header("a\"b\\c.py"), "--- \"a/a\\\"b\\\\c.py\"");
  EXPECT_EQ(header("t\tn\n.py"), "--- \"a/t\\tn\\n.py\"");
  EXPECT_EQ(header("é.py"), "--- \"a/\\303\\251.py\"");
  EXPECT_EQ(header("é b.py"), "--- \"a/\\303\\251 b.py\"\t");
}

TEST(UnifiedDiff, GitAppliesEveryShapeOfChange) {
  const std::string text = numbered(1, 30);
  expect_git_applies("a.py", text, "first\n" + text);
  expect_git_applies("a.py", text, text + "last\n");
  expect_git_applies("a.py", text, numbered(2, 30));
  expect_git_applies("a.py", text, numbered(1, 29));
  expect_git_applies("a.py", text, numbered(1, 10) + numbered(15, 20) + "x\n" + numbered(21, 30));
  expect_git_applies("sub/dir/a.py", "a\n", "b\n");
}

TEST(UnifiedDiff, GitAppliesCarriageReturnsAndMissingNewlines) {
  expect_git_applies("a.py", "a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n");
  expect_git_applies("a.py", "a\r\nb\nc\r\n", "a\r\nb\r\nc\r\n");
  expect_git_applies("a.py", "a\nb", "a\nc");
  expect_git_applies("a.py", "a\nb", "a\nb\n");
  expect_git_applies("a.py", "a\nb\n", "a\nb");
  expect_git_applies("a.py", "a\nb", "A\nb");
  expect_git_applies("a.py", "a\r\nb", "a\r\nb\r\nc");
  expect_git_applies("a.py",
                     "\xEF\xBB\xBF"
                     "a\nb\n",
                     "\xEF\xBB\xBF"
                     "a\nc\n");
}

TEST(UnifiedDiff, GitAppliesToUnusualNames) {
  for (const char* name : {"a b.py", "d e/f g.py", "é.py", "q\"q.py", "b\\s.py", "t\tb.py",
                           "n\nl.py", "é x.py", "-dash.py", "x\t2024-01-01 00:00:00.py"}) {
    expect_git_applies(name, "a\nb\n", "a\nc\n");
  }
}

TEST(UnifiedDiff, GitAppliesOnePatchForSeveralFiles) {
  const TemporaryFolder folder;
  folder.write("tree/a.py", "a\nb");
  folder.write("tree/b c.py", "1\r\n2\r\n");
  const path patch = folder.write(
      "p", unified_diff("a.py", "a\nb", "a\nx") + unified_diff("b c.py", "1\r\n2\r\n", "2\r\n"));
  EXPECT_TRUE(git_apply(folder.path() / "tree", patch));
  EXPECT_EQ(read_bytes(folder.path() / "tree/a.py"), "a\nx");
  EXPECT_EQ(read_bytes(folder.path() / "tree/b c.py"), "2\r\n");
}

TEST(UnifiedDiff, StaysSmallForEditsAtBothEndsOfAHugeFile) {
  const std::string middle = numbered(1, 100'000);
  const std::string before = "a\n" + middle + "b\n";
  const std::string after = "A\n" + middle + "B\n";
  const std::string hunks = diff_hunks(before, after, 3);
  EXPECT_LT(hunks.size(), 300u);
  EXPECT_EQ(HunkApplier(before).apply(hunks), after);
}

TEST(UnifiedDiff, TakesAHugeFileWithEveryLineChanged) {
  std::string before;
  std::string after;
  for (int i = 0; i < 100'000; ++i) {
    const std::string line = i % 5 == 0 ? "\n" : "x = " + std::to_string(i) + "\n";
    before += line;
    after += line == "\n" ? line : "    " + line;
  }
  EXPECT_EQ(HunkApplier(before).apply(diff_hunks(before, after, 3)), after);
}

TEST(UnifiedDiff, TakesAHugeFileInAnotherOrder) {
  std::string before;
  std::string after;
  for (int i = 0; i < 8'000; ++i) {
    before += std::to_string(i) + "\n";
    after += std::to_string((i * 4'241LL) % 8'000) + "\n";
  }
  EXPECT_EQ(HunkApplier(before).apply(diff_hunks(before, after, 3)), after);
}

// Few different lines make many ways to align, terminators and blanks included.
rc::Gen<std::string> lines_of_text() {
  const auto line = rc::gen::element<std::string>("a\n", "b\n", "c\r\n", "\n", "    a\n", "\\ b\n");
  return rc::gen::map(rc::gen::pair(rc::gen::container<std::vector<std::string>>(line),
                                    rc::gen::element<std::string>("", "a", "-", "\r")),
                      [](const auto& parts) {
                        std::string text;
                        for (const std::string& part : parts.first) text += part;
                        return text + parts.second;
                      });
}

TEST(UnifiedDiff, HunksTurnAnyTextIntoAnyOther) {
  EXPECT_TRUE(rc::check([] {
    const std::string before = *lines_of_text();
    const std::string after = *lines_of_text();
    const unsigned context = *rc::gen::inRange(0u, 5u);
    RC_ASSERT(HunkApplier(before).apply(diff_hunks(before, after, context)) == after);
  }));
}

TEST(UnifiedDiff, HunksReproduceRandomLineEdits) {
  EXPECT_TRUE(rc::check([] {
    const std::string before = numbered(1, 200);
    std::string after;
    const auto choices = *rc::gen::container<std::vector<int>>(200, rc::gen::inRange(0, 40));
    for (int i = 1; i <= 200; ++i) {
      const int choice = choices[static_cast<std::size_t>(i - 1)];
      if (choice == 1) after += "inserted\n";
      if (choice == 2) after += "changed " + std::to_string(i) + "\n";
      if (choice > 3 || choice < 2) after += numbered(i, i);
    }
    RC_ASSERT(HunkApplier(before).apply(diff_hunks(before, after, 3)) == after);
  }));
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Do the diffs of all pairs, in one patch, make each second text of the first?
bool patches_all(const Pairs& pairs, bool (*apply)(const path&, const path&)) {
  const TemporaryFolder folder;
  std::string patch;
  std::vector<path> files;
  for (const auto& [before, after] : pairs) {
    const std::string name = "f" + std::to_string(files.size()) + ".py";
    files.push_back(folder.write(path("tree") / name, before));
    patch += unified_diff(name, before, after);
  }
  if (patch.empty()) return true;
  if (!apply(folder.path() / "tree", folder.write("change.patch", patch))) return false;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (read_bytes(files[i]) != pairs[i].second) return false;
  }
  return true;
}

TEST(UnifiedDiff, GitAndPatchMakeAnyTextOfAnyOther) {
  EXPECT_TRUE(rc::check([] {
    const auto pairs = *rc::gen::container<Pairs>(rc::gen::pair(lines_of_text(), lines_of_text()));
    RC_ASSERT(patches_all(pairs, git_apply));
    RC_ASSERT(patches_all(pairs, gnu_patch));
  }));
}

}  // namespace
}  // namespace mlfix::unified_diff_test
