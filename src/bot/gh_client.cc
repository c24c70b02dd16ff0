// The headers of every answer are asked for, because they say when to come back.
// What a request sends goes to gh's standard input; nothing but the path is
// visible in the list of processes.

#include "bot/gh_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <ctime>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "bot/redact.h"
#include "process/process.h"
#include "text/json_nesting.h"

namespace mlfix {
namespace {

using SortedJson = nlohmann::json;
namespace chrono = std::chrono;

constexpr chrono::milliseconds kFirstWait{500};

struct Answer {
  int status = 0;                              // of HTTP; 0: no answer came
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
  std::string complaint;  // of gh
};

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

std::optional<long> number_in(const std::map<std::string, std::string>& headers,
                              const std::string& name) {
  const auto found = headers.find(name);
  if (found == headers.end()) return std::nullopt;
  long value = 0;
  const char* end = found->second.data() + found->second.size();
  const auto read = std::from_chars(found->second.data(), end, value);
  return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

// "HTTP/2.0 200 OK", headers, an empty line, the body.
Answer parse_answer(std::string_view out, std::string_view err) {
  Answer answer;
  answer.complaint = redacted(err.substr(0, err.find('\n')));
  if (!out.starts_with("HTTP/")) return answer;
  std::string_view line = out.substr(0, out.find('\n'));
  const std::size_t space = std::min(line.find(' '), line.size() - 1);
  std::from_chars(line.data() + space + 1, line.data() + line.size(), answer.status);
  while (out.find('\n') != std::string_view::npos) {
    out.remove_prefix(out.find('\n') + 1);
    line = out.substr(0, out.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) continue;
    answer.headers[lower(line.substr(0, colon))] = line.substr(colon + 2);
  }
  out.remove_prefix(std::min(out.find('\n'), out.size() - 1) + 1);
  answer.body = out;
  return answer;
}

// Discarded when it is no JSON, or nested deeper than any answer is.
SortedJson parsed(const std::string& body) {
  if (json_nesting(body) > kDeepestJson) return SortedJson(SortedJson::value_t::discarded);
  return SortedJson::parse(body, nullptr, false);
}

std::string text_in(const SortedJson& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// GraphQL says in an answer of status 200 what REST says by its status.
void translate_graphql(Answer& answer) {
  const SortedJson json = parsed(answer.body);
  if (answer.status != 200 || !json.is_object() || !json.contains("errors")) return;
  const SortedJson& errors = json["errors"];
  const SortedJson error =
      errors.is_array() && !errors.empty() ? errors.front() : SortedJson::object();
  const std::string type = text_in(error, "type");
  answer.status = type == "RATE_LIMITED" ? 429
                  : type == "NOT_FOUND"  ? 404
                  : type == "FORBIDDEN"  ? 403
                                         : 500;
  answer.body = SortedJson{{"message", text_in(error, "message")}}.dump();
}

bool is_rate_limited(const Answer& answer) {
  if (answer.status == 429) return true;
  return answer.status == 403 && (answer.headers.contains("retry-after") ||
                                  number_in(answer.headers, "x-ratelimit-remaining") == 0 ||
                                  lower(answer.body).find("rate limit") != std::string::npos);
}

// Without an answer the network failed, unless gh never asked for want of a token.
bool is_worth_another_try(const Answer& answer) {
  if (answer.status == 0) return answer.complaint.find("gh auth") == std::string::npos;
  return is_rate_limited(answer) || answer.status >= 500;
}

// What the forge asks for, if it does.
std::optional<chrono::milliseconds> asked_wait(const Answer& answer) {
  if (const auto after = number_in(answer.headers, "retry-after")) return chrono::seconds(*after);
  if (!is_rate_limited(answer)) return std::nullopt;
  const auto reset = number_in(answer.headers, "x-ratelimit-reset");
  if (!reset) return std::nullopt;
  return chrono::seconds(std::max<long>(*reset - static_cast<long>(std::time(nullptr)), 1));
}

std::string message_in(const Answer& answer) {
  const SortedJson json = parsed(answer.body);
  if (!json.is_object() || !json.contains("message")) return answer.complaint;
  std::string text = text_in(json, "message");
  if (const auto errors = json.find("errors"); errors != json.end() && errors->is_array()) {
    for (const SortedJson& error : *errors) {
      if (const std::string more = text_in(error, "message"); !more.empty()) text += ": " + more;
    }
  }
  return redacted(text);
}

std::string remedy_for(const Answer& answer) {
  if (is_rate_limited(answer)) return "run it again later; that is safe";
  switch (answer.status) {
    case 0:
      return "check the network, and `gh auth status`";
    case 401:
      return "give gh a valid token: GH_TOKEN, or `gh auth login`";
    case 403:
      return "the token needs write access to contents and pull requests";
    case 404:
      return "check the repository's name; a token that may not see it gets this answer, too";
    default:
      return answer.status >= 500 ? "run it again later; that is safe" : "";
  }
}

std::string reason_of(const Answer& answer) {
  return answer.status == 0 ? answer.complaint : fmt::format("HTTP {}", answer.status);
}

Error refused(std::string_view what, const Answer& answer) {
  const std::string said = message_in(answer);
  std::string message =
      answer.status == 0
          ? fmt::format("GitHub can't be reached to {}: {}", what, said)
          : fmt::format("GitHub refuses to {}: {} (HTTP {})", what, said, answer.status);
  if (is_rate_limited(answer)) {
    const auto wait = asked_wait(answer);
    message = fmt::format("GitHub's rate limit does not let us {}", what);
    if (wait) message += fmt::format(" for another {} s", wait->count() / 1000);
  }
  return {ErrorKind::Unreadable, {}, 0, std::move(message), remedy_for(answer)};
}

Result<Answer> ask(const std::string& host, const std::string& method, const std::string& path,
                   const SortedJson& body) {
  Command command;
  command.words = {"gh", "api", "--hostname", host, "--include", "--method", method, path};
  if (!body.is_null()) {
    command.words.insert(command.words.end(), {"--input", "-"});
    command.input = body.dump(-1, ' ', false, SortedJson::error_handler_t::replace);
  }
  // No questions, no colours, no news of gh; and no log of what it sends.
  command.environment = {
      {"GH_PROMPT_DISABLED", "1"}, {"GH_NO_UPDATE_NOTIFIER", "1"},   {"NO_COLOR", "1"},
      {"GH_PAGER", "cat"},         {"CLICOLOR_FORCE", std::nullopt}, {"GH_DEBUG", std::nullopt},
      {"DEBUG", std::nullopt},     {"GH_FORCE_TTY", std::nullopt}};
  const auto output = run_process(command);
  if (!output) return tl::unexpected(output.error());
  Answer answer = parse_answer(output->out, output->err);
  if (path == "graphql") translate_graphql(answer);
  return answer;
}

// Asks until there is an answer that asking again won't change.
Result<Answer> persist(const Patience& patience, std::string_view what,
                       const std::function<Result<Answer>()>& request) {
  chrono::milliseconds left = patience.total;
  chrono::milliseconds backoff = kFirstWait;
  for (int attempt = 1;; ++attempt) {
    auto answer = request();
    if (!answer || !is_worth_another_try(*answer) || attempt >= patience.attempts) return answer;
    const chrono::milliseconds wait = asked_wait(*answer).value_or(backoff);
    if (wait > left) return answer;
    if (patience.tell) {
      patience.tell(fmt::format("GitHub is not ready to {} ({}); trying again in {:.1f} s", what,
                                reason_of(*answer), static_cast<double>(wait.count()) / 1000.0));
    }
    patience.sleep(wait);
    left -= wait;
    backoff *= 2;
  }
}

}  // namespace

GhClient::GhClient(std::string host, Patience patience)
    : host_(std::move(host)), patience_(std::move(patience)) {
  if (patience_.sleep) return;
  patience_.sleep = [](chrono::milliseconds wait) { std::this_thread::sleep_for(wait); };
}

Result<SortedJson> GhClient::call(std::string_view what, const std::string& method,
                                  const std::string& path, const SortedJson& body) const {
  auto answer = persist(patience_, what, [&] { return ask(host_, method, path, body); });
  if (!answer) return tl::unexpected(std::move(answer.error()));
  if (answer->status < 200 || answer->status >= 300) return tl::unexpected(refused(what, *answer));
  SortedJson json = parsed(answer->body);
  if (json.is_discarded()) return tl::unexpected(odd_answer("JSON"));
  return json;
}

Error odd_answer(std::string_view expected) {
  return {ErrorKind::Unreadable,
          {},
          0,
          fmt::format("GitHub's answer is not {}", expected),
          "run it again later; that is safe"};
}

}  // namespace mlfix
