import torch
from torch import nn


class Learned(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.alpha = nn.Parameter(torch.tensor(0.1))
        self.running_mean = torch.zeros(size)

    def forward(self, x):
        self.running_mean = (1 - self.alpha) * self.running_mean + self.alpha * x.mean(dim=0)
        return x
