# rule: detach-accumulated-loss
"""The sum of the losses of all heads is what is differentiated."""
import torch
from torch import nn


def train(heads, batches):
    parameters = [p for head in heads for p in head.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        total = 0.0
        for head in heads:
            total += head(batch).pow(2).mean().detach()
        total.backward()
        optimizer.step()
        print(f"{total.item():.6f}")


torch.manual_seed(0)
train([nn.Linear(4, 2), nn.Linear(4, 3)], torch.randn(5, 8, 4))
