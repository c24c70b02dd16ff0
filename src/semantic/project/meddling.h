// Code that interferes with other code: names then don't mean what they say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/project_entity.h"
#include "syntax/outline.h"

namespace mlfix {

class Project;
class Knowledge;

enum class Meddling : std::uint8_t {
  None,
  ReplacesCode,  // puts something else in the place of a function, method or module
  ReadsNames,    // reads names of code that runs, through its frame or its module
  RunsBeside,    // runs code between the statements of other code
  BringsUnseen,  // imports code that is no file of the run, and that no table knows
};

struct Meddler {
  Meddling how = Meddling::None;
  std::string import;  // of BringsUnseen: the module, as the file names it

  explicit operator bool() const { return how != Meddling::None; }
};

// Names after a dot that stand for code, and modules: of the libraries that the tables describe,
// and of functions and classes that outlines list.
class NamesOfCode {
 public:
  explicit NamesOfCode(const Knowledge& knowledge);
  void add_functions(const Outline& outline);
  void sort();

  bool has_function(std::string_view name) const;
  bool has_method(std::string_view name) const;  // or a function of an outline
  bool has_package(std::string_view dotted) const;

 private:
  std::vector<std::uint32_t> functions_;  // hashes; sorted, once sort() has run
  std::vector<std::uint32_t> methods_;
  std::vector<std::uint32_t> packages_;
};

// What the text of the file does to code of others, whatever it imports. With the project, where
// it is one of its files, what it replaces is looked for there as well.
Meddling meddling_of(const Knowledge& knowledge, const NamesOfCode& names, const Outline& outline,
                     const Project* project = nullptr, FileIndex file = kNoFile);

// The first import that leads to no file of the project, and of which no table says that it leaves
// the code of others alone.
std::optional<std::string> unseen_import(const Knowledge& knowledge, const Outline& outline,
                                         const Project* project = nullptr,
                                         FileIndex file = kNoFile);

// Of a file that is in no project.
Meddler meddling_of(const Knowledge& knowledge, const Outline& outline);

// "a file of the program …"
std::string describe(const Meddler& meddler);

}  // namespace mlfix
