import torch
from torch import nn


def scaled(value, factor):
    return value * factor


def first_and_last(first, last):
    return first, last


def counted(values):
    return values.shape[0]


@torch.no_grad()
def mean_of(values):
    return values.mean(dim=0) * 1.0


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(size))
        self.register_buffer("running_size", torch.zeros(()))
        self.register_buffer("running_scale", torch.zeros(()))
        self.register_buffer("running_index", torch.zeros(()))
        self.register_buffer("running_rate", torch.zeros(()))

    def forward(self, x, rate=0.5):
        self.running_mean = 0.9 * self.running_mean + 0.1 * mean_of(x)
        self.running_size = 0.9 * self.running_size + 0.1 * counted(x)
        self.running_scale = 0.9 * self.running_scale + scaled(2, 0.1)
        _, last = first_and_last(x, rate)
        self.running_rate = 0.9 * self.running_rate + last
        values, index = x.topk(2) if self.training else x.sort()
        self.running_index = 0.9 * self.running_index + 0.1 * index
        return x - values.mean()
