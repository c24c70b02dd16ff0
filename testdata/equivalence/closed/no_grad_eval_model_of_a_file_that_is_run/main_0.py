import importlib
import torch
from torch import nn


def evaluate(model, loader):
    model.eval()
    total = 0.0
    for x in loader:
        total += model(x).sum().item()
    return total


import runpy, os
torch.manual_seed(0)
model = runpy.run_path(os.path.join(os.path.dirname(__file__), "networks_0.py"))["Net"]()

torch.manual_seed(0)
print(evaluate(model, [torch.ones(2, 4)]))
