// Words in a text, compared with a search for each of them.

#include "text/word_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>
#include <vector>

namespace mlfix::word_set_test {
namespace {

using ::testing::ElementsAre;

TEST(WordSet, FindsEachWordAnywhere) {
  const WordSet set({"import", "torch", "hook(", "del "});
  EXPECT_THAT(set.found_in("import torch\n"), ElementsAre(true, true, false, false));
  EXPECT_THAT(set.found_in("m.register_hook(f)"), ElementsAre(false, false, true, false));
  EXPECT_THAT(set.found_in("del x; model"), ElementsAre(false, false, false, true));
  EXPECT_THAT(set.found_in("torch"), ElementsAre(false, true, false, false));
  EXPECT_THAT(set.found_in(""), ElementsAre(false, false, false, false));
}

TEST(WordSet, TakesNoBeginningForTheWord) {
  const WordSet set({"torch", "del "});
  EXPECT_THAT(set.found_in("torc"), ElementsAre(false, false));
  EXPECT_THAT(set.found_in("tor"), ElementsAre(false, false));
  EXPECT_THAT(set.found_in("del"), ElementsAre(false, false));
}

TEST(WordSet, TellsWordsWithOneBeginningApart) {
  const WordSet set({"selfish", "self", "self."});
  EXPECT_THAT(set.found_in("a self, self."), ElementsAre(false, true, true));
  EXPECT_THAT(set.found_in("selfish"), ElementsAre(true, true, false));
}

TEST(WordSet, FindsWordsOfOneAndTwoBytes) {
  const WordSet set({"x", "ab", "abc"});
  EXPECT_THAT(set.found_in("ab"), ElementsAre(false, true, false));
  EXPECT_THAT(set.found_in("xabc"), ElementsAre(true, true, true));
}

TEST(WordSet, IsASearchForEachWord) {
  EXPECT_TRUE(rc::check([] {
    const auto word =
        rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string("abc"))));
    const auto words = *rc::gen::container<std::vector<std::string>>(word);
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("abc")));
    const std::vector<bool> found = WordSet({words.begin(), words.end()}).found_in(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
      RC_ASSERT(found[i] == (text.find(words[i]) != std::string::npos));
    }
  }));
}

}  // namespace
}  // namespace mlfix::word_set_test
