// Baselines that somebody else may have written, and how deep JSON is.

#include "adoption/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "support/temporary_folder.h"
#include "text/json_nesting.h"

namespace mlfix::baseline_test {
namespace {

using ::testing::HasSubstr;

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

std::string message_for(const std::string& text) {
  const auto baseline = parse_baseline(text, "baseline.json");
  EXPECT_FALSE(baseline);
  return baseline ? "" : baseline.error().to_string();
}

TEST(Baseline, RefusesWhatNoBaselineHolds) {
  constexpr std::size_t kDeep = 2'000'000;
  const std::string deep = repeated("[", kDeep) + repeated("]", kDeep);
  EXPECT_THAT(message_for("{\"version\":" + deep + ",\"findings\":[]}"),
              HasSubstr("nested too deeply"));
  EXPECT_THAT(message_for("{\"version\":1,\"x\":1e999,\"findings\":[]}"), HasSubstr("a number"));
  EXPECT_THAT(message_for("{\"version\":[1],\"findings\":[]}"), HasSubstr("is no baseline"));
  EXPECT_THAT(message_for("{\"version\":2,\"findings\":[]}"), HasSubstr("of version 2"));
  EXPECT_THAT(message_for("{\"version\":1,\"findings\":[1]}"), HasSubstr("lacks its path"));
}

TEST(Baseline, IsARegularFile) {
  const testing::TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe.json";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const char* path : {pipe.c_str(), "/dev/zero"}) {
    const auto baseline = read_baseline(path);
    ASSERT_FALSE(baseline);
    EXPECT_EQ(baseline.error().message, "is not a regular file");
  }
}

TEST(JsonNesting, CountsWhatIsOpenAtOnce) {
  EXPECT_EQ(json_nesting("1"), 0u);
  EXPECT_EQ(json_nesting("[{\"a\": []}, [[]]]"), 3u);
  EXPECT_EQ(json_nesting("\"[[[\\\"[[[\""), 0u);
  EXPECT_EQ(json_nesting("]]]["), 1u);
}

}  // namespace
}  // namespace mlfix::baseline_test
