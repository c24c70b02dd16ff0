// What is allowed is listed; everything else is refused.

#include "bot/remote.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <system_error>

#include "bot/redact.h"

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

bool is_outside(const fs::path& path, const fs::path& top) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  const fs::path relative = real.lexically_relative(top);
  return !error && (relative.empty() || *relative.begin() == "..");
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
    return is_outside(address, top) ? std::optional<std::string>("file") : std::nullopt;
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

Result<std::string> transport_of(std::string_view addresses, const fs::path& top) {
  std::string transport;
  while (!addresses.empty()) {
    const std::size_t end = std::min(addresses.find('\n'), addresses.size());
    const std::string_view address = addresses.substr(0, end);
    addresses.remove_prefix(std::min(end + 1, addresses.size()));
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
        "an address is https://host/path, ssh://host/path, user@host:path, or the path of a "
        "repository outside of this one"});
  }
  if (!transport.empty()) return transport;
  return tl::unexpected(Error{ErrorKind::Refused, {}, 0, "the remote has no address", {}});
}

}  // namespace mlfix
