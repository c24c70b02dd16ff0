// The language server: what it answers to a message, and the work that it does
// between messages. It has no thread, no clock and no stream of its own, so its
// behaviour is a function of what it is given.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "lsp/client.h"
#include "lsp/surface.h"
#include "lsp/survey.h"
#include "lsp/sync.h"
#include "lsp/workspace.h"

namespace mlfix::lsp {

class Server {
 public:
  // `registry` must outlive the server.
  Server(const Registry& registry, LoadSurroundings load, Surface surface);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // A text that should be a message. Never throws for what is in it.
  void receive(std::string_view message, Clock::time_point now);
  // Something came that was no message.
  void complain_of_input(std::string problem);

  // When there is work to do; nothing when all is done.
  std::optional<Clock::time_point> next_work() const;
  // Does a part of what is due: the diagnostics of one document, or of one file of a
  // workspace.
  void work(Clock::time_point now);

  bool ended() const { return ended_; }
  // 0 when the client said `shutdown` before the end.
  int status() const { return state_ == State::ShutDown ? 0 : 1; }

 private:
  enum class State : std::uint8_t { Started, Running, ShutDown };
  using Request = Json (Server::*)(const Json& params);

  void dispatch(const Json& message);
  void answer(const Json& id, const std::string& method, const Json& params);
  void take(const std::string& method, const Json& params);
  // Those of which `name`, the id or the token, is the one that is wanted.
  void take_back_surveys(const Json& (Survey::*name)() const, const Json& wanted);

  // The answers to requests; a discarded value when the answer comes later.
  Json initialize(const Json& params);
  Json shut_down(const Json& params);
  Json pull(const Json& params);
  Json hover(const Json& params);
  Json actions(const Json& params);
  Json survey(const Json& params);
  Json execute(const Json& params);

  Json capabilities() const;
  void watch_files();
  void report_problems();
  Subject& checked_subject(const std::string& uri);
  void ask_client(std::string method, Json params);
  void log(std::string message);

  const Surface surface_;
  State state_ = State::Started;
  bool ended_ = false;
  Client client_;
  bool surveys_ = false;  // the client is told that it may ask about the workspace
  Json current_;          // the id of the request at hand
  Clock::time_point now_;
  Workspace workspace_;
  Sync sync_;
  std::deque<Survey> surveys_waiting_;
  std::uint64_t asked_ = 0;  // requests that were sent to the client
};

}  // namespace mlfix::lsp
