#include "lsp/uri.h"

#include <cctype>

#include "text/paths.h"

namespace mlfix::lsp {
namespace {

constexpr std::string_view kScheme = "file://";

std::optional<unsigned> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower >= 'a' && lower <= 'f') return static_cast<unsigned>(lower - 'a') + 10;
  return std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> path_of_uri(std::string_view uri) {
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with("localhost/")) uri.remove_prefix(uri.find('/'));
  if (!uri.starts_with('/')) return std::nullopt;
  std::string path;
  for (std::size_t at = 0; at < uri.size(); ++at) {
    if (uri[at] != '%') {
      path += uri[at];
      continue;
    }
    if (at + 2 >= uri.size()) return std::nullopt;
    const auto high = digit(uri[at + 1]);
    const auto low = digit(uri[at + 2]);
    if (!high || !low || (*high == 0 && *low == 0)) return std::nullopt;
    path += static_cast<char>(*high * 16 + *low);
    at += 2;
  }
  return std::filesystem::path(path).lexically_normal();
}

std::string uri_of_path(const std::filesystem::path& path) {
  return std::string(kScheme) + percent_encoded(path.generic_string());
}

}  // namespace mlfix::lsp
