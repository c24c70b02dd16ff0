// Code that takes a hand in other code: names then don't mean what they say.
#pragma once

#include <cstdint>
#include <string_view>

#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project_entity.h"
#include "syntax/outline.h"

namespace mlfix {

class Project;

enum class Meddling : std::uint8_t {
  None,
  ReplacesCode,  // puts something else in the place of a function, method or module
  ReadsNames,    // reads names of code that runs, through its frame or its module
  RunsBeside,    // runs code between the statements of other code
};

// What the file does to code of others. With the project, where it is one of its files, what it
// replaces is looked for there as well.
Meddling meddling_of(const Knowledge& knowledge, const Outline& outline,
                     const Project* project = nullptr, FileIndex file = kNoFile);

// "a file of the program …"
std::string_view describe(Meddling meddling);

}  // namespace mlfix
