# A hook on a tensor that has no graph is an error.
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        h = self.body(x)
        h.register_hook(self.note)
        return h


def test(loader):
    model = Net()
    model.eval()
    total = 0
    for x, _ in loader:
        total += model(x).sum().item()
    return total
