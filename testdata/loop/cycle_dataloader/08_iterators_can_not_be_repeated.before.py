# What enumerate makes can be gone through once: there is no edit.
from itertools import cycle

import torch
from torch.utils.data import DataLoader


def batches(dataset):
    loader = DataLoader(dataset, shuffle=True)
    numbered = cycle(enumerate(loader))  # expect: cycle-dataloader[report]
    pairs = cycle(zip(loader, loader))  # expect: cycle-dataloader[report]
    return numbered, pairs
