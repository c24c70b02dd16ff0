// Each program has a finding where it is short, and is left alone because it is long.

#include "tests/mutants/long_cases.h"

#include <string_view>
#include <utility>

namespace mlfix::guards {
namespace {

// One more than any of the rules looks at.
constexpr int kMany = 450;

std::string repeated(std::string_view line) {
  std::string text;
  for (int i = 0; i < kMany; ++i) text += line;
  return text;
}

std::string gradient_that_is_read_often() {
  return R"(import torch
import torch.nn.functional as F


def attack(model, image, label):
    image.requires_grad = True
    loss = F.nll_loss(model(image), label)
    model.zero_grad()
    loss.backward()
)" + repeated("    print(image.grad.norm())\n");
}

std::string graph_of_many_steps() {
  return R"(import torch


def train(layer: torch.nn.Module, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
)" + repeated("        x = layer(x)\n") +
         R"(        loss = x.mean()
        loss.backward(retain_graph=True)
        optimizer.step()
)";
}

std::string hooks_of_one_function() {
  return R"(import torch
from torch import nn


def activation_sizes(model: nn.Module, sample):
    sizes = []

    def note(module, inputs, output):
        sizes.append(output.numel())

)" + repeated("    model.register_forward_hook(note)\n") +
         R"(    model(sample)
    return sum(sizes)
)";
}

std::string history_that_is_read_often() {
  return R"(import torch


class Trainer:
    def __init__(self, model):
        self.model = model
        self.outputs = []

    def step(self, x):
        self.outputs.append(self.model(x).detach())
)" + repeated("        print(self.outputs[-1].shape)\n");
}

}  // namespace

std::vector<testing::GoldenCase> long_cases() {
  const std::pair<const char*, std::string (*)()> all[] = {
      {"input_gradient_backward", gradient_that_is_read_often},
      {"unneeded_retain_graph", graph_of_many_steps},
      {"hook_not_removed", hooks_of_one_function},
      {"unbounded_history", history_that_is_read_often},
  };
  std::vector<testing::GoldenCase> cases;
  for (const auto& [stem, make] : all) {
    testing::GoldenCase& one = cases.emplace_back();
    one.group = "long";
    one.stem = stem;
    one.slug = "repeated";
    one.before = make();
  }
  return cases;
}

}  // namespace mlfix::guards
