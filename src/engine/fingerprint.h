// What a finding is recognised by in another run, after its file was edited.
//
// The fingerprint is the FNV-1a hash (64 bits, 16 hexadecimal digits) of the
// rule's name, the file's path below the root, the qualified name of the scope,
// the statement without its layout (of each of these two, when it is longer than
// 4 KiB, the begin and a digest), and the number of the finding among those
// that agree in all of that, each ended by a NUL byte. Lines that move, change
// their indentation, are wrapped otherwise or get a comment keep it; a file, function
// or class that gets another name, and a statement that says something else, do
// not. It is written into files that people keep: what it is made of must not
// change without a new version of those files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "engine/file_pipeline.h"

namespace mlfix {

// `path` relative to `root`, with forward slashes; the absolute path when it is
// not below. With an empty root the path as it is. Touches no file.
std::string fingerprint_path(const std::filesystem::path& path, const std::filesystem::path& root);

// The hash of an identity's other members. Linear in their length.
std::string fingerprint_of(const Identity& identity, std::string_view rule);

// The statement that a finding at `reported` is reported on; of a compound one
// only the header.
TextRange reported_statement(const SyntaxTree& tree, TextRange reported);

// Fills the identities of a file's findings, in the order in which it is asked.
// Suppressed ones are counted like the others, so that silencing one does not
// rename its neighbours.
class Identifier {
 public:
  // `tree` and `registry` must outlive the identifier.
  Identifier(const SyntaxTree& tree, const Registry& registry, std::string path)
      : tree_(&tree), registry_(&registry), path_(std::move(path)) {}

  // The place of `found` is one of the tree's text.
  void identify(FileFinding& found);

 private:
  using Key = std::tuple<std::uint32_t, std::string, std::string>;  // rule, scope, statement
  // Where a statement is, and what it says.
  struct Place {
    std::string scope;
    std::string statement;
  };
  const Place& place_of(TextRange reported);
  const std::string& scope_of(NodeId definition);

  const SyntaxTree* tree_;
  const Registry* registry_;
  std::string path_;
  std::map<NodeId, std::string> scopes_;  // by definition
  NodeId last_statement_ = kNoNode;       // many findings may be in one statement
  Place last_place_;                      // of that statement
  std::map<Key, std::uint32_t> seen_;
};

}  // namespace mlfix
