import torch


class Window:
    def __init__(self):
        self.values = {"loss": []}

    def __setitem__(self, key, value):
        self.values[key].append(value)

    def total(self):
        return sum(self.values["loss"])


def train(model, optimizer, criterion, loader):
    window = Window()
    for x, y in loader:
        loss = criterion(model(x), y)
        window["loss"] = loss
    optimizer.zero_grad()
    window.total().backward()
    optimizer.step()
