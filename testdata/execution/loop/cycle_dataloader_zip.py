# rule: cycle-dataloader
"""Eight titles end it. Read anew, the loader would shuffle again and spend other random numbers."""
import itertools

import torch
from torch.utils.data import DataLoader


def preview(loader):
    for title, batch in zip(["a", "b", "c", "d", "e", "f", "g", "h"], itertools.cycle(loader)):
        print(title, batch.tolist())


torch.manual_seed(0)
preview(DataLoader(torch.arange(6), batch_size=2, shuffle=True))
print(f"{torch.rand(1).item():.6f}")
