import numpy as np
import torch
from torch import nn


class RunningMeanStd:
    def __init__(self, shape):
        self.running_mean = np.zeros(shape)
        self.count = 0

    def update(self, batch):
        self.running_mean = 0.9 * self.running_mean + 0.1 * np.mean(batch, axis=0)
        self.count += len(batch)


class Configured(nn.Module):
    def __init__(self, running_stats="mean", moving_average=0.9):
        super().__init__()
        self.running_stats = running_stats
        self.moving_average = moving_average
        self.running_count = 0
        self.running_size = 0

    def forward(self, x):
        self.running_count += 1
        self.running_size = x.shape[0]
        return torch.relu(x)


class Declared(nn.Module):
    def forward(self, x):
        self.running_mean: torch.Tensor
        running_mean: torch.Tensor
        return x
