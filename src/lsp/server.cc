// What a handler throws becomes an error response or a line in the client's log;
// nothing that a client says ends the server.

#include "lsp/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <utility>

#include "lsp/answers.h"
#include "text/json_nesting.h"

namespace mlfix::lsp {
namespace {

constexpr std::string_view kSurveyCommand = "mlfix.checkWorkspace";
constexpr int kWarningType = 2;  // of a message
constexpr int kLogType = 4;
constexpr std::uint64_t kMostPatience = 10'000;  // ms

// Why a request has no answer.
struct Refusal {
  Code code;
  std::string message;
  Json data = nullptr;
};

bool is_id(const Json& id) {
  return id.is_string() || id.is_number_integer();
}

// Does the client want actions of that kind?
bool wants(const Json& only, std::string_view kind) {
  if (!only.is_array()) return true;
  return std::ranges::any_of(only, [&](const Json& one) {
    const auto& asked = one.get_ref<const std::string&>();
    return asked.empty() || kind == asked ||
           (kind.starts_with(asked) && kind.substr(asked.size()).starts_with('.'));
  });
}

}  // namespace

Server::Server(const Registry& registry, LoadSurroundings load, Surface surface)
    : surface_(std::move(surface)),
      workspace_(registry, std::move(load),
                 [this] {
                   return surface_.outdated() ||
                          (!current_.is_null() && surface_.cancelled(current_));
                 }),
      sync_(workspace_, client_, surface_) {}

// ---- messages -------------------------------------------------------------------

void Server::receive(std::string_view message, Clock::time_point now) {
  now_ = now;
  if (json_nesting(message) > kDeepestJson) {
    return complain_of_input("the message is nested too deep");
  }
  const Json json = Json::parse(message, nullptr, false);
  if (json.is_discarded()) return complain_of_input("the message is no JSON");
  dispatch(json);
}

void Server::complain_of_input(std::string problem) {
  surface_.send(error_response(nullptr, Code::ParseError, std::move(problem)));
}

void Server::dispatch(const Json& message) {
  const bool is_object = message.is_object();
  const bool has_id = is_object && message.contains("id");
  const Json id = has_id ? message.at("id") : Json(nullptr);
  const Json method = is_object ? message.value("method", Json()) : Json();
  if (has_id && method.is_null()) return;  // the client's answer to a request of ours
  if (!is_object || message.value("jsonrpc", Json()) != "2.0" || !method.is_string() ||
      (has_id && !is_id(id))) {
    surface_.send(error_response(is_id(id) ? id : Json(nullptr), Code::InvalidRequest,
                                 "the message is no request of JSON-RPC 2.0"));
    return;
  }
  const Json params = message.value("params", Json::object());
  if (!has_id) return take(method.get<std::string>(), params);
  current_ = id;
  answer(id, method.get<std::string>(), params);
  current_ = nullptr;
}

void Server::answer(const Json& id, const std::string& method, const Json& params) {
  static const std::map<std::string_view, Request> requests = {
      {"initialize", &Server::initialize},
      {"shutdown", &Server::shut_down},
      {"textDocument/diagnostic", &Server::pull},
      {"textDocument/hover", &Server::hover},
      {"textDocument/codeAction", &Server::actions},
      {"workspace/diagnostic", &Server::survey},
      {"workspace/executeCommand", &Server::execute},
  };
  const auto refuse = [&](Code code, std::string message, Json data = nullptr) {
    surface_.send(error_response(id, code, std::move(message), std::move(data)));
  };
  if (state_ == State::Started && method != "initialize") {
    return refuse(Code::ServerNotInitialized, "`initialize` comes first");
  }
  if (state_ == State::ShutDown) return refuse(Code::InvalidRequest, "the server is shut down");
  const auto known = requests.find(method);
  if (known == requests.end()) return refuse(Code::MethodNotFound, "unknown method " + method);
  if (surface_.cancelled(id)) return refuse(Code::RequestCancelled, "cancelled");
  try {
    Json result = (this->*known->second)(params);
    if (!result.is_discarded()) surface_.send(response(id, std::move(result)));
  } catch (const Refusal& refusal) {
    refuse(refusal.code, refusal.message, refusal.data);
  } catch (const Json::exception& error) {
    refuse(Code::InvalidParams, error.what());
  } catch (const GaveUp&) {
    refuse(Code::RequestFailed, "that takes more work than a file of its size may");
  } catch (const std::exception& error) {
    refuse(Code::InternalError, error.what());
  }
  report_problems();
}

void Server::take(const std::string& method, const Json& params) {
  if (method == "exit") {
    ended_ = true;
    return;
  }
  // Those that we don't know, and any before `initialize`, are dropped, as the protocol
  // says.
  if (state_ != State::Running) return;
  try {
    if (method == "initialized") {
      watch_files();
    } else if (method == "$/cancelRequest") {
      take_back_surveys(&Survey::id, params.at("id"));
    } else if (method == "window/workDoneProgress/cancel") {
      take_back_surveys(&Survey::token, params.at("token"));
    } else {
      sync_.take(method, params, now_);
    }
  } catch (const std::exception& error) {
    log(fmt::format("{} was not understood: {}", method, error.what()));
  }
  report_problems();
}

// Other requests are answered before the next message is taken, and learn from the surface
// that they were cancelled meanwhile. A survey works between messages.
void Server::take_back_surveys(const Json& (Survey::*name)() const, const Json& wanted) {
  if (!is_id(wanted)) return;
  for (Survey& survey : surveys_waiting_) {
    if ((survey.*name)() == wanted) survey.take_back();
  }
}

// ---- life -----------------------------------------------------------------------

Json Server::initialize(const Json& params) {
  if (state_ != State::Started) throw Refusal{Code::InvalidRequest, "initialized already"};
  client_ = client_of(params);
  const Json options = params.value("initializationOptions", Json());
  if (options.is_object()) {
    const Json debounce = options.value("debounce", Json());
    if (debounce.is_number_unsigned()) {
      const std::uint64_t ms = std::min(debounce.get<std::uint64_t>(), kMostPatience);
      sync_.set_patience(std::chrono::milliseconds(ms));
    }
    surveys_ = options.value("workspaceDiagnostics", Json()) == true;
  }
  sync_.add_roots(params);
  state_ = State::Running;
  return {{"capabilities", capabilities()},
          {"serverInfo", {{"name", "mlfix"}, {"version", MLFIX_VERSION}}}};
}

Json Server::capabilities() const {
  const Json cells = Json::array({{{"language", "python"}}});
  const Json selectors = Json::array({{{"notebook", "*"}, {"cells", cells}}});
  Json capabilities = {
      {"positionEncoding", name_of(client_.encoding)},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
      {"notebookDocumentSync", {{"notebookSelector", selectors}, {"save", true}}},
      {"hoverProvider", true},
      {"codeActionProvider", {{"codeActionKinds", Json::array({kQuickFix, kFixAll})}}},
      {"executeCommandProvider",
       {{"commands", Json::array({kSurveyCommand})}, {"workDoneProgress", true}}},
      {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}};
  if (client_.pulls) {
    capabilities["diagnosticProvider"] = {{"identifier", "mlfix"},
                                          {"interFileDependencies", true},
                                          {"workspaceDiagnostics", surveys_},
                                          {"workDoneProgress", true}};
  }
  return capabilities;
}

void Server::watch_files() {
  if (!client_.watches) return;
  const Json watchers = Json::array(
      {{{"globPattern", "**/*.{py,yaml,yml,toml}"}}, {{"globPattern", "**/*baseline*.json"}}});
  const Json registration = {{"id", "mlfix-files"},
                             {"method", "workspace/didChangeWatchedFiles"},
                             {"registerOptions", {{"watchers", watchers}}}};
  ask_client("client/registerCapability", {{"registrations", Json::array({registration})}});
}

Json Server::shut_down(const Json& /*params*/) {
  state_ = State::ShutDown;
  surveys_waiting_.clear();
  return nullptr;
}

// The answer is not waited for: nothing depends on it.
void Server::ask_client(std::string method, Json params) {
  Json request = notification(std::move(method), std::move(params));
  if (request["params"].is_null()) request.erase("params");
  request["id"] = fmt::format("mlfix-{}", ++asked_);
  surface_.send(request);
}

void Server::log(std::string message) {
  surface_.send(
      notification("window/logMessage", {{"type", kLogType}, {"message", std::move(message)}}));
}

void Server::report_problems() {
  for (const Error& error : workspace_.folders.take_problems()) {
    const std::string text = "mlfix: " + error.to_string();
    surface_.send(notification("window/showMessage", {{"type", kWarningType}, {"message", text}}));
  }
  if (sync_.take_reloaded() && client_.pulls && client_.refreshes) {
    ask_client("workspace/diagnostic/refresh", nullptr);
  }
}

// ---- requests -------------------------------------------------------------------

Subject& Server::checked_subject(const std::string& uri) {
  Subject* subject = workspace_.documents.find(uri);
  if (subject == nullptr) throw Refusal{Code::RequestFailed, uri + " is not open"};
  if (workspace_.up_to_date(*subject)) return *subject;
  if (surface_.cancelled(current_)) throw Refusal{Code::RequestCancelled, "cancelled"};
  throw Refusal{Code::ContentModified, "the text has changed"};
}

Json Server::pull(const Json& params) {
  const std::string uri = uri_in(params);
  Json items = Json::array();
  if (workspace_.documents.find(uri) != nullptr) {
    try {
      items = diagnostics_of(*checked_subject(uri).checked, client_)[uri];
    } catch (const Refusal& refusal) {
      if (refusal.code != Code::ContentModified) throw;
      throw Refusal{Code::ServerCancelled, refusal.message, {{"retriggerRequest", true}}};
    }
  }
  return {{"kind", "full"}, {"items", std::move(items)}};
}

Json Server::hover(const Json& params) {
  const std::string uri = uri_in(params);
  const Point point = point_of(params.at("position"));
  if (workspace_.documents.find(uri) == nullptr) return nullptr;
  return hover_at(*checked_subject(uri).checked, uri, point, client_);
}

Json Server::actions(const Json& params) {
  const std::string uri = uri_in(params);
  const Span span = span_of(params.at("range"));
  const Json only = params.at("context").value("only", Json());
  Json list = Json::array();
  if (!client_.action_literals || workspace_.documents.find(uri) == nullptr) return list;
  Subject& subject = checked_subject(uri);
  const auto add = [&](Json action) {
    if (!action.is_null()) list.push_back(std::move(action));
  };
  if (wants(only, kQuickFix)) {
    for (const Entry& finding : findings_at(*subject.checked, uri, span, client_)) {
      add(fix_action(*subject.checked, finding, client_));
      add(silence_action(*subject.checked, finding, workspace_.silence(subject, finding.state()),
                         client_));
    }
  }
  if (!wants(only, kFixAll) || subject.checked->findings().empty()) return list;
  const CheckedPtr fixed = workspace_.with_fixes(subject);
  if (!fixed) throw Refusal{Code::ContentModified, "the text has changed"};
  add(fix_all_action(*fixed, client_));
  return list;
}

Json Server::survey(const Json& params) {
  surveys_waiting_.emplace_back(current_, params, Survey::Answer::Items, workspace_, client_,
                                surface_);
  surveys_waiting_.back().begin();
  return Json(Json::value_t::discarded);
}

Json Server::execute(const Json& params) {
  const auto command = params.at("command").get<std::string>();
  if (command != kSurveyCommand) {
    throw Refusal{Code::InvalidParams, "unknown command " + command};
  }
  surveys_waiting_.emplace_back(current_, params, Survey::Answer::Publishing, workspace_, client_,
                                surface_);
  Survey& survey = surveys_waiting_.back();
  if (survey.token().is_null() && client_.progress) {
    Json token = fmt::format("mlfix-survey-{}", asked_);
    ask_client("window/workDoneProgress/create", {{"token", token}});
    survey.set_progress(std::move(token));
  }
  survey.begin();
  return Json(Json::value_t::discarded);
}

// ---- work -----------------------------------------------------------------------

std::optional<Clock::time_point> Server::next_work() const {
  if (state_ != State::Running) return std::nullopt;
  return surveys_waiting_.empty() ? sync_.next_work() : Clock::time_point{};
}

void Server::work(Clock::time_point now) {
  try {
    const bool at_documents = sync_.work(now);
    if (!at_documents && !surveys_waiting_.empty() && !surveys_waiting_.front().work()) {
      surveys_waiting_.pop_front();
    }
  } catch (const std::exception& error) {
    log(fmt::format("a file could not be analysed: {}", error.what()));
  }
  report_problems();
}

}  // namespace mlfix::lsp
