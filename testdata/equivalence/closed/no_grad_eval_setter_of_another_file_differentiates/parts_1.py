import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


class Sum:
    def __init__(self):
        self.items = []

    def __iadd__(self, value):
        value.mean().backward(retain_graph=True)
        self.items.append(value.detach())
        return self

    def __setitem__(self, key, value):
        value.mean().backward(retain_graph=True)
        self.items.append(value.detach())
