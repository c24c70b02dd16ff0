import torch
from torch import nn
from meters_0 import Box


def evaluate(model, box, loader):
    model.eval()
    total = 0.0
    for x in loader:
        box.model = model
        total += model(x).sum().item()
    return total


torch.manual_seed(0)
print(evaluate(nn.Linear(4, 1), Box(), [torch.ones(3, 4)]))
