import itertools

import torch
from torch.utils.data import DataLoader, TensorDataset


def batches(rewards, lengths, size, mixes):
    data = TensorDataset(rewards, lengths)
    if mixes:
        loader = DataLoader(data, batch_size=size, shuffle=True)
    else:
        loader = DataLoader(data, batch_size=size)
    return itertools.cycle(loader)  # expect: cycle-dataloader[unsafe]
