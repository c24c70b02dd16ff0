import torch
from torch import nn


def build(sizes):
    models = []
    for size in sizes:
        model = nn.Linear(size, 1)
        model.register_full_backward_hook(lambda m, i, o: print(o[0].norm()))
        models.append(model)
    return models


def train(model, loader, optimizer, log):
    model.register_full_backward_hook(lambda m, i, o: log.append(o[0].norm()))
    for x, y in loader:
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
