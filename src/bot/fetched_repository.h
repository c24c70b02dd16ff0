// The sources of somebody's repository, by its address: of one commit, the files that an
// analysis reads. Nothing of the repository is run, and nothing of it says how it is fetched.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "text/error.h"

namespace mlfix {

struct FetchRequest {
  std::string address;
  std::string revision;            // a branch, a tag, or a commit's id; empty: the default branch
  bool may_be_path = false;        // the address may name a folder of this machine
  std::chrono::seconds time{600};  // that git may take to fetch, each time
  std::uint64_t most_bytes = 2'000'000'000;  // of what is fetched at once, and of all files
};

struct FetchedRepository {
  std::string commit;
  std::size_t files = 0;
  std::uint64_t bytes = 0;   // of the files
  std::size_t left_out = 0;  // files that are too large to be analysed
};

// May `revision` stand in a request?
bool is_revision(std::string_view revision);

// Makes a checkout in `folder`, which is empty or does not exist: git's index lists all files of
// the commit, as in any checkout, and those that an analysis reads are there. Where the remote
// can leave out the content of other files, it is not fetched. Errors: Usage (the revision),
// Refused (the address, as in transport_of; the repository is too large), Unreadable (git failed,
// or took too long), Unwritable.
Result<FetchedRepository> fetch_repository(const FetchRequest& request,
                                           const std::filesystem::path& folder);

}  // namespace mlfix
