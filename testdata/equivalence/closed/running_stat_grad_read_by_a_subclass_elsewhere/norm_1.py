import torch
from torch import nn
class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.register_buffer('running_mean', torch.zeros(4))
    def forward(self, x):
        x = x * self.weight
        mean = x.mean(0)
        self.running_mean = 0.9 * self.running_mean.detach() + 0.1 * mean
        return x - mean
