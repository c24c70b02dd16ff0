# The mean goes through a join and comes out of a split: it has its graph still.
import torch
from torch import nn


class Synced(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.register_buffer("running_mean", torch.zeros(n))

    def forward(self, x):
        mean = torch.mean(x, dim=0)
        square = torch.mean(x * x, dim=0)
        joined = torch.cat([mean, square], dim=0)
        mean, square = torch.split(joined, self.n)
        self.running_mean += 0.1 * (mean - self.running_mean)  # expect: running-stat-grad[safe]
        return (x - mean) / (square - mean * mean).sqrt()


class Counted(nn.Module):
    # Numbers alone are joined.
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.register_buffer("running_mean", torch.zeros(n))

    def forward(self, x):
        joined = torch.tensor([x.shape[0], x.shape[1]])
        self.running_mean += 0.1 * (joined - self.running_mean)
        return x
