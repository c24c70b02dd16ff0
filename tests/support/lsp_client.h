// A client of the language server in the test's own process: no threads, and time
// passes when the test says so.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lsp/server.h"

namespace mlfix::testing {

// What a folder without a configuration works with.
Result<lsp::Surroundings> shipped_surroundings(const std::filesystem::path& folder);

class LspClient {
 public:
  using Json = nlohmann::json;

  // `initialize` is sent with `params`; nothing when they are null.
  explicit LspClient(const Json& params, lsp::LoadSurroundings load = shipped_surroundings);

  // The response to a request, with all work done that it waits for.
  Json ask(const std::string& method, const Json& params);
  void tell(const std::string& method, const Json& params);
  void send(const std::string& message) { server_.receive(message, now_); }
  // Lets so much time pass that everything is done.
  void settle();
  // What the server sent by itself under that method; they are taken out.
  std::vector<Json> take(const std::string& method);
  // The diagnostics of the document that were sent last.
  Json diagnostics(const std::string& uri);

  lsp::Server& server() { return server_; }
  std::vector<Json>& received() { return received_; }

  bool outdated = false;        // what the server is told when it asks
  std::vector<Json> cancelled;  // ids

 private:
  lsp::Surface surface();

  std::vector<Json> received_;
  lsp::Clock::time_point now_{};
  int asked_ = 0;
  lsp::Server server_;
};

}  // namespace mlfix::testing
