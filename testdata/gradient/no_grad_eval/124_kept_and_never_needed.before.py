# What is kept and never needed is no reason to doubt: a shape, a value that the same call
# reads only after it has stored it, one that is only looked at, and what a meter is given.
import torch
from torch import nn


class Meter:
    def __init__(self):
        self.sum = 0
        self.count = 0

    def update(self, value, n):
        self.sum += value * n
        self.count += n
        self.avg = self.sum / self.count


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head, self.skip = nn.Linear(4, 4), nn.Linear(4, 2), nn.Linear(4, 2)

    def forward(self, x):
        self.shape = x.shape
        self.hidden = self.body(x)
        self.seen = self.hidden.relu()
        y = self.head(self.hidden)
        y += self.skip(x)
        return y

    def look(self):
        return self.seen.abs().mean().item()


def test(loader):
    model = Net()
    meter = Meter()
    model.eval()
    for x, _ in loader:  # expect: no-grad-eval[safe]
        meter.update(model(x).mean().item(), len(x))
    return meter.avg
