// What the analysis of one text may cost, in steps and in stack.
//
// Steps are counted where questions are answered, not timed, so a text that is
// too expensive is too expensive on every machine and with any number of threads. Whoever
// wants the run to end is asked at the same places, every few thousand steps.
// What is exceeded ends the analysis by an exception, GaveUp, which the file
// pipeline turns into a report about that file.
//
// A budget belongs to one analysis, and is used by one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string_view>

namespace mlfix {

// Answers whether the run is to end. Any thread may ask.
using StopRequest = std::function<bool()>;

// Why an analysis ended before its end. Not a std::exception, so that nobody who
// survives the failure of one rule takes it for one.
struct GaveUp {
  enum class Reason : std::uint8_t {
    Work,     // more steps than the text is worth
    Depth,    // hardly any stack is left
    Stopped,  // the run is to end
  };
  Reason reason;
};

// Bytes of a text that is analysed at all, and its words and signs, as count_tokens counts
// them. Nobody writes more by hand: the largest of the files that mlfix is tried on has a
// twelfth of the one and a thirteenth of the other.
inline constexpr std::size_t kMaxAnalysedSize = 4u << 20;
inline constexpr std::size_t kMaxAnalysedTokens = 1'000'000;

class WorkBudget {
 public:
  static constexpr std::uint64_t kUnlimited = UINT64_MAX;

  explicit WorkBudget(std::uint64_t limit = kUnlimited, StopRequest stop = {});
  WorkBudget(const WorkBudget&) = delete;
  WorkBudget& operator=(const WorkBudget&) = delete;

  // What a text of that many bytes may cost.
  static std::uint64_t limit_for(std::size_t bytes);

  // Call it where work is done whose amount the text decides, with a number that
  // grows as the work does, and on each level of what recurses along a chain.
  // Throws GaveUp, and from then on always, as what was interrupted may be half done.
  // A few instructions.
  void spend(std::uint64_t steps = 1) {
    spent_ += steps;
    if (spent_ >= next_check_) check();
    if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < stack_end) check_stack();
  }

  std::uint64_t spent() const { return spent_; }

  // Call it where a bound of the analysis ends a question without its answer, though the
  // text is within its budget: what rests on that answer is not found, which is to be said.
  // `excess` is what there is too much of, and lives as long as the program.
  void leave_unanswered(std::string_view excess) {
    if (!is_aside_) excesses_.insert(excess);
  }
  const std::set<std::string_view>& excesses() const { return excesses_; }

  // While it lives, nothing is counted: for what explains a finding, which must not cost the text
  // another one. Who uses it has a bound of its own.
  class Aside {
   public:
    explicit Aside(WorkBudget& work)
        : work_(work),
          spent_(work.spent_),
          next_check_(work.next_check_),
          was_aside_(work.is_aside_) {
      work_.next_check_ = UINT64_MAX;
      work_.is_aside_ = true;
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;
    ~Aside() {
      work_.spent_ = spent_;
      work_.is_aside_ = was_aside_;
      if (work_.next_check_ == UINT64_MAX) work_.next_check_ = next_check_;  // else it gave up
    }

   private:
    WorkBudget& work_;
    const std::uint64_t spent_;
    const std::uint64_t next_check_;
    const bool was_aside_;
  };

 private:
  void check();
  void check_stack();

  // Below it the stack of this thread is as good as used up. Worked out when a
  // thread first asks: until then every address is below.
  static inline constinit thread_local std::uintptr_t stack_end = UINTPTR_MAX;

  std::uint64_t limit_;
  std::uint64_t spent_ = 0;
  std::set<std::string_view> excesses_;
  std::uint64_t next_check_ = 0;
  bool is_aside_ = false;
  StopRequest stop_;
};

}  // namespace mlfix
