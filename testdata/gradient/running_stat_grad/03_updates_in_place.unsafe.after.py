import torch
from torch import nn


class Whitening(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(size))
        self.register_buffer("running_covar", torch.eye(size))
        self.register_buffer("running_norm", torch.zeros(1))
        self.register_buffer("running_var", torch.ones(size))
        self.register_buffer("running_std", torch.ones(size))

    def forward(self, x):
        if not self.training:
            return (x - self.running_mean) @ self.running_covar / self.running_std
        mean = torch.mean(x, dim=0)
        centred = x - mean
        covar = centred.t() @ centred / x.size(0)
        self.running_mean.mul_(0.9).add_(mean.detach(), alpha=0.1)  # expect: running-stat-grad[unsafe]
        self.running_covar.lerp_(covar.detach(), 0.1)  # expect: running-stat-grad[unsafe]
        self.running_norm.copy_(0.9 * self.running_norm + 0.1 * centred.norm().detach())  # expect: running-stat-grad
        self.running_var += 0.1 * (centred.pow(2).mean(0).detach() - self.running_var)  # expect: running-stat-grad
        self.running_std = torch.lerp(self.running_std, centred.std(dim=0).detach(), 0.1)  # expect: running-stat-grad[unsafe]
        return centred @ covar
