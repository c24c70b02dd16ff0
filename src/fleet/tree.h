// The files of a run, as all of its shards see them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fleet/partition.h"

namespace mlfix {

// The files by their names below `root`, and their sizes. A file that can't be asked for
// its size weighs nothing.
std::vector<ShardItem> shard_items(const std::vector<std::filesystem::path>& files,
                                   const std::filesystem::path& root);

// Changes when a file comes, goes, gets another name, or another byte; not with the folder
// that the files lie in. `items` are those of `files`. Reads all files once; not
// cryptographic.
std::string tree_digest(const std::vector<std::filesystem::path>& files,
                        const std::vector<ShardItem>& items);

}  // namespace mlfix
