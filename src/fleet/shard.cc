// Each scheduler is a function that gives nothing when its variables are not there,
// and an error when they make no shard: a wrong guess would leave files out unseen.

#include "fleet/shard.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace mlfix {
namespace {

using Found = std::optional<Result<Shard>>;

std::optional<unsigned> whole_number(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && !text.empty() ? std::optional(number) : std::nullopt;
}

std::optional<unsigned> number_in(const Variables& variables, const std::string& name) {
  const auto text = variables(name);
  return text ? whole_number(*text) : std::nullopt;
}

Error problem(std::string message) {
  return {ErrorKind::Usage,
          {},
          0,
          std::move(message),
          "say which part this is: --shard 3/8, or MLFIX_SHARD=3/8 in the environment"};
}

// `at` counts from 0.
Result<Shard> shard_at(std::optional<unsigned> at, std::optional<unsigned> count,
                       std::string_view source) {
  if (at && count && *count <= kMostShards && *at < *count) return Shard{*at + 1, *count};
  return tl::unexpected(problem(fmt::format("the variables of {} name no shard", source)));
}

Found of_own_variable(const Variables& variables) {
  const auto text = variables("MLFIX_SHARD");
  if (!text) return std::nullopt;
  if (const auto shard = parse_shard(*text)) return *shard;
  return tl::unexpected(problem(fmt::format("MLFIX_SHARD is no shard: \"{}\"", *text)));
}

Found of_slurm(const Variables& variables) {
  if (!variables("SLURM_ARRAY_TASK_ID")) return std::nullopt;
  const auto id = number_in(variables, "SLURM_ARRAY_TASK_ID");
  if (variables("MLFIX_SHARDS")) {
    return shard_at(id, number_in(variables, "MLFIX_SHARDS"), "Slurm, with MLFIX_SHARDS,");
  }
  const unsigned first = number_in(variables, "SLURM_ARRAY_TASK_MIN").value_or(0);
  const unsigned step = number_in(variables, "SLURM_ARRAY_TASK_STEP").value_or(1);
  const bool fits = id && step > 0 && *id >= first && (*id - first) % step == 0;
  return shard_at(fits ? std::optional((*id - first) / step) : std::nullopt,
                  number_in(variables, "SLURM_ARRAY_TASK_COUNT"), "Slurm");
}

Found of_kubernetes(const Variables& variables) {
  if (!variables("JOB_COMPLETION_INDEX")) return std::nullopt;
  return shard_at(number_in(variables, "JOB_COMPLETION_INDEX"),
                  number_in(variables, "MLFIX_SHARDS"), "Kubernetes, with MLFIX_SHARDS,");
}

Found of_gitlab(const Variables& variables) {
  if (!variables("CI_NODE_INDEX")) return std::nullopt;
  const auto number = number_in(variables, "CI_NODE_INDEX");
  const bool fits = number && *number > 0;
  return shard_at(fits ? std::optional(*number - 1) : std::nullopt,
                  number_in(variables, "CI_NODE_TOTAL"), "GitLab");
}

}  // namespace

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = whole_number(text.substr(0, slash));
  const auto count = whole_number(text.substr(slash + 1));
  const bool fits = number && count && *number > 0 && *number <= *count && *count <= kMostShards;
  return fits ? std::optional(Shard{*number, *count}) : std::nullopt;
}

std::string to_string(const Shard& shard) {
  return fmt::format("{}/{}", shard.number, shard.count);
}

Result<Shard> shard_of_environment(const Variables& variables) {
  for (const auto look : {of_own_variable, of_slurm, of_kubernetes, of_gitlab}) {
    if (auto found = look(variables)) return std::move(*found);
  }
  return tl::unexpected(problem("no scheduler says which shard this is"));
}

}  // namespace mlfix
