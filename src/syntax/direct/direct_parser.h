// Reads common Python straight into the arrays of a SyntaxTree, without tree-sitter.
//
// tree-sitter reads any text and recovers from any error; for that it pays with most of what a
// run costs. Most files need neither. Here they are read by recursive descent in a tenth of the
// instructions, and the result is the tree that tree-sitter's would be copied into, to the byte
// (tests/direct_parser_test.cc holds one against the other, on the programs of testdata and on
// what is made of them at random). Whatever is rare, old, ambiguous, deep or wrong is not read
// at all, and is tree-sitter's: `match` statements, `print` without parentheses, names beyond
// ASCII, carriage returns, and every text with an error.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

// The side arrays of a SyntaxTree while they grow.
struct FlatTree {
  std::vector<TextRange> comments, continuations, strings, errors;
  std::uint32_t depth = 0;
  Offset deepest = 0;
};

// Fills `nodes` and `flat` with the tree of `source`, and gives true; or gives false, and leaves
// in them what nobody should look at. Linear in the text, and at most a few hundred frames deep.
// Keeps nothing.
bool read_directly(std::string_view source, std::vector<Node>& nodes, FlatTree& flat);

}  // namespace mlfix
