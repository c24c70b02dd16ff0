// Offsets of an edited text mapped back.

#include "engine/offset_map.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

namespace mlfix::offset_map_test {
namespace {

TEST(OffsetMap, IsTheIdentityAtFirst) {
  const OffsetMap map(10);
  EXPECT_EQ(map.original(Offset{0}), 0u);
  EXPECT_EQ(map.original(Offset{10}), 10u);
  EXPECT_EQ(map.replaced(4), (TextRange{4, 4}));
}

TEST(OffsetMap, FollowsSeveralRoundsOfEdits) {
  std::string text = "one two three";
  OffsetMap map(static_cast<Offset>(text.size()));
  const std::vector<Edit> first = {{4, 7, "2"}};  // one 2 three
  map.apply(first);
  text = apply_edits(text, first);
  const std::vector<Edit> second = {{0, 0, ">> "}, {4, 5, "TWO"}};  // >> one TWO three
  map.apply(second);
  text = apply_edits(text, second);
  ASSERT_EQ(text, ">> one TWO three");
  EXPECT_EQ(map.original(static_cast<Offset>(text.find("one"))), 0u);
  EXPECT_EQ(map.original(static_cast<Offset>(text.find("three"))), 8u);
  EXPECT_EQ(map.original(static_cast<Offset>(text.find("TWO"))), 4u);
  EXPECT_EQ(map.replaced(static_cast<Offset>(text.find("TWO"))), (TextRange{4, 7}));
}

TEST(OffsetMap, KnowsWhenNothingIsLeft) {
  OffsetMap map(3);
  map.apply({{0, 3, "abcdef"}});
  EXPECT_EQ(map.original(Offset{5}), 0u);
  EXPECT_EQ(map.replaced(2), (TextRange{0, 3}));
}

// Digits mark the original bytes; edits write letters only. So every digit in
// the edited text tells where it came from.
TEST(OffsetMap, MapsEveryKeptByteToItself) {
  rc::check([](const std::vector<std::vector<std::pair<std::uint8_t, std::uint8_t>>>& rounds) {
    std::string original;
    for (char c = '0'; c <= '9'; ++c) original += c;
    std::string text = original;
    OffsetMap map(10);
    for (const auto& round : rounds) {
      std::vector<Edit> edits;
      Offset at = 0;
      for (const auto& [gap, size] : round) {
        const Offset begin = at + gap % 4;
        const Offset end = begin + size % 3;
        if (end > text.size()) break;
        edits.push_back({begin, end, std::string(size % 5, 'x')});
        at = end + 1;
      }
      map.apply(edits);
      text = apply_edits(text, edits);
    }
    for (Offset i = 0; i < text.size(); ++i) {
      if (text[i] != 'x') RC_ASSERT(original[map.original(i)] == text[i]);
    }
  });
}

}  // namespace
}  // namespace mlfix::offset_map_test
