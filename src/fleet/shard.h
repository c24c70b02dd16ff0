// One part of a run that several processes share.
//
// Which part a process has is said by the command line (`3/8`), or by the variables
// that schedulers set for the tasks of an array.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "text/error.h"

namespace mlfix {

// More parts than this are a slip of the fingers.
inline constexpr unsigned kMostShards = 10'000;

struct Shard {
  unsigned number = 1;  // from 1
  unsigned count = 1;   // at most kMostShards
  friend bool operator==(const Shard&, const Shard&) = default;
};

// "3/8". Nothing for a text that is no shard.
std::optional<Shard> parse_shard(std::string_view text);

// "3/8"
std::string to_string(const Shard& shard);

// The value of a variable of the environment; nothing when it is not set.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;

// The shard that the environment says this process is, from the first of these that
// is there:
//   MLFIX_SHARD                                3/8, for schedulers without names of their own
//   SLURM_ARRAY_TASK_ID, _MIN, _STEP, _COUNT   an array of Slurm; where MLFIX_SHARDS is set,
//                                              that is the count, and ids count from 0
//   JOB_COMPLETION_INDEX and MLFIX_SHARDS      an indexed Job of Kubernetes, from 0
//   CI_NODE_INDEX, CI_NODE_TOTAL               `parallel` of GitLab, from 1
// Errors: Usage, when there is none, or what is there is no shard.
Result<Shard> shard_of_environment(const Variables& variables);

}  // namespace mlfix
