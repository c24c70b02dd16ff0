import torch
from torch import nn


def train(model, loader, steps):
    seen = []
    for step in range(steps):
        if step == 0:
            model.fc.register_forward_hook(lambda m, i, o: seen.append(o.norm().item()))
        model(next(loader))
    return max(seen)


def each_its_own(sizes, x):
    norms = []
    for size in sizes:
        model = nn.Sequential(nn.Linear(4, size), nn.ReLU())
        first = model[0]
        first.register_forward_hook(lambda m, i, o: norms.append(o.norm().item()))
        model(x)
    return norms
