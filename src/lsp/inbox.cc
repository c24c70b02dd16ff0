// What a message is about is read from the JSON by its reader, so that whoever works
// is interrupted at once; it is parsed a second time when its turn comes, which is
// cheap beside what it asks for.

#include "lsp/inbox.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "text/json_nesting.h"

namespace mlfix::lsp {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 11> kOutdating = {
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "notebookDocument/didOpen",
    "notebookDocument/didChange",
    "notebookDocument/didClose",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "workspace/didChangeConfiguration",
    "shutdown",
    "exit",
};

}  // namespace

Inbox::Waiting Inbox::looked_at(Frame frame) {
  Waiting waiting{std::move(frame), false, {}};
  const std::string& body = waiting.frame.body;
  if (json_nesting(body) > kDeepestJson) return waiting;
  const Json json = Json::parse(body, nullptr, false);
  if (!json.is_object() || !json.contains("method") || !json.at("method").is_string()) {
    return waiting;
  }
  const auto& method = json.at("method").get_ref<const std::string&>();
  waiting.outdates = std::ranges::find(kOutdating, std::string_view(method)) != kOutdating.end();
  const Json::json_pointer id("/params/id");
  if (method == "$/cancelRequest" && json.contains(id)) waiting.cancels = json.at(id).dump();
  return waiting;
}

void Inbox::push(Frame frame) {
  Waiting waiting = looked_at(std::move(frame));
  const std::lock_guard lock(mutex_);
  if (waiting.outdates) ++outdating_;
  if (!waiting.cancels.empty()) cancelled_.insert(waiting.cancels);
  waiting_.push_back(std::move(waiting));
  came_.notify_one();
}

void Inbox::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  came_.notify_one();
}

std::optional<Frame> Inbox::pop(std::optional<Clock::time_point> until) {
  std::unique_lock lock(mutex_);
  const auto is_ready = [&] { return !waiting_.empty() || closed_; };
  if (until) {
    came_.wait_until(lock, *until, is_ready);
  } else {
    came_.wait(lock, is_ready);
  }
  if (waiting_.empty()) return std::nullopt;
  Waiting next = std::move(waiting_.front());
  waiting_.pop_front();
  if (next.outdates) --outdating_;
  // What it was about has been answered by now, or will be as cancelled.
  if (const auto one = cancelled_.find(next.cancels); one != cancelled_.end()) {
    cancelled_.erase(one);
  }
  return std::move(next.frame);
}

bool Inbox::is_at_end() const {
  const std::lock_guard lock(mutex_);
  return closed_ && waiting_.empty();
}

bool Inbox::outdates() const {
  const std::lock_guard lock(mutex_);
  return outdating_ > 0;
}

bool Inbox::has_cancelled(const Json& id) const {
  const std::lock_guard lock(mutex_);
  return !cancelled_.empty() && cancelled_.contains(id.dump());
}

}  // namespace mlfix::lsp
