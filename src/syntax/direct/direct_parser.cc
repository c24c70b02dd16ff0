// A recursive descent with one token of lookahead. What is not understood throws Unread, which
// never leaves this file.

#include "syntax/direct/direct_parser.h"

#include <cstring>

#include "syntax/direct/statements.h"

namespace mlfix {

bool read_directly(std::string_view source, std::vector<Node>& nodes, FlatTree& flat) {
  // What the grammar has words of its own for, and nobody who writes Python today.
  if (source.starts_with("\xEF\xBB\xBF") || source.find('\r') != source.npos ||
      source.find('\f') != source.npos || std::memchr(source.data(), 0, source.size()) != nullptr) {
    return false;
  }
  try {
    direct::StatementReader(source, flat).read_module(nodes);
    return true;
  } catch (const direct::Unread&) {
    return false;
  }
}

}  // namespace mlfix
