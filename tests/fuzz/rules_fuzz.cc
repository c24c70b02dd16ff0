// Any bytes as a file of rules: rules or an error, never a crash; and rules that are right do
// what they do on a program without harm.

#include <cstdint>
#include <string>
#include <string_view>

#include "config/knowledge_loader.h"
#include "config/rule_file.h"
#include "engine/file_pipeline.h"
#include "semantic/knowledge/knowledge.h"
#include "text/source_file.h"

namespace {

// Something of everything that a pattern can match.
constexpr std::string_view kProgram = R"(import torch
from torch import nn, load as read

class Net(nn.Module):
    @torch.no_grad()
    def forward(self, x, *rest, scale=1.0, **more):
        self.total = self.total + x[1:, ::2] * scale
        for i, (a, b) in enumerate(zip(x, rest)):
            if i % 10 and not a:
                continue
            with open("f", 'w') as f, torch.no_grad():
                f.write(f"{a!r:>10} {b}")
        return [y for y in x if y is not None], {1: 2, **more}, lambda z: z + 1

def train(model, loader, optimizer):
    losses = []
    for batch in loader:
        loss = model(batch, k=1, *losses).sum()
        loss.backward()
        optimizer.step()
        losses.append(loss); print(loss, end="")
    try:
        return read("a.pt")
    except (OSError, ValueError) as e:
        raise RuntimeError from e
    finally:
        del losses
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlfix;
  static const Knowledge knowledge = shipped_knowledge().value();
  static const SourceFile program = make_source_file("a.py", std::string(kProgram)).value();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto file = parse_rule_file(text, "rules.yaml");
  if (!file) return 0;
  const Registry registry(std::move(file->rules));
  PipelineOptions options;
  options.rules.resize(registry.rules().size());
  options.apply_unsafe = true;
  FilePipeline pipeline(registry, knowledge, options);
  const FileResult result = pipeline.run(program);
  // A template that the guard has to stop is a mistake of ours; one that the rule finds again
  // is the rule's.
  for (const Error& error : result.errors) {
    const bool found_again = error.message.find("do not come to an end") != std::string::npos;
    const bool stopped = error.message.find("fix") != std::string::npos;
    if (error.kind == ErrorKind::Internal && stopped && !found_again) {
      __builtin_trap();
    }
  }
  return 0;
}
