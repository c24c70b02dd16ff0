import itertools

import torch
from torch.utils.data import DataLoader, TensorDataset


def batches(rewards, lengths, size):
    data = TensorDataset(rewards, lengths)
    loader = DataLoader(data, batch_size=size)
    return itertools.cycle(loader)
