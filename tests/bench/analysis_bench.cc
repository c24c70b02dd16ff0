// What one file costs, layer by layer, and that it costs in proportion to its
// size. The text is the demo project and all golden programs, one after the
// other: code that the rules have much to say about, so an upper bound rather
// than the usual case. Set MLFIX_BENCH_FILE to measure a file of your own.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <tree_sitter/api.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "config/knowledge_loader.h"
#include "config/settings.h"
#include "engine/file_pipeline.h"
#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"
#include "transforms/registry.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace mlfix {
namespace {

namespace fs = std::filesystem;

std::string read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string programs_of_the_repository() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(MLFIX_SOURCE_DIR "/testdata")) {
    const std::string name = entry.path().string();
    const bool is_output = name.ends_with(".after.py");
    if (name.ends_with(".py") && !is_output) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::string text;
  for (const fs::path& path : paths) text += read_bytes(path) + "\n";
  return text;
}

const std::string& unit() {
  static const std::string text = [] {
    const char* chosen = std::getenv("MLFIX_BENCH_FILE");
    return chosen == nullptr ? programs_of_the_repository() : read_bytes(chosen) + "\n";
  }();
  return text;
}

std::string copies(std::int64_t count) {
  std::string text;
  for (std::int64_t i = 0; i < count; ++i) text += unit();
  return text;
}

void count_bytes(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
  state.SetComplexityN(static_cast<std::int64_t>(text.size()));
}

void tree_sitter_alone(benchmark::State& state) {
  const std::string text = copies(state.range(0));
  const std::unique_ptr<TSParser, void (*)(TSParser*)> parser(ts_parser_new(), ts_parser_delete);
  ts_parser_set_language(parser.get(), tree_sitter_python());
  for ([[maybe_unused]] const auto _ : state) {
    const std::unique_ptr<TSTree, void (*)(TSTree*)> tree(
        ts_parser_parse_string(parser.get(), nullptr, text.data(),
                               static_cast<std::uint32_t>(text.size())),
        ts_tree_delete);
    benchmark::DoNotOptimize(tree.get());
  }
  count_bytes(state, text);
}

void flat_tree(benchmark::State& state) {
  const std::string text = copies(state.range(0));
  Parser parser;
  for ([[maybe_unused]] const auto _ : state) benchmark::DoNotOptimize(parser.parse(text).size());
  count_bytes(state, text);
}

void flat_tree_and_bindings(benchmark::State& state) {
  const std::string text = copies(state.range(0));
  const Knowledge knowledge = shipped_knowledge().value();
  Parser parser;
  for ([[maybe_unused]] const auto _ : state) {
    const SyntaxTree tree = parser.parse(text);
    const SemanticModel model(tree, knowledge);
    benchmark::DoNotOptimize(model.bindings().definition_count());
  }
  count_bytes(state, text);
}

void all_rules(benchmark::State& state) {
  const SourceFile file = make_source_file("bench.py", copies(state.range(0))).value();
  const Registry registry = shipped_registry();
  const Knowledge knowledge = shipped_knowledge().value();
  PipelineOptions options;
  options.rules =
      make_settings(registry, shipped_defaults().value(), empty_config_file(registry), {})
          .value()
          .rules;
  options.apply_safe = false;
  FilePipeline pipeline(registry, knowledge, options);
  for ([[maybe_unused]] const auto _ : state) {
    benchmark::DoNotOptimize(pipeline.run(file).findings.size());
  }
  count_bytes(state, file.text);
}

BENCHMARK(tree_sitter_alone)->RangeMultiplier(2)->Range(1, 8)->Complexity(benchmark::oN);
BENCHMARK(flat_tree)->RangeMultiplier(2)->Range(1, 8)->Complexity(benchmark::oN);
BENCHMARK(flat_tree_and_bindings)->RangeMultiplier(2)->Range(1, 8)->Complexity(benchmark::oN);
BENCHMARK(all_rules)->RangeMultiplier(2)->Range(1, 8)->Complexity(benchmark::oN);

}  // namespace
}  // namespace mlfix
