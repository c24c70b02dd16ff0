import torch
from torch import nn

from helpers import gather


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def penalty(self):
        return self.layer.weight.sum()


class Gathering(Network):
    def forward(self, x):
        parts = []
        gather(parts, self.layer(x))
        gather(parts, self.layer(parts[0]))
        return torch.cat(parts)
