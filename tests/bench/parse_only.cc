// The yardstick of scripts/benchmark: does to a folder what mlfix cannot do
// without, and nothing else. It finds the same files, reads them, and lets bare
// tree-sitter parse each; what mlfix costs is measured as a multiple of that.
//
// With --flatten the parser of mlfix runs instead, which copies each tree into
// its flat array. One thread, so that its CPU time is that of the work alone.

#include <fmt/format.h>
#include <tree_sitter/api.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/discovery.h"
#include "syntax/parser.h"
#include "text/source_file.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace mlfix {
namespace {

struct Total {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t nodes = 0;
};

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

class BareParser {
 public:
  BareParser() : parser_(ts_parser_new()) {
    ts_parser_set_language(parser_.get(), tree_sitter_python());
  }

  std::uint64_t parse(std::string_view text) const {
    const std::unique_ptr<TSTree, TreeDeleter> tree(ts_parser_parse_string(
        parser_.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
    return ts_node_descendant_count(ts_tree_root_node(tree.get()));
  }

 private:
  std::unique_ptr<TSParser, ParserDeleter> parser_;
};

class FlatParser {
 public:
  std::uint64_t parse(std::string_view text) { return parser_.parse(text).size(); }

 private:
  Parser parser_;
};

template <typename Parse>
Total parse_all(const std::vector<std::filesystem::path>& files, Parse parse) {
  Total total;
  for (const auto& path : files) {
    const Result<SourceFile> file = read_source_file(path);
    if (!file) continue;
    ++total.files;
    total.bytes += file->text.size();
    total.nodes += parse.parse(file->text);
  }
  return total;
}

int run(const std::vector<std::string_view>& arguments) {
  bool flatten = false;
  std::vector<std::filesystem::path> paths;
  for (const std::string_view argument : arguments) {
    if (argument == "--flatten") {
      flatten = true;
    } else {
      paths.emplace_back(argument);
    }
  }
  if (paths.empty()) {
    fmt::print(stderr, "usage: parse_only [--flatten] PATH...\n");
    return 2;
  }
  const Discovery found = discover(paths);
  const Total total =
      flatten ? parse_all(found.files, FlatParser()) : parse_all(found.files, BareParser());
  fmt::print("{} files, {} bytes, {} nodes\n", total.files, total.bytes, total.nodes);
  return 0;
}

}  // namespace
}  // namespace mlfix

int main(int argc, char** argv) {
  return mlfix::run({argv + 1, argv + argc});
}
