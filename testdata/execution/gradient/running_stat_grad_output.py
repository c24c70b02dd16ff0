# rule: running-stat-grad
"""The statistic of this step normalises the output of this step: its gradient belongs to the result."""
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(size))

    def forward(self, x):
        self.running_mean = 0.5 * self.running_mean.detach() + 0.5 * x.mean(dim=0)
        return x - self.running_mean


torch.manual_seed(0)
body, norm = nn.Linear(4, 4), Norm(4)
for _ in range(3):
    body.zero_grad()
    norm(body(torch.randn(8, 4))).pow(2).mean().backward()
    print(f"{body.bias.grad.norm().item():.6f}")
