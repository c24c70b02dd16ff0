import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.mask = None

    def forward(self, x):
        return self.layer(x)


class Stored(Encoder):
    def encode(self, x):
        if self.mask is None:
            mask = torch.ones(1, 4096)
            self.mask = mask
            mask.mul_(self.layer.bias)
        return self.layer(x)


class Chained(Encoder):
    def encode(self, x):
        if self.mask is None:
            mask = self.mask = torch.ones(1, 4096)
            mask[0] = self.layer.bias
        return self.layer(x)
