# level: safe
# rule: running-stat-grad
import torch
from torch import nn


class Centre(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.register_buffer("running_mean", torch.zeros(4))

    def forward(self, x):
        x = x * self.weight
        mean = x.var(0)
        if self.training:
            self.running_mean.copy_(mean)
        return x


class Special(Centre):
    def forward(self, x):
        return super().forward(x) - self.running_mean


torch.manual_seed(9)
layer = Special()
layer(torch.randn(3, 4)).pow(2).mean().backward()
print(layer.weight.grad.tolist())
