import torch
from torch import nn


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, x):
        return self.layer(x)


def evaluate(loader):
    model = load()
    model.eval()
    total = 0.0
    for x in loader:
        out = model(x)
        total += out.sum().item()
    return total


def load():
    from networks_0 import net

    return net


print(evaluate([torch.ones(2, 4)]))
