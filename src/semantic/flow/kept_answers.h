// Answers that are kept, and circles of questions.
//
// Values that get to each other in a circle form a strongly connected component: what one gets
// to, or comes from, all do, so they have one answer. As in Tarjan's algorithm, a question that
// meets one that is still open waits on the stack; the one at which the circle was entered joins
// the answers of all, and closes them together. Each question is answered once, so that asking
// about every value of a file stays linear in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace mlfix {

// Questions that wait for others; each is a few frames of the stack. What is deeper is given up.
constexpr std::size_t kMaxOpenQuestions = 10000;

// `Key` is ordered. `Answer` is a value, to which join(other) adds what another one has.
template <typename Key, typename Answer>
class KeptAnswers {
 public:
  bool are_too_many_open() const { return open_.size() >= kMaxOpenQuestions; }

  // The answer that is known, or what is found out so far where the question waits for its own
  // answer; else nullptr. `lowest` becomes the place of a question that the one who asks waits
  // for, where that is lower than it is.
  const Answer* find(const Key& key, std::size_t& lowest) const {
    if (const auto found = known_.find(key); found != known_.end()) return &found->second;
    const auto found = open_at_.find(key);
    if (found == open_at_.end()) return nullptr;
    lowest = std::min(lowest, found->second);
    return &open_[found->second].answer;
  }

  // Answers a question that find() does not know by `ask(lowest)`, which may ask others and says
  // in `lowest` for which it waits. `so_far` is what they are told who come around to it.
  template <typename Ask>
  Answer answer(const Key& key, const Answer& so_far, std::size_t& lowest, Ask ask) {
    const std::size_t place = open_.size();
    open_.push_back({key, so_far});
    open_at_.emplace(key, place);
    std::size_t waits_for = SIZE_MAX;
    const Answer found = ask(waits_for);
    open_[place].answer = found;
    if (waits_for >= place) return close(place);
    lowest = std::min(lowest, waits_for);
    return found;
  }

 private:
  struct Open {
    Key key;
    Answer answer;  // as far as it is known
  };

  // All questions from `place` on have the same answer.
  Answer close(std::size_t place) {
    Answer answer = open_[place].answer;
    for (std::size_t i = place + 1; i < open_.size(); ++i) answer.join(open_[i].answer);
    for (; open_.size() > place; open_.pop_back()) {
      open_at_.erase(open_.back().key);
      known_.emplace(open_.back().key, answer);
    }
    return answer;
  }

  std::map<Key, Answer> known_;
  std::vector<Open> open_;              // those that wait for others, or are in a circle with them
  std::map<Key, std::size_t> open_at_;  // their places in `open_`
};

}  // namespace mlfix
