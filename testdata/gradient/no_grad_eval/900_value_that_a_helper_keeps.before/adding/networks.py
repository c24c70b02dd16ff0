import torch
from torch import nn


def add_to(total, value):
    total += value


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.total = torch.zeros(4096)

    def penalty(self):
        return self.total.sum()


class Adding(Network):
    def forward(self, x):
        add_to(self.total, self.layer.bias)
        return self.layer(x)
