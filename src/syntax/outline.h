// What a module says to other modules: its imports, its functions and classes,
// their methods and bases, and the names it calls.
//
// Read in one pass over the bytes, without parsing, for a fraction of what a tree
// costs (it sees logical lines, not expressions): a run over a folder can afford the outline of
// every file that is imported from somewhere. What an outline does not
// understand is a `Value`, which is to be taken for unknown.
//
// Linear in the text. An outline owns all its strings and is immutable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/text_range.h"

namespace mlfix {

// `from <module> import <name> as <alias>`; without a name `import <module>`.
struct OutlineImport {
  std::string module;  // with its leading dots
  std::string name;    // "" for `import module`

  // What is imported, as one name: "module.name".
  std::string dotted() const;
  friend auto operator<=>(const OutlineImport&, const OutlineImport&) = default;
};

struct OutlineFunction {
  std::string name;
  Offset name_at = 0;       // of the identifier after `def`
  std::int32_t klass = -1;  // of a method: its class; -1 for a function of the module
  bool is_decorated = false;
};

struct OutlineClass {
  std::string name;
  std::vector<std::string> bases;      // dotted names; "" for any other expression
  std::vector<std::uint32_t> methods;  // in source order
  // hash_name of every name that the body binds to something else than a `def`, or deletes.
  std::vector<std::uint32_t> otherwise_bound;
  // Other code may have its say in what the class is: a decorator, a metaclass, `exec` in the body.
  bool is_made_by_code = false;
  TextRange range;  // from `class` to the end of the body
};

// A name that the module binds at its top level, inside `if`, `try` and `with`
// too. A name may be bound several times.
struct OutlineBinding {
  enum class Kind : std::uint8_t { Function, Class, Import, Value };
  std::string name;
  Kind kind = Kind::Value;
  std::uint32_t index = 0;      // of the function, class or import
  bool is_before_star = false;  // a star import below it may bind the name to something else
  friend bool operator==(const OutlineBinding&, const OutlineBinding&) = default;
};

// A function, method or module that is given another meaning from outside: `torch.cat = f`,
// `setattr(Net, "forward", f)`, `patch("pkg.f")`.
struct OutlineReplacement {
  // Dotted; ends in ".*" where it is computed which one, and begins with a dot where the object
  // is no name. What ends in ".__dict__" or ".__setattr__" may be any attribute.
  std::string name;
  bool is_path = false;  // from the top of the import system, not as the file names it
  // The first name on the right side that is not called, or `lambda`; "" where there is none.
  std::string value{};
  friend bool operator==(const OutlineReplacement&, const OutlineReplacement&) = default;
};

struct Outline {
  std::vector<OutlineBinding> bindings;  // sorted by name
  std::vector<OutlineFunction> functions;
  std::vector<OutlineClass> classes;  // those at the top level
  std::vector<OutlineImport> imports;
  std::vector<std::string> stars;  // modules of `from m import *`
  // What is imported anywhere, in functions and by `import_module("m")` too, with the whole names
  // of modules; sorted, unique. A star has no name.
  std::vector<OutlineImport> imported;
  std::vector<OutlineReplacement> replaced;  // what may be one; see meddling.h
  // What imports bring and what is given away as a value then (`put(torch)`).
  std::vector<OutlineImport> handed_out;
  std::vector<std::uint32_t> called_names;   // hash_name of every `name(`, sorted, unique
  std::vector<std::uint32_t> attributes;     // the same of every `.name` that is not called
  std::vector<std::uint32_t> defined_names;  // the same of every `def name`
  bool imports_computed = false;             // `import_module(name)`
  // `getattr(x, name)`; a constant is an attribute, and what arguments were parsed to has none of
  // anybody's.
  bool reads_computed = false;
  bool reads_computed_of_objects = false;  // the same of an x that no import brings
  std::vector<OutlineImport> computed_of;  // the imports that bring the others
  bool is_cut_short = false;               // there was more than an outline holds
  bool differentiates = false;             // mentions backward or autograd
  bool handles_errors = false;             // `except`
};

Outline outline_of(std::string_view text);

// Of a name in Outline::called_names. Different names may have the same.
std::uint32_t hash_name(std::string_view name);

}  // namespace mlfix
