// How far a configuration file may lead. It may be a stranger's, in a pull
// request, so what it names is read and written in its own repository only; the
// command line may name anything.
#pragma once

#include <filesystem>
#include <optional>

namespace mlfix {

// The folder that a configuration file in `folder` may lead to, links resolved:
// the nearest one, `folder` included, that holds a `.git`, else `folder` itself.
std::filesystem::path reach_of(const std::filesystem::path& folder);

// Whether `target` lies in `reach` (a result of reach_of) when all links are
// followed, and not in git's own folder. What does not exist lies where its folder
// does.
bool is_within_reach(const std::filesystem::path& reach, const std::filesystem::path& target);

// Does it belong to the user, or to root? Whoever else may write above a checkout, as in /tmp,
// has no say in what is done to it.
bool is_ours(const std::filesystem::path& file);

// The folder that a stranger's link takes a file out of, which the user named for us to write:
// the nearest one above it, as it is spelled, that holds a `.git`, else the current one.
// Nothing for a name that stays in that folder, and for one elsewhere: such as /dev/stderr.
std::optional<std::filesystem::path> left_by_link(const std::filesystem::path& named);

// Whether the name is that of a link in such a folder. What it leads to may be a source.
bool is_strangers_link(const std::filesystem::path& named);

}  // namespace mlfix
