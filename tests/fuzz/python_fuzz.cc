// Any bytes through all rules, with unsafe fixes: nothing may crash, no rule may
// break or undo another, and a second run must find nothing more to do.
//
// Random bytes are hardly ever Python, so half of the mutations move whole lines:
// they are left out, doubled, exchanged or indented anew. That keeps most of the
// programs of the seed corpus (the golden cases) valid and breaks them in the
// ways that fool an analysis.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "config/knowledge_loader.h"
#include "config/settings.h"
#include "engine/file_pipeline.h"
#include "transforms/registry.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace mlfix {
namespace {

struct Shipped {
  Registry registry = shipped_registry();
  Knowledge knowledge = shipped_knowledge().value();
  PipelineOptions options = {
      .rules = make_settings(registry, shipped_defaults().value(), empty_config_file(registry), {})
                   .value()
                   .rules,
      .apply_safe = true,
      .apply_unsafe = true,
      .show_abstained = true};

  Shipped() {
    for (RuleSettings& rule : options.rules) rule.enabled = true;
  }
};

[[noreturn]] void fail(std::string_view what, const std::string& text) {
  std::fprintf(stderr, "%.*s\n%s\n", static_cast<int>(what.size()), what.data(), text.c_str());
  std::abort();
}

FileResult checked_run(FilePipeline& pipeline, std::string text) {
  const auto file = make_source_file("fuzz.py", std::move(text));
  if (!file) return {};
  FileResult result = pipeline.run(*file);
  for (const Error& error : result.errors) {
    if (error.kind == ErrorKind::Internal) fail(error.to_string(), file->text);
  }
  return result;
}

void run(std::string text) {
  static const Shipped shipped;
  static FilePipeline pipeline(shipped.registry, shipped.knowledge, shipped.options);
  const FileResult first = checked_run(pipeline, std::move(text));
  if (!first.changed) return;
  const FileResult second = checked_run(pipeline, first.fixed_text);
  if (second.changed) fail("a second run changes more:", second.fixed_text);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

void change_line(std::vector<std::string>& lines, std::minstd_rand& random) {
  const auto any = [&] {
    return lines.begin() + static_cast<std::ptrdiff_t>(random() % lines.size());
  };
  const auto at = any();
  switch (random() % 5) {
    case 0:
      lines.erase(at);
      break;
    case 1:
      lines.insert(any(), *at);
      break;
    case 2:
      std::swap(*at, *any());
      break;
    case 3:
      at->insert(0, "    ");
      break;
    default:
      if (at->starts_with("    ")) at->erase(0, 4);
  }
}

}  // namespace
}  // namespace mlfix

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mlfix::run(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  std::minstd_rand random(seed);
  if (random() % 2 == 0 || size == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::vector<std::string> lines = mlfix::lines_of({reinterpret_cast<const char*>(data), size});
  for (auto i = random() % 4 + 1; i > 0 && !lines.empty(); --i) mlfix::change_line(lines, random);
  std::string text;
  for (const std::string& line : lines) text += line;
  const std::size_t kept = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), kept);
  return kept;
}
