import torch
from torch import nn

model = nn.Linear(3, 3)


def probe(loader, criterion):
    activations = []
    for x, y in loader:
        out = model(x)
        out.retain_grad()
        activations.append(out)
        criterion(out, y).backward()
    return [a.grad.norm().item() for a in activations]
