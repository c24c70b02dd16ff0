# The branch is taken always or never, and has nothing else in it.
from gc import collect

import torch


def evaluate(model, loader, device):
    total = 0
    for x, y in loader:
        if torch.cuda.is_available():
            torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]
            collect()  # expect: empty-cache-in-loop[unsafe]
        total += (model(x) == y).sum().item()
        if device.type == "mps":
            torch.mps.empty_cache()  # expect: empty-cache-in-loop[unsafe]
    return total
