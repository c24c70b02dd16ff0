# rule: cycle-dataloader
# level: unsafe
# measure: bytes
# leak: growth
# output: different
"""Steps counted by number, over a loader that makes its examples as it reads them."""
from itertools import cycle

import torch
from torch.utils.data import DataLoader, Dataset


class Noise(Dataset):
    def __len__(self):
        return 256

    def __getitem__(self, index):
        return torch.randn(1024)


def train(steps=24):
    loader = DataLoader(Noise(), batch_size=8, shuffle=True)
    batches = cycle(loader)
    total = 0.0
    for _ in range(steps):
        batch = next(batches)
        total += batch.mean().item()
        # sample
    return total


torch.manual_seed(0)
print(f"{train():.9f}")
