import torch
from torch import nn


class Narrow(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(n, 512), nn.ReLU(), nn.Linear(512, 10))

    def forward(self, x):
        return self.layers(x)


def infer(model: Narrow, loader):
    model.eval()
    out = []
    for x in loader:
        out.append(model(x).detach().numpy())
    return out
