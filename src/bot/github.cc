// Every request is one `gh api` call: REST, because its answers are stable and
// small, with the headers printed, because they say when to come back. What a
// request sends goes to gh's standard input; nothing but the path is visible in
// the list of processes.
//
// A request that failed half-way may have worked. Looking again is cheaper than
// guessing: creating finds the pull request that is already there, and all other
// requests may be made twice.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "bot/forge.h"
#include "bot/redact.h"
#include "process/process.h"

namespace mlfix {
namespace {

using Json = nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kPageSize = 100;
constexpr milliseconds kFirstWait{500};

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
std::optional<milliseconds> asked_wait(const Answer& answer) {
  if (const auto after = number_in(answer.headers, "retry-after")) return seconds(*after);
  if (!is_rate_limited(answer)) return std::nullopt;
  const auto reset = number_in(answer.headers, "x-ratelimit-reset");
  if (!reset) return std::nullopt;
  return seconds(std::max<long>(*reset - static_cast<long>(std::time(nullptr)), 1));
}

std::string message_in(const Answer& answer) {
  const Json json = Json::parse(answer.body, nullptr, false);
  if (!json.is_object() || !json.contains("message")) return answer.complaint;
  std::string text = json.value("message", "");
  for (const Json& error : json.value("errors", Json::array())) {
    if (error.is_object() && error.contains("message")) text += ": " + error.value("message", "");
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

PullRequest pull_of(const Json& json) {
  const auto text = [&](const Json& object, const char* key) {
    return object.contains(key) && object[key].is_string() ? object[key].get<std::string>()
                                                           : std::string();
  };
  PullRequest pull;
  pull.number = json.at("number").get<std::uint64_t>();
  pull.branch = text(json.at("head"), "ref");
  pull.title = text(json, "title");
  pull.body = text(json, "body");
  pull.url = text(json, "html_url");
  const bool merged = !text(json, "merged_at").empty();
  pull.state = merged                            ? PullState::Merged
               : text(json, "state") == "closed" ? PullState::Closed
                                                 : PullState::Open;
  return pull;
}

class GitHub : public Forge {
 public:
  GitHub(RepositoryName repository, Patience patience)
      : repository_(std::move(repository)), patience_(std::move(patience)) {
    if (!patience_.sleep) {
      patience_.sleep = [](milliseconds wait) { std::this_thread::sleep_for(wait); };
    }
  }

  Result<std::vector<PullRequest>> pull_requests(const std::string& branch) override {
    std::vector<PullRequest> result;
    for (int page = 1;; ++page) {
      const std::string path = fmt::format("pulls?state=all&head={}:{}&per_page={}&page={}",
                                           repository_.owner, branch, kPageSize, page);
      const auto answer = call("list pull requests", "GET", path, nullptr);
      if (!answer) return tl::unexpected(answer.error());
      if (!answer->is_array()) return tl::unexpected(odd("a list"));
      for (const Json& pull : *answer) result.push_back(pull_of(pull));
      if (answer->size() < kPageSize) return result;
    }
  }

  Result<PullRequest> create(const PullDraft& draft) override {
    const Json json = {{"title", draft.title},
                       {"body", draft.body},
                       {"head", draft.branch},
                       {"base", draft.base},
                       {"maintainer_can_modify", true}};
    const auto answer = call("open a pull request", "POST", "pulls", json);
    if (answer) return pull_of(*answer);
    const auto existing = pull_requests(draft.branch);
    if (!existing) return tl::unexpected(answer.error());
    const auto found = std::ranges::find_if(*existing, [&](const PullRequest& pull) {
      return pull.state == PullState::Open && pull.body == draft.body;
    });
    if (found == existing->end()) return tl::unexpected(answer.error());
    return *found;
  }

  Result<void> edit(std::uint64_t number, const std::string& title,
                    const std::string& body) override {
    return done(call("describe a pull request", "PATCH", fmt::format("pulls/{}", number),
                     {{"title", title}, {"body", body}}));
  }

  Result<void> close(std::uint64_t number, const std::string& body) override {
    return done(call("close a pull request", "PATCH", fmt::format("pulls/{}", number),
                     {{"state", "closed"}, {"body", body}}));
  }

  Result<void> add_labels(std::uint64_t number, const std::vector<std::string>& labels) override {
    return done(call("label a pull request", "POST", fmt::format("issues/{}/labels", number),
                     {{"labels", labels}}));
  }

  Result<void> request_reviews(std::uint64_t number,
                               const std::vector<std::string>& reviewers) override {
    Json users = Json::array();
    Json teams = Json::array();
    for (const std::string& reviewer : reviewers) {
      const std::size_t slash = reviewer.find('/');
      if (slash == std::string::npos) {
        users.push_back(reviewer);
      } else {
        teams.push_back(reviewer.substr(slash + 1));
      }
    }
    return done(call("ask for reviews", "POST", fmt::format("pulls/{}/requested_reviewers", number),
                     {{"reviewers", users}, {"team_reviewers", teams}}));
  }

 private:
  static Result<void> done(const Result<Json>& answer) {
    if (!answer) return tl::unexpected(answer.error());
    return {};
  }

  static Error odd(std::string_view expected) {
    return {ErrorKind::Unreadable,
            {},
            0,
            fmt::format("GitHub's answer is not {}", expected),
            "run it again later; that is safe"};
  }

  Result<Json> call(std::string_view what, const std::string& method, const std::string& path,
                    const Json& body) {
    auto answer = persist(what, method, path, body);
    if (!answer) return tl::unexpected(std::move(answer.error()));
    if (answer->status < 200 || answer->status >= 300) {
      return tl::unexpected(refused(what, *answer));
    }
    Json json = Json::parse(answer->body, nullptr, false);
    if (json.is_discarded()) return tl::unexpected(odd("JSON"));
    return json;
  }

  // Asks until there is an answer that asking again won't change.
  Result<Answer> persist(std::string_view what, const std::string& method, const std::string& path,
                         const Json& body) {
    milliseconds left = patience_.total;
    milliseconds backoff = kFirstWait;
    for (int attempt = 1;; ++attempt) {
      auto answer = ask(method, path, body);
      if (!answer || !is_worth_another_try(*answer) || attempt >= patience_.attempts) return answer;
      const milliseconds wait = asked_wait(*answer).value_or(backoff);
      if (wait > left) return answer;
      if (patience_.tell) {
        patience_.tell(fmt::format("GitHub is not ready to {} ({}); trying again in {:.1f} s", what,
                                   reason_of(*answer), static_cast<double>(wait.count()) / 1000.0));
      }
      patience_.sleep(wait);
      left -= wait;
      backoff *= 2;
    }
  }

  Result<Answer> ask(const std::string& method, const std::string& path, const Json& body) const {
    Command command;
    command.words = {
        "gh",         "api",
        "--hostname", repository_.host,
        "--include",  "--method",
        method,       fmt::format("repos/{}/{}/{}", repository_.owner, repository_.name, path)};
    if (!body.is_null()) {
      command.words.insert(command.words.end(), {"--input", "-"});
      command.input = body.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    // No questions, no colours, no news of gh; and no log of what it sends.
    command.environment = {{"GH_PROMPT_DISABLED", "1"}, {"GH_NO_UPDATE_NOTIFIER", "1"},
                           {"NO_COLOR", "1"},           {"CLICOLOR_FORCE", std::nullopt},
                           {"GH_PAGER", "cat"},         {"GH_DEBUG", std::nullopt},
                           {"DEBUG", std::nullopt},     {"GH_FORCE_TTY", std::nullopt}};
    const auto output = run_process(command);
    if (!output) return tl::unexpected(output.error());
    return parse_answer(output->out, output->err);
  }

  RepositoryName repository_;
  Patience patience_;
};

}  // namespace

std::unique_ptr<Forge> github_forge(RepositoryName repository, Patience patience) {
  return std::make_unique<GitHub>(std::move(repository), std::move(patience));
}

}  // namespace mlfix
