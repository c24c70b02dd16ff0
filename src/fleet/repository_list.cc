#include "fleet/repository_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "fleet/partition.h"
#include "text/characters.h"
#include "text/digest.h"

namespace mlfix {
namespace {

// Long enough to know a repository by, short enough for any file system.
constexpr std::size_t kMostOfName = 80;

std::string name_of(const ListedRepository& entry) {
  std::string_view path = entry.address;
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.ends_with(".git")) path.remove_suffix(4);
  std::string name;
  for (const char c : path.substr(std::min(path.size(), path.find("://") + 1))) {
    const bool plain = is_letter(c) || is_digit(c) || c == '.' || c == '_' || c == '-';
    if (plain && !(name.empty() && c == '.')) name += c;
    if (!plain && !name.empty() && !name.ends_with('+')) name += '+';
  }
  if (name.size() > kMostOfName) name.erase(0, name.size() - kMostOfName);
  while (name.starts_with('.') || name.starts_with('+')) name.erase(0, 1);
  return fmt::format("{}-{}", name, digest(entry.address + " " + entry.revision));
}

// "https://token@host/", "ssh://user:password@host/". A user alone is no secret where there is
// no password, as in "ssh://git@host/" and "git@host:path".
bool holds_secret(std::string_view address) {
  const std::size_t scheme = address.find("://");
  if (scheme == std::string_view::npos) return false;
  const bool is_ssh = address.starts_with("ssh://");
  address.remove_prefix(scheme + 3);
  const std::string_view authority = address.substr(0, address.find('/'));
  const std::size_t at = authority.rfind('@');
  if (at == std::string_view::npos) return false;
  return !is_ssh || authority.substr(0, at).find(':') != std::string_view::npos;
}

std::string_view next_word(std::string_view& line) {
  line = trimmed(line, " \t\r");
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(word.size());
  return word;
}

}  // namespace

Result<std::vector<ListedRepository>> parse_repository_list(const std::filesystem::path& path,
                                                            std::string_view text) {
  std::vector<ListedRepository> result;
  std::set<std::string> names;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    std::string_view line = take_until(text, '\n');
    const auto wrong = [&](std::string what, std::string remedy) {
      return tl::unexpected(
          Error{ErrorKind::Usage, path.string(), number, std::move(what), std::move(remedy)});
    };
    ListedRepository entry;
    entry.address = next_word(line);
    if (entry.address.empty() || entry.address.starts_with('#')) continue;
    entry.revision = next_word(line);
    if (!next_word(line).empty()) {
      return wrong("more than an address and a revision", "write each repository on its own line");
    }
    if (holds_secret(entry.address)) {
      return wrong("the address holds a user or a password",
                   "leave it to git: a credential helper, or an SSH key");
    }
    entry.name = name_of(entry);
    if (names.insert(entry.name).second) result.push_back(std::move(entry));
  }
  return result;
}

std::vector<ListedRepository> repositories_of_shard(std::vector<ListedRepository> all,
                                                    const Shard& shard) {
  std::vector<ShardItem> items;
  items.reserve(all.size());
  // How large each is, nobody knows before it is fetched.
  for (const ListedRepository& entry : all) items.push_back({entry.name, 1});
  const std::vector<unsigned> shards = partition(items, shard.count);
  std::vector<ListedRepository> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (shards[i] + 1 == shard.number) result.push_back(std::move(all[i]));
  }
  return result;
}

}  // namespace mlfix
