// Addresses of files as the protocol writes them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mlfix::lsp {

// The absolute path of a "file:" address on this machine; nothing for any other.
std::optional<std::filesystem::path> path_of_uri(std::string_view uri);

// `path` must be absolute.
std::string uri_of_path(const std::filesystem::path& path);

}  // namespace mlfix::lsp
