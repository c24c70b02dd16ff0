import torch


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __add__(self, other):
        return Value(self.data + other.data)

    __radd__ = __add__

    def backward(self):
        self.grad = 1.0


def train(model, loader, criterion):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        total += loss  # expect: detach-accumulated-loss[unsafe]
    return total
