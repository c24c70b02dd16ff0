// What the bot needs of a forge, and nothing that only one of them has.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/error.h"

namespace mlfix {

// Where a repository lives.
struct RepositoryName {
  std::string host;   // "github.com"
  std::string owner;  // may hold slashes where the forge has nested groups
  std::string name;
  friend bool operator==(const RepositoryName&, const RepositoryName&) = default;
};

// "owner/name", "host/owner/name", or the address of a remote (https, ssh, or
// user@host:path); what is before an @ is dropped. Nothing for an address
// without a host, such as a folder.
std::optional<RepositoryName> parse_repository(std::string_view text);

// Whether the host's name says so: "gitlab.com", "gitlab.example.org".
bool is_gitlab(const RepositoryName& repository);

// The address of a line of a file at a commit.
std::string line_link(const RepositoryName& repository, std::string_view commit,
                      std::string_view path, std::optional<std::uint32_t> line);

enum class PullState : std::uint8_t { Open, Closed, Merged };

struct PullRequest {
  std::uint64_t number = 0;
  std::string branch;
  PullState state = PullState::Open;
  std::string title;
  std::string body;
  std::string url;
};

struct PullDraft {
  std::string branch;
  std::string base;
  std::string title;
  std::string body;
};

// Each call is repeated while the forge says that it is busy, as far as the
// patience goes; after an Error everything may be tried again. Errors:
// Unreadable, with what the forge said, and never with a secret.
class Forge {
 public:
  Forge() = default;
  Forge(const Forge&) = delete;
  Forge& operator=(const Forge&) = delete;
  virtual ~Forge() = default;

  // All pull requests from `branches` of this repository, in whatever state.
  virtual Result<std::vector<PullRequest>> pull_requests(
      const std::vector<std::string>& branches) = 0;
  // The new one; the open one of that branch with this content when it exists.
  virtual Result<PullRequest> create(const PullDraft& draft) = 0;
  virtual Result<void> edit(std::uint64_t number, const std::string& title,
                            const std::string& body) = 0;
  virtual Result<void> close(std::uint64_t number, const std::string& body) = 0;
  virtual Result<void> add_labels(std::uint64_t number, const std::vector<std::string>& labels) = 0;
  // Teams are written "organisation/team".
  virtual Result<void> request_reviews(std::uint64_t number,
                                       const std::vector<std::string>& reviewers) = 0;
};

// The longest description that every forge takes, in bytes. GitHub's limit is
// 65,536 characters, the lowest of those that are supported.
inline constexpr std::size_t kLongestBody = 65'000;

// How long to wait for a forge that is busy or broken.
struct Patience {
  std::chrono::seconds total{120};  // all waits of one call together
  int attempts = 6;
  std::function<void(std::chrono::milliseconds)> sleep;  // default: really sleeps
  std::function<void(const std::string&)> tell;          // what is waited for, and how long
};

// GitHub through `gh`, which finds the token itself.
std::unique_ptr<Forge> github_forge(RepositoryName repository, Patience patience);

// The forge that has the repository. Error: Usage for a kind that nothing here
// speaks to.
Result<std::unique_ptr<Forge>> forge_for(RepositoryName repository, Patience patience);

}  // namespace mlfix
