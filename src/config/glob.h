// Globs, for the names of rules and for paths. Pure functions.
#pragma once

#include <string_view>

namespace mlfix {

// `*` any run of characters, `?` one character, `[abc]`, `[a-z]`, `[!a]` one of
// a set. Nothing else is special.
bool glob_matches(std::string_view glob, std::string_view text);

// Whether `path` (relative, forward slashes) is meant by `glob`, read as
// .gitignore reads a line: `*` and `?` stop at a slash and `**` does not; a glob
// without a slash matches the name of the file or of any folder above it; one
// that matches a folder matches all that is in it; a slash at the start or in
// the middle anchors it to the folder of the configuration file.
bool path_glob_matches(std::string_view glob, std::string_view path);

}  // namespace mlfix
