
import torch
from torch.utils.data import DataLoader, TensorDataset


def repeat_loader(loader):
    while True:
        yield from loader


def batches(rewards, lengths, size, mixes):
    data = TensorDataset(rewards, lengths)
    if mixes:
        loader = DataLoader(data, batch_size=size, shuffle=True)
    else:
        loader = DataLoader(data, batch_size=size)
    return repeat_loader(loader)  # expect: cycle-dataloader[unsafe]
