import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(8))
        self.scale = self.weight * 2

    def tie(self, other):
        self.tied = torch.relu(self.weight)

    def forward(self, x):
        self.current = self.weight
        return x * self.weight
