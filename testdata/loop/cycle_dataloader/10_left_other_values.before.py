# Colours, devices, ranks, workers and lists are small, or kept on purpose.
import itertools

import torch
from torch.utils.data import DataLoader, TensorDataset

colours = itertools.cycle("rgb")
devices = itertools.cycle(range(torch.cuda.device_count()))
loader = DataLoader(TensorDataset(torch.randn(8, 2)))
kept = itertools.cycle([batch for batch in loader])
listed = itertools.cycle(list(loader))
one = itertools.cycle([next(iter(loader))])
loaders = [loader, loader]
turns = itertools.cycle(loaders)


def pick(workers, dataset):
    return itertools.cycle(workers), itertools.cycle(dataset)
