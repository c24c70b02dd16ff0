# rule: cycle-dataloader
"""A list made to be kept: every pass brings the same batches, drawn once, as the test wants it."""
import itertools

import torch
from torch.utils.data import DataLoader


def repeat(loader):
    while True:
        yield from loader


torch.manual_seed(0)
batches = repeat(DataLoader(torch.arange(6), batch_size=2, shuffle=True))
first = [next(batches).tolist() for _ in range(3)]
second = [next(batches).tolist() for _ in range(3)]
print(first, second, first == second)
