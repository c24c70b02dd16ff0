import torch
from torch import nn


class Centre(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.register_buffer("running_mean", torch.zeros(4))

    def forward(self, x):
        x = x * self.weight
        self.running_mean = 0.9 * self.running_mean + 0.1 * x.mean(0)
        return x


class Special(Centre):
    def forward(self, x):
        return super().forward(x) - self.running_mean
