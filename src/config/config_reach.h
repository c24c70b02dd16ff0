// How far a configuration file may lead. It may be a stranger's, in a pull
// request, so what it names is read and written in its own repository only; the
// command line may name anything.
#pragma once

#include <filesystem>

namespace mlfix {

// The folder that a configuration file in `folder` may lead to, links resolved:
// the nearest one, `folder` included, that holds a `.git`, else `folder` itself.
std::filesystem::path reach_of(const std::filesystem::path& folder);

// Whether `target` lies in `reach` (a result of reach_of) when all links are
// followed, and not in git's own folder. What does not exist lies where its folder
// does.
bool is_within_reach(const std::filesystem::path& reach, const std::filesystem::path& target);

}  // namespace mlfix
