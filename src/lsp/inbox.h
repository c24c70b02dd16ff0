// Messages on their way from the thread that reads them to the one that answers, and
// what they say of the work at hand before their turn comes.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>

#include "lsp/framing.h"

namespace mlfix::lsp {

// Thread-safe.
class Inbox {
 public:
  using Clock = std::chrono::steady_clock;

  void push(Frame frame);
  // No more frames come.
  void close();

  // The next frame; nothing when none came until then, or none will come.
  std::optional<Frame> pop(std::optional<Clock::time_point> until);
  bool is_at_end() const;

  // Does a message wait that changes a text, a file or the settings, or ends the server?
  bool outdates() const;
  // Did the client take the request with that id back?
  bool has_cancelled(const nlohmann::json& id) const;

 private:
  struct Waiting {
    Frame frame;
    bool outdates = false;
    std::string cancels;  // the id of a request, as JSON; empty: none
  };
  static Waiting looked_at(Frame frame);

  mutable std::mutex mutex_;
  std::condition_variable came_;
  std::deque<Waiting> waiting_;
  std::size_t outdating_ = 0;  // of `waiting_`
  std::multiset<std::string> cancelled_;
  bool closed_ = false;
};

}  // namespace mlfix::lsp
