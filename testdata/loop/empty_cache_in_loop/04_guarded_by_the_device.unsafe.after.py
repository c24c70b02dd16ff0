# The branch is taken always or never, and has nothing else in it.
from gc import collect

import torch


def evaluate(model, loader, device):
    total = 0
    for x, y in loader:
        total += (model(x) == y).sum().item()
    return total
