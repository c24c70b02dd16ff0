// Every object has a header that says how large it is; 0 stands for one that was
// made while no arena was in use and comes from malloc. tree-sitter's allocator
// is one for the whole process and takes no context, hence a variable for each
// thread that names the arena in use.

#include "syntax/parser_memory.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace mlfix {
namespace {

constexpr std::size_t kUnit = 16;
static_assert(kUnit % alignof(std::max_align_t) == 0);
constexpr std::size_t kMaxKept = 16;  // blocks: enough for all but very long files

// Lies right before an object, as malloc's does: objects are aligned, headers
// fill what would be lost otherwise.
struct Header {
  std::size_t units;  // that object and header take together
};
constexpr std::size_t kLead = kUnit - sizeof(Header);

thread_local ParserArena* in_use = nullptr;

Header& header_of(void* memory) {
  return *reinterpret_cast<Header*>(static_cast<std::byte*>(memory) - sizeof(Header));
}

// The object whose unit begins at `place`, so its header `kLead` bytes after it.
void* object_at(std::byte* place, std::size_t units) {
  new (place + kLead) Header{units};
  return place + kUnit;
}

void* base_of(void* memory) {
  return static_cast<std::byte*>(memory) - kUnit;
}

// tree-sitter can't go on without memory, nor say so.
void* object_of_malloc(void* base) {
  if (base == nullptr) std::abort();
  return object_at(static_cast<std::byte*>(base), 0);
}

void* allocate_object(std::size_t size) {
  if (in_use != nullptr) {
    in_use->count(size);
    return in_use->allocate(size);
  }
  return object_of_malloc(std::malloc(kUnit + size));
}

void* allocate_zeroed_object(std::size_t count, std::size_t size) {
  void* memory = allocate_object(count * size);
  std::memset(memory, 0, count * size);
  return memory;
}

void free_object(void* memory) {
  if (memory == nullptr) return;
  if (header_of(memory).units == 0) return std::free(base_of(memory));
  if (in_use != nullptr) in_use->give_back(memory);
}

void* reallocate_object(void* memory, std::size_t size) {
  if (memory == nullptr) return allocate_object(size);
  const std::size_t units = header_of(memory).units;
  if (units == 0) return object_of_malloc(std::realloc(base_of(memory), kUnit + size));
  const std::size_t capacity = units * kUnit - sizeof(Header);
  if (size <= capacity) return memory;
  void* larger = allocate_object(size);
  std::memcpy(larger, memory, capacity);
  free_object(memory);
  return larger;
}

}  // namespace

ArenaBlocks::Block ArenaBlocks::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!kept_.empty()) {
      Block block = std::move(kept_.back());
      kept_.pop_back();
      return block;
    }
  }
  return std::make_unique_for_overwrite<std::byte[]>(kBlockSize);
}

// The blocks that were filled first are the first to be taken again: of a short
// text they are all that is touched.
void ArenaBlocks::give_back(std::vector<Block> blocks) {
  const std::lock_guard lock(mutex_);
  blocks.resize(std::min(blocks.size(), kMaxKept - std::min(kMaxKept, kept_.size())));
  std::move(blocks.rbegin(), blocks.rend(), std::back_inserter(kept_));
}

ParserArena::~ParserArena() {
  pool_->give_back(std::move(blocks_));
}

std::size_t ParserArena::class_of(std::size_t units) {
  if (units < kSmallClasses) return units;
  return kSmallClasses + static_cast<std::size_t>(std::bit_width(units));
}

void* ParserArena::allocate(std::size_t size) {
  std::size_t units = (size + sizeof(Header) + kUnit - 1) / kUnit;
  if (units >= kSmallClasses) units = std::bit_ceil(units);
  Free*& first = free_[class_of(units)];
  if (first == nullptr) return cut(units);
  Free* memory = first;
  first = memory->next;
  return memory;
}

void ParserArena::give_back(void* memory) {
  Free*& first = free_[class_of(header_of(memory).units)];
  first = new (memory) Free{first};
}

bool ParserArena::run(const std::function<void()>& work, Meter& meter) {
  assert(in_use == this && meter_ == nullptr);
  meter_ = &meter;
  if (setjmp(way_out_) != 0) {
    meter_ = nullptr;
    return false;
  }
  work();
  meter_ = nullptr;
  return true;
}

void ParserArena::count(std::size_t size) {
  taken_ += size;
  if (taken_ < next_question_) return;
  next_question_ = taken_ + kBytesBetweenQuestions;
  if (meter_ != nullptr && meter_->is_enough(taken_)) std::longjmp(way_out_, 1);
}

void* ParserArena::cut(std::size_t units) {
  const std::size_t bytes = units * kUnit;
  if (static_cast<std::size_t>(end_ - next_) < bytes + kLead) {
    if (bytes > ArenaBlocks::kBlockSize / 8) return cut_alone(units);
    blocks_.push_back(pool_->take());
    next_ = blocks_.back().get();
    end_ = next_ + ArenaBlocks::kBlockSize;
  }
  return object_at(std::exchange(next_, next_ + bytes), units);
}

// What would take much of a block gets memory of its own, so that little of a
// block stays unused.
void* ParserArena::cut_alone(std::size_t units) {
  large_.push_back(std::make_unique_for_overwrite<std::byte[]>(units * kUnit + kLead));
  return object_at(large_.back().get(), units);
}

ParserArena::Use::Use(ParserArena& arena) {
  static const bool installed = [] {
    ts_set_allocator(allocate_object, allocate_zeroed_object, reallocate_object, free_object);
    return true;
  }();
  static_cast<void>(installed);
  assert(in_use == nullptr);
  in_use = &arena;
}

ParserArena::Use::~Use() {
  in_use = nullptr;
}

}  // namespace mlfix
