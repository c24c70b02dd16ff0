# rule: unneeded-create-graph
"""The norm of the gradients is a part of what is minimised."""
import warnings

import torch
from torch import nn


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        penalty = sum(p.grad.pow(2).sum() for p in model.parameters())
        penalty.backward()
        optimizer.step()


warnings.simplefilter("ignore")
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
train(model, torch.randn(5, 3, 4))
print(f"{model[0].weight.norm().item():.6f}")
