// The built-in files must be the files of the source tree, byte for byte.

#include "config/resources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

namespace mlfix::resources_test {
namespace {

std::string file_content(std::string_view path) {
  std::ifstream input(std::string(MLFIX_SOURCE_DIR "/").append(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

TEST(Resources, AreSortedByPath) {
  EXPECT_TRUE(std::ranges::is_sorted(resources(), {}, &Resource::path));
}

TEST(Resources, AreTheFilesOfTheSourceTree) {
  for (const Resource& resource : resources()) {
    if (find_document(resource.path)) continue;
    EXPECT_EQ(resource.content, file_content(resource.path)) << resource.path;
    EXPECT_EQ(find_resource(resource.path), resource.content) << resource.path;
  }
}

TEST(Resources, TablesAreWhatTheirFilesSay) {
  std::size_t tables = 0;
  for (const Resource& resource : resources()) {
    const auto document = find_document(resource.path);
    if (!document) continue;
    ++tables;
    const auto read = parse_yaml(file_content(resource.path), resource.path);
    ASSERT_TRUE(read) << resource.path;
    EXPECT_EQ(document->spelled_out(), read->spelled_out()) << resource.path;
  }
  EXPECT_GT(tables, 5u);
}

TEST(Resources, AreFoundByTheirExactPathOnly) {
  EXPECT_EQ(find_resource(""), std::nullopt);
  EXPECT_EQ(find_resource("config"), std::nullopt);
  EXPECT_EQ(find_resource("config/no_such_file.yml"), std::nullopt);
  EXPECT_EQ(find_resource("zzz"), std::nullopt);
}

}  // namespace
}  // namespace mlfix::resources_test
