# rule: running-stat-grad
# level: safe
# measure: bytes
# leak: growth
# output: same
"""Statistics updated in place while a model warms up, with nobody going backward."""
import torch
from torch import nn


class Whitening(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.body = nn.Linear(size, size)
        self.register_buffer("running_mean", torch.zeros(size))

    def forward(self, x):
        h = torch.tanh(self.body(x))
        if self.training:
            self.running_mean.mul_(0.9).add_(0.1 * h.mean(dim=0))
        return h


torch.manual_seed(0)
layer = Whitening(64)
for step in range(20):
    out = layer(torch.randn(256, 64))
    print(step, f"{out.sum().item():.9f}")
    # sample
print(layer.running_mean.tolist())
