import torch
from torchmetrics import Metric
from torch import nn


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(size))
        self.register_buffer("running_var", torch.ones(size))
        self.register_buffer("running_max", torch.ones(size))
        self.register_buffer("running_min", torch.ones(size))

    def forward(self, x):
        mean = x.mean(dim=0)
        if self.training:
            self.running_mean = 0.9 * self.running_mean + 0.1 * mean.detach()
            with torch.no_grad():
                self.running_var = 0.9 * self.running_var + 0.1 * x.var(dim=0)
            self.running_max.copy_(x.data.amax(0))
            self.running_min.data.copy_(x.amin(0))
            self.update(x)
        return x - mean

    @torch.no_grad()
    def update(self, x):
        self.running_mean += 0.1 * (x.mean(dim=0) - self.running_mean)


class Range(Metric):
    def __init__(self):
        super().__init__()
        self.add_state("running_max", torch.tensor(0.0))

    def update(self, values: torch.Tensor):
        self.running_max = torch.maximum(self.running_max, values.max())
        self.running_max = 0.9 * self.running_max + 0.1 * torch.amax(values)

    def compute(self):
        return self.running_max
