# Recorders that are made together: one that is called, and one that goes through zip().
from collections import deque

import torch


class Kept:
    def __init__(self):
        self.values = []

    def __call__(self, value):
        self.values.append(value)


class Priorities:
    def __init__(self, capacity):
        self.priorities = deque(maxlen=capacity)

    def update(self, indices, errors):
        for i, error in zip(indices, errors):
            self.priorities[i] = error.abs() + 1e-5


def train(model, loader, optimizer, criterion):
    kept, priorities = Kept(), Priorities(10000)
    for indices, x, y in loader:
        output = model(x)
        error = output - y
        loss = criterion(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept(loss.detach())  # expect: detach-stored-tensor[safe]
        priorities.update(indices, error)  # expect: detach-stored-tensor[unsafe]
    print([value.item() for value in kept.values], len(priorities.priorities))
