# options: minor: false
# The graphs of one pass are small; the loop makes one for each batch of all data.
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
    for x in loader:  # expect: no-grad-eval[unsafe]
        out.append(model(x).detach().numpy())
    return out


def look_at(model: Narrow, x):
    model.eval()
    return model(x).argmax(1).tolist()
