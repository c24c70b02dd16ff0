// A list of repositories, as people and programs write it: an address a line, and after a blank
// the branch, the tag or the commit that is meant. Empty lines, and what begins with `#`, say
// nothing. An address that is listed twice counts once.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fleet/shard.h"
#include "text/error.h"

namespace mlfix {

struct ListedRepository {
  std::string address;
  std::string revision;  // empty: the default branch
  // A folder name for what belongs to it: words of the address, and a digest of all of the entry,
  // so that no two entries have one name. Letters, digits, ".", "_" and "-".
  std::string name;
};

// `path` is what errors name. O(n log n) in the text. Errors: Usage, for a line that is none, or
// an address with a secret in it, which would be shown wherever the address is.
Result<std::vector<ListedRepository>> parse_repository_list(const std::filesystem::path& path,
                                                            std::string_view text);

// Those of one shard; divided by their names, so that an entry stays where it is, in most cases,
// when others come and go.
std::vector<ListedRepository> repositories_of_shard(std::vector<ListedRepository> all,
                                                    const Shard& shard);

}  // namespace mlfix
