import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base
        self.scale = nn.Parameter(torch.zeros(1))
        self.weight = None

    def forward(self, x):
        if self.weight is None:
            self.weight = self.base * self.scale.exp()
        return x @ self.weight


def accuracy(loader):
    net = Scaled(torch.eye(3))
    net.eval()
    hits = 0
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        hits += (net(x).argmax(1) == y).sum().item()
    return hits
