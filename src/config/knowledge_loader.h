// Fills the knowledge tables from YAML. docs: the comment at the head of
// config/knowledge/torch.yml says what the tables look like.
#pragma once

#include <filesystem>
#include <string_view>

#include "semantic/knowledge/knowledge.h"
#include "text/error.h"

namespace mlfix {

// The tables that are built into the program. Errors: Internal.
Result<Knowledge> shipped_knowledge();

// Adds the tables of one YAML document, which win over what is there: for the
// value of `knowledge` in mlfix.yaml. `path` is for errors. When it fails,
// `knowledge` holds a part of the document. Errors: Configuration, with a line.
Result<void> extend_knowledge(Knowledge& knowledge, std::string_view yaml,
                              const std::filesystem::path& path);

}  // namespace mlfix
