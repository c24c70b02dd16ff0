// What a finding is recognised by in another run, after its file was edited.
//
// The fingerprint is the FNV-1a hash (64 bits, 16 hexadecimal digits) of the
// rule's name, the file's path below the root, the qualified name of the scope,
// the statement without its layout, and the number of the finding among those
// that agree in all of that, each ended by a NUL byte. Lines that move, change
// their indentation, are wrapped otherwise or get a comment keep it; a file, function
// or class that gets another name, and a statement that says something else, do
// not. It is written into files that people keep: what it is made of must not
// change without a new version of those files.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "engine/file_pipeline.h"

namespace mlfix {

// `path` relative to `root`, with forward slashes; the absolute path when it is
// not below. With an empty root the path as it is. Touches no file.
std::string fingerprint_path(const std::filesystem::path& path, const std::filesystem::path& root);

// The hash of an identity's other members. Linear in their length.
std::string fingerprint_of(const Identity& identity, std::string_view rule);

// Fills the identities of a file's findings. `findings` are sorted by position,
// and their places are those of the model's text; suppressed ones are counted
// like the others, so that silencing one does not rename its neighbours.
void identify(const SemanticModel& model, const Registry& registry, const std::string& path,
              std::span<FileFinding> findings);

}  // namespace mlfix
