import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(size))

    def forward(self, x):
        mean = x.mean(0)
        self.running_mean = 0.9 * self.running_mean.detach() + 0.1 * mean  # expect: running-stat-grad[unsafe]
        return x - mean
