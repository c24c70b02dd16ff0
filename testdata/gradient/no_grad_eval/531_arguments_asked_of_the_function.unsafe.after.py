# mutations: no-nesting
import inspect

import torch
from torch import nn


@torch.no_grad()
def evaluate(loader):
    model = nn.Linear(512, 512).eval()
    right = 0
    for batch, labels in loader:  # expect: no-grad-eval[unsafe]
        right += (model(batch).argmax(1) == labels).sum().item()
    return right


def describe(function):
    return inspect.getfullargspec(function).args


if __name__ == "__main__":
    print(describe(evaluate))
    print(evaluate([(torch.randn(64, 512), torch.arange(64)) for _ in range(100)]))
