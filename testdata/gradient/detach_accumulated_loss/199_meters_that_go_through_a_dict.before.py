# The meter gets all that the model returns beside its loss.
from collections import defaultdict

import torch
from torch import nn
from torch.nn import functional as F


class Meter:
    def __init__(self):
        self.total = 0
        self.count = 0

    def update(self, value, n=1):
        self.total += value * n
        self.count += n


class Meters:
    def __init__(self):
        self.meters = defaultdict(Meter)

    def push(self, values, n):
        for name, value in values.items():
            self.meters[name].update(value, n)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(100, 10)

    def forward(self, x, y):
        x = self.fc(x)
        ce = F.cross_entropy(x, y)
        reg = x.pow(2).mean()
        return ce + reg, {"ce": ce, "reg": reg}


class Numbers(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(100, 10)

    def forward(self, x, y):
        x = self.fc(x)
        ce = F.cross_entropy(x, y)
        return ce, {"ce": ce.item()}


def train(loader, optimizer):
    model = Model()
    meters = Meters()
    for x, y in loader:
        loss, parts = model(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters.push(parts, len(x))  # expect: detach-accumulated-loss
    return {name: float(meter.total) / meter.count for name, meter in meters.meters.items()}


def train_numbers(loader, optimizer):
    model = Numbers()
    meters = Meters()
    for x, y in loader:
        loss, parts = model(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters.push(parts, len(x))
    return {name: float(meter.total) / meter.count for name, meter in meters.meters.items()}
