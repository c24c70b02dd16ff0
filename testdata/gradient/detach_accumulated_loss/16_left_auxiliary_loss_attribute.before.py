import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.aux_loss = 0.0

    def forward(self, x):
        self.aux_loss = 0.0
        for layer in self.layers:
            x = layer(x)
            self.aux_loss += x.pow(2).mean()
        return x


def train(model, loader, criterion, optimizer):
    for x, y in loader:
        loss = criterion(model(x), y) + 0.1 * model.aux_loss
        loss.backward()
        optimizer.step()
