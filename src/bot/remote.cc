// What is allowed is listed; everything else is refused.

#include "bot/remote.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <system_error>

#include "bot/redact.h"
#include "text/characters.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

bool is_alnum(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// Letters and digits, and `others`; a letter or digit first.
bool is_made_of(std::string_view text, std::string_view others) {
  return !text.empty() && is_alnum(text.front()) && std::ranges::all_of(text, [&](char c) {
    return is_alnum(c) || others.find(c) != std::string_view::npos;
  });
}

bool is_name(std::string_view name) {
  return is_made_of(name, "._-/") && !name.ends_with('/') && !name.ends_with('.') &&
         !name.ends_with(".lock") && name.find("..") == std::string_view::npos &&
         name.find("//") == std::string_view::npos && name.find("/.") == std::string_view::npos;
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

// "host", "host:8080" or "[::1]"; who logs in has been taken off.
bool is_host(std::string_view host) {
  if (host.starts_with('[')) host.remove_prefix(1);
  return is_made_of(host, ".-_:]") || host.starts_with("::1]");
}

// "user:password@host" and the like.
bool is_authority(std::string_view text) {
  const std::size_t at = text.rfind('@');
  const std::string_view host = at == std::string_view::npos ? text : text.substr(at + 1);
  return is_host(host) && !text.starts_with('-');
}

// What a repository may say in the sections that git reads when it speaks to a remote.
// `keys` has a blank around each.
struct RemoteSection {
  std::string_view name;
  std::string_view keys;
};

constexpr std::array<RemoteSection, 11> kRemoteSections = {{
    // Hooks, monitor and pager are switched off in all that we ask of git, and no editor starts.
    {"core",
     " abbrev attributesfile autocrlf bare bigfilethreshold checkroundtripencoding checkstat "
     "commentchar commentstring commitgraph compression createobject deltabasecachelimit editor "
     "eol excludesfile filemode filesreflocktimeout fscache fsmonitor fsmonitorhookversion fsync "
     "fsyncmethod fsyncobjectfiles hidedotfiles hookspath ignorecase ignorestat lockfilepid "
     "logallrefupdates longpaths loosecompression maxtreedepth multipackindex notesref "
     "packedgitlimit packedgitwindowsize packedrefstimeout pager precomposeunicode "
     "prefersymlinkrefs preloadindex protecthfs protectntfs quotepath repositoryformatversion "
     "safecrlf sharedrepository sparsecheckout sparsecheckoutcone splitindex symlinks trustctime "
     "untrackedcache usereplacerefs warnambiguousrefs whitespace worktree "},
    {"remote",
     " fetch followremotehead lfspushurl lfsurl mirror partialclonefilter promisor prune "
     "prunetags push pushdefault pushurl skipdefaultupdate skipfetchall tagopt url "},
    {"http", " extraheader postbuffer version "},
    {"fetch",
     " all negotiationalgorithm output parallel prune prunetags recursesubmodules "
     "showforcedupdates unpacklimit writecommitgraph "},
    {"push", " autosetupremote default followtags gpgsign recursesubmodules useforceifincludes "},
    {"transfer", " fsckobjects hiderefs unpacklimit "},
    {"protocol", " version "},
    {"url", ""},
    {"credential", ""},
    {"ssh", ""},
    {"hook", ""},
}};

bool is_foreign(std::string_view name) {
  const std::string_view section = name.substr(0, name.find('.'));
  const auto known = std::ranges::find(kRemoteSections, section, &RemoteSection::name);
  if (known == kRemoteSections.end()) return false;
  const std::string_view key = name.substr(name.rfind('.') + 1);
  // No key of git's has a hyphen; other programs keep theirs beside a remote.
  if (section == "remote" && key.find('-') != std::string_view::npos) return false;
  return known->keys.find(fmt::format(" {} ", key)) == std::string_view::npos;
}

bool is_plain_path(const fs::path& path) {
  return path == path.lexically_normal();
}

bool is_outside(const fs::path& path, const fs::path& top) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return !error && !is_below(real, top);
}

std::optional<std::string> transport_of_one(std::string_view address, const fs::path& top) {
  if (address.empty() || has_control(address)) return std::nullopt;
  if (address.find("::") < address.find('/')) return std::nullopt;  // "ext::…"
  for (const std::string_view scheme : {"https", "ssh"}) {
    const std::string prefix = fmt::format("{}://", scheme);
    if (!address.starts_with(prefix)) continue;
    address.remove_prefix(prefix.size());
    const bool fine = is_authority(address.substr(0, address.find('/')));
    return fine ? std::optional<std::string>(scheme) : std::nullopt;
  }
  constexpr std::string_view kFile = "file://";
  if (address.starts_with(kFile)) address.remove_prefix(kFile.size());
  if (address.starts_with('/')) {
    return is_plain_path(address) && is_outside(address, top) ? std::optional<std::string>("file")
                                                              : std::nullopt;
  }
  if (address.find("://") != std::string_view::npos) return std::nullopt;
  const std::size_t colon = address.find(':');
  const bool scp = colon != std::string_view::npos && colon < address.find('/') &&
                   is_authority(address.substr(0, colon)) && colon + 1 < address.size() &&
                   address[colon + 1] != '-';
  return scp ? std::optional<std::string>("ssh") : std::nullopt;
}

}  // namespace

