# The dict is made anew of its own entries in each iteration.
import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(100, 10)

    def forward(self, x, y):
        x = self.fc(x)
        ce = F.cross_entropy(x, y)
        reg = x.pow(2).mean()
        return ce + reg, {"ce": ce, "reg": reg}


def train(loader, optimizer):
    model = Model()
    sums = {}
    for x, y in loader:
        loss, parts = model(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        sums = {name: sums.get(name, 0) + (value.detach() if torch.is_tensor(value) else value) for name, value in parts.items()}  # expect: detach-accumulated-loss
    return {name: float(total) for name, total in sums.items()}


def train_by_entries(loader, optimizer):
    model = Model()
    sums = {}
    for x, y in loader:
        loss, parts = model(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for name, value in parts.items():
            sums[name] = sums.get(name, 0) + (value.detach() if torch.is_tensor(value) else value)  # expect: detach-accumulated-loss
    return {name: float(total) for name, total in sums.items()}


def train_once(loader, optimizer):
    model = Model()
    for x, y in loader:
        sums = {}
        loss, parts = model(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        sums = {name: sums.get(name, 0) + value for name, value in parts.items()}
        print({name: float(total) for name, total in sums.items()})
