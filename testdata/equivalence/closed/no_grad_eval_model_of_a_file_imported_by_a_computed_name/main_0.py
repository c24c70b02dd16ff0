import importlib
import torch
from torch import nn


def evaluate(model, loader):
    model.eval()
    total = 0.0
    for x in loader:
        total += model(x).sum().item()
    return total


torch.manual_seed(0)
name = "networks_" + str(0)
model = importlib.import_module(name).Net()

torch.manual_seed(0)
print(evaluate(model, [torch.ones(2, 4)]))
