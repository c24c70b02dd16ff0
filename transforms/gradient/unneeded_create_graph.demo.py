# rule: unneeded-create-graph
# level: unsafe
# measure: bytes
# leak: growth
# output: same
"""Gradients with graphs keep the parameters, and those the gradients: the model of every fold stays."""
import warnings

import torch
from torch import nn


def train(x, steps=3):
    model = nn.Sequential(nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward(create_graph=True)
        optimizer.step()
    return loss.item()


def cross_validate(folds=16):
    total = 0.0
    for _ in range(folds):
        total += train(torch.randn(64, 64))
        # sample
    return total


warnings.simplefilter("ignore")
torch.manual_seed(0)
print(f"{cross_validate():.9f}")
