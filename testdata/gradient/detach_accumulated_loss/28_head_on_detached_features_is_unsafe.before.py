import torch
from torch import nn

criterion = nn.MSELoss()
head = nn.Linear(2, 2)


def train(encoder, loader, optimizer):
    total = 0
    for x, y in loader:
        features = encoder(x)
        loss = criterion(features, y)
        loss.backward()
        optimizer.step()
        probe = criterion(head(features.detach()), y)
        total += probe
    return total


def train_both(encoder, loader, optimizer):
    total = 0
    for x, y in loader:
        features = encoder(x)
        loss = criterion(features, y)
        loss.backward()
        optimizer.step()
        total += criterion(head(features), y)  # expect: detach-accumulated-loss[unsafe]
    return total
