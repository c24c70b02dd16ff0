# An object that keeps a mean of what it is given keeps the graphs of all that it was given. The
# mean() of another tensor is no read of its attribute.
import torch
from torch import nn


class RunningNorm:
    def __init__(self):
        self.mean = torch.zeros(1)
        self.var = torch.ones(1)
        self.count = 1e-4

    def update(self, x):
        n = x.numel()
        delta = x.mean() - self.mean
        total = self.count + n
        self.mean = self.mean + delta * n / total
        self.var = self.var + (x.var() - self.var) * n / total
        self.count = total


def train(loader):
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    norm = RunningNorm()
    for x, y in loader:
        value = net(x)
        norm.update(value.detach())  # expect: detach-accumulated-loss[safe]
        advantage = y - y.mean()
        loss = ((value - y) ** 2).mean() + advantage.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return norm.count
