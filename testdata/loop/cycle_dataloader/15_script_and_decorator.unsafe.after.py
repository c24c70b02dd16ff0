# mutations: no-nesting
import functools

import torch
from torch.utils.data import DataLoader


def repeat_loader(loader):
    while True:
        yield from loader


# Starts the training.
@functools.cache
def start(dataset):
    return next(repeat_loader(DataLoader(dataset)))  # expect: cycle-dataloader[unsafe]


if __name__ == "__main__":
    start(torch.randn(100, 2))
