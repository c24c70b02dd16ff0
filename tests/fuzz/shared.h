// What the fuzz targets that run rules have in common: all rules with unsafe
// fixes, a way to fail, and the mutation of programs.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include "config/knowledge_loader.h"
#include "config/settings.h"
#include "engine/file_pipeline.h"
#include "fuzz/lines.h"
#include "semantic/knowledge/knowledge.h"
#include "transforms/registry.h"

// libFuzzer's own mutations: of bytes, with words of the dictionary.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace mlfix::fuzz {

struct Shipped {
  Registry registry = shipped_registry();
  Knowledge knowledge = shipped_knowledge().value();
  PipelineOptions options;

  Shipped() {
    options.rules =
        make_settings(registry, shipped_defaults().value(), empty_config_file(registry), {})
            .value()
            .rules;
    options.apply_unsafe = true;
    options.show_abstained = true;
    for (RuleSettings& rule : options.rules) rule.enabled = true;
  }
};

[[noreturn]] inline void fail(std::string_view what, const std::string& text) {
  std::fprintf(stderr, "%.*s\n%s\n", static_cast<int>(what.size()), what.data(), text.c_str());
  std::abort();
}

// Runs all rules. A fix that the engine had to withdraw is a failure, too.
inline FileResult checked_run(const SourceFile& file) {
  static const Shipped shipped;
  static FilePipeline pipeline(shipped.registry, shipped.knowledge, shipped.options);
  FileResult result = pipeline.run(file);
  for (const Error& error : result.errors) {
    if (error.kind == ErrorKind::Internal) fail(error.to_string(), file.text);
  }
  return result;
}

// Half of the mutations are of bytes, half of lines; the new size.
inline std::size_t mutate_program(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                  unsigned seed) {
  std::minstd_rand random(seed);
  if (random() % 2 == 0 || size == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string text = with_changed_lines({reinterpret_cast<const char*>(data), size}, random);
  const std::size_t kept = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), kept);
  return kept;
}

}  // namespace mlfix::fuzz
