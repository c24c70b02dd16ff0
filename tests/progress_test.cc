// The progress line, on a terminal that is a pair of descriptors.

#include "cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <array>
#include <string>

namespace mlfix::progress_test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

class Progress : public ::testing::Test {
 protected:
  void SetUp() override {
    struct winsize size {};
    size.ws_col = 40;
    if (openpty(&ours_, &theirs_, nullptr, nullptr, &size) != 0) {
      GTEST_SKIP() << "this machine gives no pseudo-terminal";
    }
  }
  ~Progress() override {
    close(ours_);
    close(theirs_);
  }

  // What has been printed since the last call.
  std::string printed() const {
    struct pollfd waiting {
      ours_, POLLIN, 0
    };
    std::string text;
    std::array<char, 4096> buffer;
    while (poll(&waiting, 1, 0) > 0 && (waiting.revents & POLLIN) != 0) {
      const ssize_t count = read(ours_, buffer.data(), buffer.size());
      if (count <= 0) break;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

  int ours_ = -1;
  int theirs_ = -1;
};

TEST_F(Progress, TellsFilesFindingsAndTheFileAndIsWipedInTheEnd) {
  Output output(theirs_);
  std::string shown;
  {
    ProgressLine line(output, true);
    line.update(1, 9, 0, "a.py");
    EXPECT_EQ(printed(), "");  // a short run shows nothing
    while (shown.empty()) {
      usleep(50'000);
      line.update(3, 9, 2, "src/a_long_name/of_a_file.py");
      shown = printed();
    }
  }
  EXPECT_THAT(shown, HasSubstr("mlfix: 3 of 9 files, 2 findings: src"));
  EXPECT_THAT(shown, EndsWith("\xE2\x80\xA6"));  // cut to the width of the terminal
  EXPECT_EQ(printed(), "\r\x1b[K");
}

TEST_F(Progress, SaysNothingWhenItIsNotWanted) {
  Output output(theirs_);
  { ProgressLine line(output, false); }
  EXPECT_EQ(printed(), "");
}

}  // namespace
}  // namespace mlfix::progress_test
