// Fills the knowledge tables from YAML. docs: the comment at the head of
// config/knowledge/torch.yml says what the tables look like.
#pragma once

#include <filesystem>

#include "config/yaml_document.h"
#include "text/error.h"

namespace mlfix {

class Knowledge;

// The tables that are built into the program. Errors: Internal.
Result<Knowledge> shipped_knowledge();

// Adds tables, which win over what is there: for the value of `knowledge` in mlfix.yaml.
// `path` is for errors. When it fails, `knowledge` holds a part of the tables. Errors:
// Configuration, with a line.
Result<void> extend_knowledge(Knowledge& knowledge, const YamlNode& tables,
                              const std::filesystem::path& path);

}  // namespace mlfix
