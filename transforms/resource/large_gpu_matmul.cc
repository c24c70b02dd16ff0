// Points at products of matrices that need a large part of a GPU's memory.
//
//     a = torch.randn(20000, 20000, device="cuda")
//     b = torch.randn(20000, 20000, device="cuda")
//     c = torch.matmul(a, b)
//         ------------------   1.6 GB for each of the three
//
// Fires when    the sizes of both operands are literal numbers, they are on a
//               GPU, and together with the result they take more than
//               `max-megabytes`.
// Stays silent  for sizes that can't be read off, operands on the CPU, and when
//               neither operand is certainly meant for a GPU.
// Safe when     there is no fix: on the CPU the product takes minutes and the
//               result is on another device, and only the author knows whether
//               blocks or half precision would do.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/literal_tensor.h"

namespace mlfix::large_gpu_matmul {
namespace {

constexpr std::int64_t kMegabyte = 1'000'000;

struct Operands {
  NodeId left = kNoNode;
  NodeId right = kNoNode;
};

std::optional<Operands> operands_of_call(const Context& c, NodeId call) {
  const auto arguments = c.model.arguments(call);
  const std::string name = c.model.qualified_text(c.tree.child(call, Field::Function));
  if (c.model.means(Meaning::Multiplies, name)) {
    if (arguments.size() < 2) return std::nullopt;
    return Operands{arguments[0], arguments[1]};
  }
  const std::string_view method = c.model.method_name(call);
  if (!c.model.means(Meaning::MultipliesReceiver, method) || arguments.empty()) {
    return std::nullopt;
  }
  return Operands{c.model.receiver_of_call(call, method), arguments[0]};
}

std::optional<Operands> operands(const Context& c, NodeId product) {
  if (c.tree.is(product, Kind::Call)) return operands_of_call(c, product);
  if (c.tree.text(c.tree.child(product, Field::Operator)) != "@") return std::nullopt;
  return Operands{c.tree.child(product, Field::Left), c.tree.child(product, Field::Right)};
}

// The result of a product of two matrices, or of two stacks of matrices.
std::optional<LiteralTensor> result_of(const LiteralTensor& a, const LiteralTensor& b) {
  if (a.sizes.size() < 2 || b.sizes.size() < 2) return std::nullopt;
  LiteralTensor result = a.sizes.size() >= b.sizes.size() ? a : b;
  result.sizes[result.sizes.size() - 2] = a.sizes[a.sizes.size() - 2];
  result.sizes.back() = b.sizes.back();
  result.element_bytes = a.element_bytes;
  return result;
}

void check(const Context& c, NodeId product, Findings& out) {
  const auto both = operands(c, product);
  if (!both) return;
  const auto a = literal_tensor(c.model, both->left);
  const auto b = literal_tensor(c.model, both->right);
  if (!a || !b) {
    c.abstain(product, "the sizes of the operands are not written out");
    return;
  }
  const bool on_gpu = (a->place == TensorPlace::Gpu || b->place == TensorPlace::Gpu) &&
                      a->place != TensorPlace::Cpu && b->place != TensorPlace::Cpu;
  if (!on_gpu) {
    c.abstain(product, "the operands are not known to be on a GPU");
    return;
  }
  const auto result = result_of(*a, *b);
  const auto result_bytes = result ? result->bytes() : std::nullopt;
  const auto a_bytes = a->bytes();
  const auto b_bytes = b->bytes();
  if (!result_bytes || !a_bytes || !b_bytes) return;
  const bool twice = assigned_value(c.model, both->left) == assigned_value(c.model, both->right);
  const std::int64_t megabytes =
      *a_bytes / kMegabyte + (twice ? 0 : *b_bytes / kMegabyte) + *result_bytes / kMegabyte;
  if (megabytes <= c.options.number("max-megabytes")) {
    c.abstain(product, "operands and result stay within max-megabytes");
    return;
  }
  c.diagnose(out, product,
             fmt::format("operands and result take {} MB on the GPU; multiply in blocks, in half "
                         "precision, or let the operands go when the result is there",
                         megabytes))
      .grows(Growth::Peak)
      .because(both->left, fmt::format("{} MB", *a_bytes / kMegabyte))
      .because(both->right, fmt::format("{} MB", *b_bytes / kMegabyte))
      .unfixed("which of these is exact enough, and fast enough, is not seen");
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(large_gpu_matmul, check,
                       {.kinds = {Kind::Call, Kind::BinaryOperator},
                        .triggers = {"torch", "cuda"}});

}  // namespace mlfix::large_gpu_matmul
