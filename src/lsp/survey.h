// A look at all modules of the workspace, one at a time, so that the client is
// answered in between.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "lsp/client.h"
#include "lsp/surface.h"
#include "lsp/workspace.h"

namespace mlfix::lsp {

class Survey {
 public:
  enum class Answer : std::uint8_t {
    Items,       // of `workspace/diagnostic`
    Publishing,  // nothing: the diagnostics of files that are not open are sent
  };

  // Of the request with that id. `params` has the tokens, and what the client knows
  // already. All must outlive this object.
  Survey(Json id, const Json& params, Answer answer, Workspace& workspace, const Client& client,
         const Surface& surface);

  const Json& id() const { return id_; }
  // Null where the client is told of no progress.
  const Json& token() const { return token_; }
  // Where the client has no token for progress of its own.
  void set_progress(Json token) { token_ = std::move(token); }
  void begin();
  // The client no longer wants the answer: the next work() says so.
  void take_back() { taken_back_ = true; }
  // Looks at the next module, or answers the request; false from then on.
  bool work();

 private:
  void look_at(const std::filesystem::path& path);
  void add(const std::string& uri, const Json& version, Json list);
  void end();
  void report(std::string_view kind);

  Json id_;
  Json token_, partial_token_;
  Answer answer_;
  Workspace& workspace_;
  const Client& client_;
  const Surface& surface_;
  std::deque<std::filesystem::path> files_;
  std::size_t total_ = 0;
  std::map<std::string, Json> previous_;  // what the client has, by address
  Json items_ = Json::array();
  bool taken_back_ = false;
};

}  // namespace mlfix::lsp
