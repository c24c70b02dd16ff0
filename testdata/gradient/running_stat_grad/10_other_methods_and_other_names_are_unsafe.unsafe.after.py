import torch
from torch import nn


class Scaler(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.running_mean = torch.zeros(size)

    def forward(self, x):
        mean = x.mean(dim=0)
        self.running_mean = 0.9 * self.running_mean + 0.1 * mean.detach()  # expect: running-stat-grad[unsafe]
        return x - mean

    def unscale(self, y):
        return y + self.running_mean


class Prototype(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, size)
        self.prototype = torch.zeros(size)

    def forward(self, x):
        h = self.fc(x)
        self.prototype = 0.9 * self.prototype + 0.1 * h.mean(dim=0).detach()  # expect: running-stat-grad[unsafe]
        return h
