#include "lsp_client.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "config/config_file.h"
#include "config/knowledge_loader.h"
#include "config/rule_defaults.h"
#include "semantic/knowledge/knowledge.h"
#include "shipped.h"

namespace mlfix::testing {

using Json = nlohmann::json;

Result<lsp::Surroundings> shipped_surroundings(const std::filesystem::path& folder) {
  const Registry& registry = Shipped::get().registry();
  lsp::Surroundings around;
  around.settings =
      make_settings(registry, shipped_defaults().value(), empty_config_file(registry), {}).value();
  around.knowledge = std::make_shared<const Knowledge>(shipped_knowledge().value());
  around.root = folder;
  return around;
}

LspClient::LspClient(const Json& params, lsp::LoadSurroundings load)
    : server_(Shipped::get().registry(), std::move(load), surface()) {
  if (params.is_null()) return;
  EXPECT_TRUE(ask("initialize", params).contains("result"));
  tell("initialized", Json::object());
}

lsp::Surface LspClient::surface() {
  return {[this](const Json& message) { received_.push_back(message); },
          [this] { return outdated; },
          [this](const Json& id) { return std::ranges::find(cancelled, id) != cancelled.end(); }};
}

Json LspClient::ask(const std::string& method, const Json& params) {
  const Json id = ++asked_;
  const Json request = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
  send(request.dump());
  const auto is_answer = [&](const Json& message) {
    return message.value("id", Json()) == id && !message.contains("method");
  };
  auto found = std::ranges::find_if(received_, is_answer);
  if (found == received_.end()) {
    settle();
    found = std::ranges::find_if(received_, is_answer);
  }
  if (found == received_.end()) {
    ADD_FAILURE() << "no answer to " << method;
    return Json::object();
  }
  Json answer = *found;
  received_.erase(found);
  return answer;
}

void LspClient::tell(const std::string& method, const Json& params) {
  send(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
}

void LspClient::settle() {
  while (const auto next = server_.next_work()) {
    now_ = std::max(now_, *next);
    server_.work(now_);
  }
}

std::vector<Json> LspClient::take(const std::string& method) {
  std::vector<Json> taken;
  const auto is_that = [&](const Json& message) {
    return message.value("method", Json()) == method;
  };
  std::ranges::copy_if(received_, std::back_inserter(taken), is_that);
  std::erase_if(received_, is_that);
  return taken;
}

Json LspClient::diagnostics(const std::string& uri) {
  settle();
  Json last;
  for (const Json& message : received_) {
    if (message.value("method", Json()) != "textDocument/publishDiagnostics") continue;
    if (message.at("params").at("uri") == uri) last = message.at("params").at("diagnostics");
  }
  return last;
}

}  // namespace mlfix::testing
