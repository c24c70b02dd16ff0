// The arenas that tree-sitter's trees live in, alone and under a parser.

#include "syntax/parser_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "syntax/parser.h"

namespace mlfix::parser_memory_test {
namespace {

bool is_aligned(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % alignof(std::max_align_t) == 0;
}

TEST(ParserArena, GivesRoomOfEverySize) {
  ParserArena arena(std::make_shared<ArenaBlocks>());
  std::vector<unsigned char*> objects;
  std::vector<std::size_t> sizes;
  for (std::size_t size = 1; size < 3 * ArenaBlocks::kBlockSize; size += size / 5 + 1) {
    auto* object = static_cast<unsigned char*>(arena.allocate(size));
    EXPECT_TRUE(is_aligned(object)) << size;
    std::memset(object, static_cast<int>(objects.size() % 256), size);
    objects.push_back(object);
    sizes.push_back(size);
  }
  for (std::size_t i = 0; i < objects.size(); ++i) {
    EXPECT_EQ(objects[i][0], i % 256);
    EXPECT_EQ(objects[i][sizes[i] - 1], i % 256);
  }
}

TEST(ParserArena, ReusesWhatWasGivenBack) {
  ParserArena arena(std::make_shared<ArenaBlocks>());
  for (const std::size_t size : {1u, 40u, 1016u, 1017u, 5000u, 1000000u}) {
    void* first = arena.allocate(size);
    void* second = arena.allocate(size);
    EXPECT_NE(first, second);
    arena.give_back(first);
    EXPECT_EQ(arena.allocate(size), first) << size;
  }
}

TEST(ParserArena, LeavesItsBlocksToTheNextOne) {
  const auto blocks = std::make_shared<ArenaBlocks>();
  std::set<void*> before;
  {
    ParserArena arena(blocks);
    for (int i = 0; i < 100; ++i) before.insert(arena.allocate(10000));
  }
  ParserArena arena(blocks);
  EXPECT_TRUE(before.contains(arena.allocate(10000)));
}

std::string program(int functions) {
  std::string text;
  for (int i = 0; i < functions; ++i) {
    text += "def f" + std::to_string(i) + "(x, *, y=None):\n    return [x, {'a': (y, x + 1)}]\n";
  }
  return text;
}

// A tree is reparsed after its parser and the trees before it have gone.
TEST(ParserMemory, TreesKeepWhatTheyShare) {
  std::string text = program(300);
  std::optional<Parser> parser(std::in_place);
  std::optional<SyntaxTree> tree = parser->parse(text);
  std::vector<std::string> texts{text};
  texts.reserve(20);
  for (int round = 0; round < 10; ++round) {
    const auto at = static_cast<Offset>(texts.back().find("return", texts.back().size() / 2));
    const std::vector<Edit> edits{{at, at, "x = " + std::to_string(round) + "\n    "}};
    texts.push_back(apply_edits(texts.back(), edits));
    parser.emplace();
    tree = parser->reparse(*tree, edits, texts.back());
  }
  Parser another;
  const SyntaxTree fresh = another.parse(texts.back());
  ASSERT_EQ(tree->size(), fresh.size());
  for (NodeId n = 0; n < fresh.size(); ++n) {
    EXPECT_EQ(tree->kind(n), fresh.kind(n));
    EXPECT_EQ(tree->range(n), fresh.range(n));
  }
}

}  // namespace
}  // namespace mlfix::parser_memory_test
