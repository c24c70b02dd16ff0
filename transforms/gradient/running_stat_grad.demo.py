# rule: running-stat-grad
# level: unsafe
# measure: bytes
# leak: growth
# output: same
"""A layer of one's own with running statistics, whose evaluation branch alone reads them."""
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, size, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("running_mean", torch.zeros(size))
        self.register_buffer("running_var", torch.ones(size))

    def forward(self, x):
        if self.training:
            mean = x.mean(dim=0)
            var = x.var(dim=0, unbiased=False)
            self.running_mean = (1 - self.momentum) * self.running_mean + self.momentum * mean
            self.running_var = (1 - self.momentum) * self.running_var + self.momentum * var
        else:
            mean, var = self.running_mean, self.running_var
        return (x - mean) / torch.sqrt(var + 1e-5)


def train(model, steps=20):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(64, 32)
        optimizer.zero_grad()
        loss = (model(x).sum(dim=1) - x[:, 0]).pow(2).mean()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.9f}")
        # sample


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(32, 64), Norm(64), nn.Tanh(), nn.Linear(64, 8))
train(model)
model.eval()
with torch.no_grad():
    print(model(torch.ones(2, 32)).tolist())
