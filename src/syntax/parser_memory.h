// The memory of tree-sitter's parser. Private to syntax.
//
// A parse makes several hundred thousand small objects and a tree is only ever
// dropped as a whole. So what tree-sitter allocates while it parses a text comes
// from an arena that belongs to the tree: taking and giving back is a few
// instructions, and the tree goes away with its blocks, without a walk over its
// nodes.
#pragma once

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace mlfix {

// Blocks of arenas that are gone, kept for the next ones: one parser's arenas
// follow each other, and fresh pages are expensive. Thread-safe.
class ArenaBlocks {
 public:
  static constexpr std::size_t kBlockSize = 256u << 10;
  using Block = std::unique_ptr<std::byte[]>;

  Block take();
  void give_back(std::vector<Block> blocks);

 private:
  std::mutex mutex_;
  std::vector<Block> kept_;
};

// Memory that is freed as a whole. An arena is used by one thread at a time.
class ParserArena {
 public:
  explicit ParserArena(std::shared_ptr<ArenaBlocks> blocks) : pool_(std::move(blocks)) {}
  ~ParserArena();
  ParserArena(const ParserArena&) = delete;
  ParserArena& operator=(const ParserArena&) = delete;

  // At least `size` bytes, as aligned as malloc's. Constant time, but for what
  // does not fit into a block. What is given back is reused by this arena.
  void* allocate(std::size_t size);
  void give_back(void* memory);

  // While it lives, tree-sitter's allocations on this thread come from `arena`,
  // and objects of earlier arenas that it frees go there, so that those must
  // outlive this one. Not nested. Objects that tree-sitter makes in the meantime
  // need not be freed.
  class Use {
   public:
    explicit Use(ParserArena& arena);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
  };

  // Asked every few megabytes that are taken. What is given back and taken again counts
  // again, so that the number grows as the work does.
  class Meter {
   public:
    virtual bool is_enough(std::uint64_t bytes_taken) = 0;

   protected:
    ~Meter() = default;
  };

  // Does `work` while this arena is in use. False when the meter has had enough: `work` was
  // then left in the middle of an allocation, without a destructor on the way, so it may
  // call tree-sitter and nothing else. What tree-sitter was at lies half done in the arena,
  // and must not be touched again, nor freed.
  bool run(const std::function<void()>& work, Meter& meter);

  // Counts what is to be handed out, and leaves the work that runs if it is enough.
  void count(std::size_t size);

 private:
  static constexpr std::uint64_t kBytesBetweenQuestions = 1u << 20;

  // What was given back is chained through its own bytes.
  struct Free {
    Free* next;
  };
  // In units of 16 bytes, up to 1 KiB, and powers of two beyond.
  static constexpr std::size_t kSmallClasses = 65;
  static constexpr std::size_t kClasses = kSmallClasses + 64;

  static std::size_t class_of(std::size_t units);
  void* cut(std::size_t units);
  void* cut_alone(std::size_t units);

  std::shared_ptr<ArenaBlocks> pool_;
  std::vector<ArenaBlocks::Block> blocks_;
  std::vector<ArenaBlocks::Block> large_;  // each for one object
  std::byte* next_ = nullptr;              // free bytes of the last block
  std::byte* end_ = nullptr;
  std::array<Free*, kClasses> free_{};
  std::uint64_t taken_ = 0;
  std::uint64_t next_question_ = kBytesBetweenQuestions;
  Meter* meter_ = nullptr;  // of the work that runs
  std::jmp_buf way_out_;    // of it
};

}  // namespace mlfix
