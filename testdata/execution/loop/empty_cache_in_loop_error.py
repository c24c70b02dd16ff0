# rule: empty-cache-in-loop
"""Memory is collected when a batch failed, not in every iteration; without it the retry fails too."""
import gc

import torch
from torch import nn
from torch.utils.data import DataLoader


class Lease:
    """A scarce block that a forgotten cycle still holds."""

    free = 2

    def __init__(self):
        if Lease.free == 0:
            raise RuntimeError("out of memory")
        Lease.free -= 1
        self.itself = self

    def __del__(self):
        Lease.free += 1


def evaluate(model, loader):
    with torch.no_grad():
        for batch in loader:
            try:
                Lease()
            except RuntimeError:
                gc.collect()
                Lease()
            print(f"{model(batch).mean().item():.6f}")


gc.disable()
torch.manual_seed(0)
evaluate(nn.Linear(8, 2), DataLoader(torch.randn(24, 8), batch_size=4))