bool is_remote_name(std::string_view name) {
  return is_name(name);
}

bool is_branch_name(std::string_view name) {
  return is_name(name);
}

std::optional<Error> problem_of_names(const BotSettings& settings) {
  const auto wrong = [](std::string_view key, std::string_view value, std::string_view what) {
    return Error{
        ErrorKind::Usage,
        {},
        0,
        fmt::format("bot.{} in mlfix.yaml can't name a {}: \"{}\"", key, what, value),
        fmt::format("use the name of a {} of this clone: letters, digits, ., _, - and /", what)};
  };
  if (!is_remote_name(settings.remote)) return wrong("remote", settings.remote, "remote");
  if (settings.base.empty() || is_branch_name(settings.base)) return std::nullopt;
  return wrong("base", settings.base, "branch");
}

std::optional<std::string> foreign_setting(const std::vector<GitSetting>& settings) {
  const auto found = std::ranges::find_if(
      settings, [](const GitSetting& s) { return !s.is_users && is_foreign(s.name); });
  return found == settings.end() ? std::nullopt : std::optional(found->name);
}

bool is_path_of_user(const std::vector<GitSetting>& settings, std::string_view remote,
                     std::string_view address) {
  constexpr std::string_view kUrl = "url.";
  const auto names_it = [&](const GitSetting& setting) {
    const std::string_view name = setting.name;
    if (!setting.is_users) return false;
    if (name == fmt::format("remote.{}.url", remote) ||
        name == fmt::format("remote.{}.pushurl", remote)) {
      return setting.value == address;
    }
    const bool stands_in = name.ends_with(".insteadof") || name.ends_with(".pushinsteadof");
    if (!name.starts_with(kUrl) || !stands_in) return false;
    const std::size_t end = name.rfind('.');
    return end > kUrl.size() && address.starts_with(name.substr(kUrl.size(), end - kUrl.size()));
  };
  return std::ranges::any_of(settings, names_it);
}

Result<std::string> transport_of(std::string_view addresses, const fs::path& top) {
  std::string transport;
  while (!addresses.empty()) {
    const std::string_view address = take_until(addresses, '\n');
    const auto one = transport_of_one(address, top);
    if (one && (transport.empty() || transport == *one)) {
      transport = *one;
      continue;
    }
    return tl::unexpected(Error{
        ErrorKind::Refused,
        {},
        0,
        fmt::format("mlfix does not speak to the remote at {}", redacted(std::string(address))),
        "an address is https://host/path, ssh://host/path, user@host:path, or a path outside "
        "of this repository that your own configuration names"});
  }
  if (!transport.empty()) return transport;
  return tl::unexpected(Error{ErrorKind::Refused, {}, 0, "the remote has no address", {}});
}

}  // namespace mlfix
