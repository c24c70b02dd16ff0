// A short program with one finding, of no-grad-eval, that has a safe fix.
#pragma once

#include <string_view>

namespace mlfix::testing {

inline constexpr std::string_view kLeaky = R"(import torch
from torch import nn


def evaluate(loader):
    model = nn.Linear(4, 2).eval()
    correct = 0
    for x, y in loader:
        out = model(x)
        correct += (out.argmax(1) == y).sum().item()
    return correct
)";

}  // namespace mlfix::testing
