import torch
from torch import nn


class Scales(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.sizes = sizes
        self.layers = nn.ModuleList([nn.Conv1d(1, 1, size) for size in sizes])

    def forward(self, x):
        first = torch.empty(0)
        for layer in self.layers:
            first = torch.cat((first, layer(x)), 2)
        second = torch.empty(0)
        for i in range(len(self.sizes)):
            second = torch.cat((second, self.layers[i](x)), 2)
        return first, second
