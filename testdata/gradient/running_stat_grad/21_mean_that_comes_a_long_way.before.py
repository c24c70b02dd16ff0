# Through a helper of the file, a loop, entries of a dict and many names: it has its graph still.
import torch
from torch import nn


def moments(values):
    centre = values.mean(dim=0)
    return centre, (values - centre).pow(2).mean(dim=0)


class Helped(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(size))
        self.register_buffer("running_var", torch.ones(size))

    def forward(self, x):
        mean, var = moments(x)
        self.running_mean = 0.9 * self.running_mean + 0.1 * mean  # expect: running-stat-grad[safe]
        self.running_var = 0.9 * self.running_var + 0.1 * var  # expect: running-stat-grad[safe]
        return (x - mean) / var.sqrt()


class Chunked(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(size))

    def forward(self, chunks):
        mean = torch.zeros_like(self.running_mean)
        for chunk in chunks:
            mean = mean + chunk.mean(dim=0)
        self.running_mean = 0.9 * self.running_mean + 0.1 * mean  # expect: running-stat-grad[safe]
        return [chunk - mean for chunk in chunks]


class Collected(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(size))

    def forward(self, x):
        moments_of = {"mean": x.mean(dim=0), "size": x.size(0)}
        self.running_mean = 0.9 * self.running_mean + 0.1 * moments_of["mean"]  # expect: running-stat-grad[safe]
        return x - moments_of["mean"]


class Renamed(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(size))

    def forward(self, x):
        a0 = x.mean(dim=0)
        a1 = a0
        a2 = a1 * 1
        a3 = a2 + 0
        a4 = a3
        a5 = a4 * 1
        a6 = a5 + 0
        a7 = a6
        a8 = a7 * 1
        a9 = a8 + 0
        b0 = a9
        b1 = b0 * 1
        b2 = b1 + 0
        b3 = b2
        b4 = b3 * 1
        b5 = b4 + 0
        b6 = b5
        b7 = b6 * 1
        b8 = b7 + 0
        b9 = b8
        c0 = b9 * 1
        c1 = c0 + 0
        c2 = c1
        c3 = c2 * 1
        self.running_mean = 0.9 * self.running_mean + 0.1 * c3  # expect: running-stat-grad[safe]
        return x - c3
