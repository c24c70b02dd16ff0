// Addresses: of repositories, as git writes them, and of lines, as people open
// them; and who speaks to which forge.

#include "bot/forge.h"

#include <fmt/format.h>

#include <utility>

#include "text/paths.h"

namespace mlfix {
namespace {

// "owner/name.git/" below `host`; nothing when a part is missing.
std::optional<RepositoryName> named(std::string_view host, std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.ends_with(".git")) path.remove_suffix(4);
  const std::string_view owner = folder_part(path), name = name_part(path);
  if (host.empty() || owner.empty() || name.empty()) return std::nullopt;
  return RepositoryName{std::string(host), std::string(owner), std::string(name)};
}

std::string_view without_user(std::string_view host) {
  const std::size_t at = host.rfind('@');
  return at == std::string_view::npos ? host : host.substr(at + 1);
}

}  // namespace

std::optional<RepositoryName> parse_repository(std::string_view text) {
  if (text.starts_with("file://")) return std::nullopt;
  const std::size_t scheme = text.find("://");
  if (scheme != std::string_view::npos) {
    const std::string_view rest = text.substr(scheme + 3);
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string_view host = without_user(rest.substr(0, slash));
    // A port belongs to ssh or a proxy; the forge's pages have none of it.
    return named(host.substr(0, host.find(':')), rest.substr(slash));
  }
  const std::size_t colon = text.find(':');
  const std::size_t slash = text.find('/');
  if (colon != std::string_view::npos && colon < slash) {
    return named(without_user(text.substr(0, colon)), text.substr(colon + 1));
  }
  if (text.starts_with('/') || text.starts_with('.') || slash == std::string_view::npos) {
    return std::nullopt;
  }
  const bool with_host = text.find('/', slash + 1) != std::string_view::npos;
  return with_host ? named(text.substr(0, slash), text.substr(slash)) : named("github.com", text);
}

std::string line_link(const RepositoryName& repository, std::string_view commit,
                      std::string_view path, std::optional<std::uint32_t> line) {
  std::string link = fmt::format("https://{}/{}/{}/{}blob/{}/{}", repository.host, repository.owner,
                                 repository.name, is_gitlab(repository) ? "-/" : "", commit,
                                 percent_encoded(path));
  if (line) link += fmt::format("#L{}", *line);
  return link;
}

bool is_gitlab(const RepositoryName& repository) {
  return repository.host.starts_with("gitlab.");
}

Result<std::unique_ptr<Forge>> forge_for(RepositoryName repository, Patience patience) {
  if (is_gitlab(repository)) {
    return tl::unexpected(Error{
        ErrorKind::Usage,
        {},
        0,
        fmt::format("{}/{}/{} is on GitLab, and `mlfix bot run` speaks to GitHub only",
                    repository.host, repository.owner, repository.name),
        "take `mlfix bot plan` and a patch; ci/gitlab-mlfix-bot.yml makes both on a schedule"});
  }
  return github_forge(std::move(repository), std::move(patience));
}

}  // namespace mlfix
