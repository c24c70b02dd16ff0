// Tests neither read nor fill the cache of whoever runs them: those that want one name a folder.

#include <gtest/gtest.h>

#include <cstdlib>

namespace mlfix::testing {
namespace {

class NoCache : public ::testing::Environment {
 public:
  void SetUp() override { setenv("MLFIX_NO_CACHE", "1", 1); }
};

const auto* const no_cache = ::testing::AddGlobalTestEnvironment(new NoCache);

}  // namespace
}  // namespace mlfix::testing
