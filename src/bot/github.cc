// Pull requests of all branches come with one query of GraphQL, where REST would
// take a request for each; everything else is REST.
//
// A request that failed half-way may have worked. Looking again is cheaper than
// guessing: creating finds the pull request that is already there, and all other
// requests may be made twice.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "bot/forge.h"
#include "bot/gh_client.h"

namespace mlfix {
namespace {

using SortedJson = nlohmann::json;

constexpr int kPageSize = 100;
constexpr int kMostPages = 100;  // an answer without an end is none

std::string text_of(const SortedJson& object, const char* key) {
  return object.contains(key) && object[key].is_string() ? object[key].get<std::string>()
                                                         : std::string();
}

PullRequest pull_request_of(const SortedJson& json) {
  PullRequest pull;
  pull.number = json.at("number").get<std::uint64_t>();
  pull.branch = text_of(json.at("head"), "ref");
  pull.title = text_of(json, "title");
  pull.body = text_of(json, "body");
  pull.url = text_of(json, "html_url");
  const bool merged = !text_of(json, "merged_at").empty();
  pull.state = merged                               ? PullState::Merged
               : text_of(json, "state") == "closed" ? PullState::Closed
                                                    : PullState::Open;
  return pull;
}

// What `read` makes of an answer; the library throws where it lacks what the
// documentation promises.
template <typename Read>
auto understood(Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const SortedJson::exception&) {
    return tl::unexpected(odd_answer("of the documented form"));
  }
}

class GitHub : public Forge {
 public:
  GitHub(RepositoryName repository, Patience patience)
      : repository_(std::move(repository)), gh_(repository_.host, std::move(patience)) {}

  Result<std::vector<PullRequest>> pull_requests(
      const std::vector<std::string>& branches) override {
    return understood([&] { return listed(branches); });
  }

  Result<PullRequest> create(const PullDraft& draft) override {
    return understood([&] { return created(draft); });
  }

  Result<void> edit(std::uint64_t number, const std::string& title,
                    const std::string& body) override {
    return done(gh_.call("describe a pull request", "PATCH",
                         in_repository(fmt::format("pulls/{}", number)),
                         {{"title", title}, {"body", body}}));
  }

  Result<void> close(std::uint64_t number, const std::string& body) override {
    return done(gh_.call("close a pull request", "PATCH",
                         in_repository(fmt::format("pulls/{}", number)),
                         {{"state", "closed"}, {"body", body}}));
  }

  Result<void> add_labels(std::uint64_t number, const std::vector<std::string>& labels) override {
    return done(gh_.call("label a pull request", "POST",
                         in_repository(fmt::format("issues/{}/labels", number)),
                         {{"labels", labels}}));
  }

  Result<void> request_reviews(std::uint64_t number,
                               const std::vector<std::string>& reviewers) override {
    SortedJson users = SortedJson::array();
    SortedJson teams = SortedJson::array();
    for (const std::string& reviewer : reviewers) {
      const std::size_t slash = reviewer.find('/');
      if (slash == std::string::npos) {
        users.push_back(reviewer);
      } else {
        teams.push_back(reviewer.substr(slash + 1));
      }
    }
    return done(gh_.call("ask for reviews", "POST",
                         in_repository(fmt::format("pulls/{}/requested_reviewers", number)),
                         {{"reviewers", users}, {"team_reviewers", teams}}));
  }

 private:
  Result<std::vector<PullRequest>> listed(const std::vector<std::string>& branches) {
    const auto answer =
        gh_.call("list pull requests", "POST", "graphql",
                 {{"query", list_query(branches)},
                  {"variables", {{"owner", repository_.owner}, {"name", repository_.name}}}});
    if (!answer) return tl::unexpected(answer.error());
    const SortedJson& repository = answer->at("data").at("repository");
    std::vector<PullRequest> result;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      const SortedJson& of_branch = repository.at(fmt::format("b{}", i));
      const bool has_more = of_branch.at("pageInfo").at("hasNextPage").get<bool>();
      if (!has_more) {
        add_nodes(of_branch.at("nodes"), result);
      } else if (auto added = add_pages(branches[i], result); !added) {
        return tl::unexpected(std::move(added.error()));
      }
    }
    return result;
  }

  Result<PullRequest> created(const PullDraft& draft) {
    const SortedJson json = {{"title", draft.title},
                             {"body", draft.body},
                             {"head", draft.branch},
                             {"base", draft.base},
                             {"maintainer_can_modify", true}};
    const auto answer = gh_.call("open a pull request", "POST", in_repository("pulls"), json);
    if (answer) return pull_request_of(*answer);
    const auto existing = pull_requests(std::vector{draft.branch});
    if (!existing) return tl::unexpected(answer.error());
    const auto found = std::ranges::find_if(*existing, [&](const PullRequest& pull) {
      return pull.state == PullState::Open && pull.body == draft.body;
    });
    if (found == existing->end()) return tl::unexpected(answer.error());
    return *found;
  }

  // One page of each branch, the newest first.
  static std::string list_query(const std::vector<std::string>& branches) {
    std::string fields;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      fields += fmt::format(
          "b{}: pullRequests(headRefName: {}, first: {}, orderBy: {{field: CREATED_AT, direction: "
          "DESC}}) {{ pageInfo {{ hasNextPage }} nodes {{ number title body url state "
          "headRefName isCrossRepository }} }} ",
          i, SortedJson(branches[i]).dump(), kPageSize);
    }
    return fmt::format(
        "query($owner: String!, $name: String!) {{ repository(owner: $owner, name: $name) {{ {}}} "
        "}}",
        fields);
  }

  // A fork may have a branch of the same name.
  static void add_nodes(const SortedJson& nodes, std::vector<PullRequest>& result) {
    for (const SortedJson& node : nodes) {
      if (node.at("isCrossRepository").get<bool>()) continue;
      const std::string state = node.at("state").get<std::string>();
      result.push_back({node.at("number").get<std::uint64_t>(), text_of(node, "headRefName"),
                        state == "MERGED"   ? PullState::Merged
                        : state == "CLOSED" ? PullState::Closed
                                            : PullState::Open,
                        text_of(node, "title"), text_of(node, "body"), text_of(node, "url")});
    }
  }

  // All pages of a branch that has more than one.
  Result<void> add_pages(const std::string& branch, std::vector<PullRequest>& result) {
    for (int page = 1; page <= kMostPages; ++page) {
      const auto answer =
          gh_.call("list pull requests", "GET",
                   in_repository(fmt::format("pulls?state=all&head={}:{}&per_page={}&page={}",
                                             repository_.owner, branch, kPageSize, page)),
                   nullptr);
      if (!answer) return tl::unexpected(answer.error());
      for (const SortedJson& pull : *answer) result.push_back(pull_request_of(pull));
      if (answer->size() < kPageSize) return {};
    }
    return {};
  }

  std::string in_repository(const std::string& path) const {
    return fmt::format("repos/{}/{}/{}", repository_.owner, repository_.name, path);
  }

  static Result<void> done(const Result<SortedJson>& answer) {
    if (!answer) return tl::unexpected(answer.error());
    return {};
  }

  RepositoryName repository_;
  GhClient gh_;
};

}  // namespace

std::unique_ptr<Forge> github_forge(RepositoryName repository, Patience patience) {
  return std::make_unique<GitHub>(std::move(repository), std::move(patience));
}

}  // namespace mlfix
