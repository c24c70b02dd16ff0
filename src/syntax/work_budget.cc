// The limit is far above what ordinary code takes, and low enough that what exceeds
// it has not run for long.

#include "syntax/work_budget.h"

#include <pthread.h>

#include <algorithm>
#include <utility>

namespace mlfix {
namespace {

constexpr std::uint64_t kStepsOfAnyText = 20'000'000;
constexpr std::uint64_t kStepsPerByte = 2'000;
// Beyond that many bytes one more is worth less: what costs the square of its size would
// else be paid for by as many comments.
constexpr std::size_t kBytesOfFullWorth = 32u << 10;
constexpr std::uint64_t kStepsPerFurtherByte = 60;
constexpr std::uint64_t kStepsBetweenChecks = 4'096;

// The middle of the calling thread's stack, or 0 when nobody knows. The other half
// is for what recurses over the tree and asks nobody.
std::uintptr_t end_of_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  std::size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  if (!known) return 0;
  return reinterpret_cast<std::uintptr_t>(lowest) + size / 2;
}

}  // namespace

WorkBudget::WorkBudget(std::uint64_t limit, StopRequest stop)
    : limit_(limit), stop_(std::move(stop)) {}

std::uint64_t WorkBudget::limit_for(std::size_t bytes) {
  const std::size_t full = std::min(bytes, kBytesOfFullWorth);
  return kStepsOfAnyText + kStepsPerByte * full + kStepsPerFurtherByte * (bytes - full);
}

void WorkBudget::check() {
  if (stop_ && stop_()) throw GaveUp{GaveUp::Reason::Stopped};
  if (spent_ > limit_) throw GaveUp{GaveUp::Reason::Work};  // next time, too
  next_check_ = spent_ + kStepsBetweenChecks;
}

void WorkBudget::check_stack() {
  if (stack_end == UINTPTR_MAX) stack_end = end_of_stack();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (here >= stack_end) return;
  limit_ = next_check_ = 0;
  throw GaveUp{GaveUp::Reason::Depth};
}

}  // namespace mlfix
