# mutations: no-nesting
import functools
import itertools

import torch
from torch.utils.data import DataLoader


# Starts the training.
@functools.cache
def start(dataset):
    return next(itertools.cycle(DataLoader(dataset)))  # expect: cycle-dataloader[unsafe]


if __name__ == "__main__":
    start(torch.randn(100, 2))
