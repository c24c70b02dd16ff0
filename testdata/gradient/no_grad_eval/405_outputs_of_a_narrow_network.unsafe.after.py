import torch
from torch import nn


class Narrow(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(n, 512), nn.ReLU(), nn.Linear(512, 10))

    def forward(self, x):
        return self.layers(x)


@torch.no_grad()
def infer(model: Narrow, loader):
    model.eval()
    out = []
    for x in loader:  # expect: no-grad-eval[unsafe]
        out.append(model(x))
    return torch.cat(out).argmax(1).tolist()
