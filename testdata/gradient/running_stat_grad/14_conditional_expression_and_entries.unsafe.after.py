import torch
from torch import nn


class PerType(nn.Module):
    def __init__(self, types, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(types, size))

    def forward(self, x, kind: int):
        mean = torch.mean(x, 0) if self.training else self.running_mean[kind]
        if self.training and x.shape[0] > 1:
            self.running_mean[kind] = (  # expect: running-stat-grad[unsafe]
                0.9 * self.running_mean[kind] + 0.1 * mean.detach()
            )
        return x - mean
