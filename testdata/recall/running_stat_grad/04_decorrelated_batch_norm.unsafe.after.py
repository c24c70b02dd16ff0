# Reported at https://github.com/huangleiBuaa/IterNorm-pytorch/issues/1
# A whitening layer keeps a running mean and a running projection; the report adds .data
# to both.
import torch
from torch import nn


class DBN(nn.Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1):
        super().__init__()
        self.eps = eps
        self.momentum = momentum
        self.register_buffer("running_mean", torch.zeros(num_features, 1))
        self.register_buffer("running_projection", torch.eye(num_features))

    def forward(self, input):
        x = input.t()
        mean = x.mean(1, keepdim=True) if self.training else self.running_mean
        x_mean = x - mean
        if self.training:
            self.running_mean = (1.0 - self.momentum) * self.running_mean + self.momentum * mean.detach()  # expect: running-stat-grad[unsafe]
            sigma = x_mean.matmul(x_mean.t()) / x.size(1) + self.eps * torch.eye(x.size(0))
            u, eig, _ = sigma.svd()
            scale = eig.rsqrt()
            wm = u.matmul(scale.diag()).matmul(u.t())
            self.running_projection = (1.0 - self.momentum) * self.running_projection + self.momentum * wm.detach()  # expect: running-stat-grad[unsafe]
        else:
            wm = self.running_projection
        return wm.matmul(x_mean).t()
