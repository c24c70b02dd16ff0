import itertools

import torch
from torch.utils.data import DataLoader, TensorDataset


def batches(rewards, lengths, size):
    data = TensorDataset(rewards, lengths)
    loader = DataLoader(data, batch_size=size)
    return itertools.cycle(loader)


def packed_batches(rewards, lengths, size, pack):
    if pack is None:
        data = TensorDataset(rewards, lengths)
        loader = DataLoader(data, batch_size=size)
    else:
        loader = pack(rewards, lengths)
    return itertools.cycle(loader)


def timed_batches(rewards, lengths, size, get_loader, timer):
    if rewards is None:
        with timer("packed"):
            loader = get_loader(lengths, size)
    else:
        with timer("plain"):
            data = TensorDataset(rewards, lengths)
            loader = DataLoader(data, batch_size=size)
    return itertools.cycle(loader)
