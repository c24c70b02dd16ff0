// Any bytes as mlfix.yaml: a configuration or an error, never a crash.

#include <cstdint>
#include <string_view>

#include "config/knowledge_loader.h"
#include "config/settings.h"
#include "semantic/knowledge/knowledge.h"
#include "transforms/registry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlfix;
  static const Registry registry = shipped_registry();
  static const DefaultTable defaults = shipped_defaults().value();
  static const Knowledge shipped = shipped_knowledge().value();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto file = parse_config_file(text, "mlfix.yaml", registry, defaults);
  if (!file) return 0;
  const auto settings = make_settings(registry, defaults, *file, {});
  Knowledge extended = shipped;
  for (const KnowledgeTables& part : file->knowledge) {
    static_cast<void>(extend_knowledge(extended, part.tables, part.path));
  }
  static_cast<void>(settings);
  return 0;
}
