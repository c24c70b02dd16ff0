import torch as th
from torch import nn


class Norm(nn.Module):
    def __init__(self, size, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.weight = nn.Parameter(th.ones(size))
        self.register_buffer("running_mean", th.zeros(size))
        self.register_buffer("running_var", th.ones(size))

    def forward(self, x):
        if self.training:
            mean = x.mean(0)
            var = x.var(0, unbiased=False)
            self.running_mean = (1 - self.momentum) * self.running_mean + self.momentum * mean  # expect: running-stat-grad[unsafe]
            self.running_var = (1 - self.momentum) * self.running_var + self.momentum * var  # expect: running-stat-grad[unsafe]
        else:
            mean = self.running_mean
            var = self.running_var
        return self.weight * (x - mean) / th.sqrt(var + 1e-5)
