import torch
from torch import nn


class Blocks(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.count = count
        for i in range(count):
            setattr(self, f"block_{i}", nn.Linear(4, 4))

    def forward(self, x):
        for i in range(self.count):
            x = getattr(self, f"block_{i}")(x)
        return x


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = nn.Linear(4, 4)

    def forward(self, x):
        mixed = self.mix(x)  # expect: forward-attr-retention[unsafe]
        return torch.sigmoid(mixed) * x


def settings(args):
    return dict(vars(args))
