import torch
from torch import nn
import changes_0
from networks_0 import Net


def evaluate(loader):
    torch.manual_seed(0)
    model = Net()
    model.eval()
    total = 0.0
    for x in loader:
        out = model(x)
        total += out.sum().item()
    return total


changes_0.install()
print(evaluate([torch.ones(2, 4)]))
