// No order among those who wait: whoever fits first goes in. The scheduler hands
// out the largest files first, so that a large one waits for large ones only.

#include "engine/memory_gate.h"

#include <algorithm>

#include "syntax/token_count.h"
#include "syntax/work_budget.h"
#include "text/allocator.h"

namespace mlfix {
namespace {

constexpr std::uint64_t kPerToken = 640;
constexpr std::uint64_t kPerByteOfText = 4;
constexpr std::uint64_t kPerByteOfNotebook = 8;
constexpr std::uint64_t kPerCell = 2048;
// The least that a cell is written with.
constexpr std::string_view kCell = "\"cell_type\"";

}  // namespace

std::uint64_t memory_to_read_module(std::uint64_t size) {
  const std::uint64_t tokens = size > kMaxAnalysedSize ? 0 : std::min(size, kMaxAnalysedTokens);
  return size * kPerByteOfText + tokens * kPerToken;
}

std::uint64_t memory_to_read_notebook(std::uint64_t size) {
  return size * kPerByteOfNotebook + size / kCell.size() * kPerCell;
}

std::uint64_t memory_to_analyse(std::string_view text) {
  return text.size() * kPerByteOfText + count_tokens(text) * kPerToken;
}

std::uint64_t memory_to_decode(std::string_view notebook) {
  std::uint64_t cells = 0;
  for (std::size_t at = notebook.find(kCell); at != std::string_view::npos;
       at = notebook.find(kCell, at + kCell.size())) {
    ++cells;
  }
  return notebook.size() * kPerByteOfNotebook + cells * kPerCell;
}

MemoryGate::Pass::Pass(MemoryGate& gate, std::uint64_t bytes) : gate_(gate), bytes_(bytes) {
  std::unique_lock lock(gate_.mutex_);
  gate_.changed_.wait(lock, [&] {
    return gate_.inside_ == 0 || gate_.left_behind_ + gate_.inside_ + bytes_ <= gate_.most_;
  });
  gate_.inside_ += bytes_;
}

void MemoryGate::Pass::need_only(std::uint64_t bytes) {
  if (bytes >= bytes_) return;
  gate_.change(bytes_ - bytes, 0);
  bytes_ = bytes;
}

MemoryGate::Pass::~Pass() {
  constexpr std::uint64_t kLarge = 64u << 20;
  if (bytes_ >= kLarge) return_freed_memory();
  gate_.change(bytes_, left_behind_);
}

MemoryGate::~MemoryGate() {
  return_freed_memory();
}

void MemoryGate::take_back(std::uint64_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    left_behind_ -= bytes;
  }
  changed_.notify_all();
}

void MemoryGate::change(std::uint64_t less, std::uint64_t kept) {
  {
    const std::lock_guard lock(mutex_);
    inside_ -= less;
    left_behind_ += kept;
  }
  changed_.notify_all();
}

}  // namespace mlfix
