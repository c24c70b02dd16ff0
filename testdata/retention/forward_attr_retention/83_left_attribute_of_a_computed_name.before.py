import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = nn.Linear(4, 4)

    def forward(self, x):
        self.mixed = self.mix(x)
        return torch.sigmoid(self.mixed) * x

    def look(self, name):
        return getattr(self, name)
