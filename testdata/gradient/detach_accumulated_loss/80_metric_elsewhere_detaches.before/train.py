import torch
import torch.nn.functional as F

from meter import Meter


def train(model, loader, optimizer):
    meter = Meter()
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        meter.update(loss)
        total += loss  # expect: detach-accumulated-loss[safe]
    print(total / len(loader))
