import torch
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.total = torch.zeros(4096)
        self.kept = []
        self.sum = None

    def penalty(self):
        return self.total.sum() + self.kept[-1].sum() + self.sum()


class Mapped(Network):
    def forward(self, x):
        out = self.layer(x)
        list(map(self.kept.append, [out]))
        return out
