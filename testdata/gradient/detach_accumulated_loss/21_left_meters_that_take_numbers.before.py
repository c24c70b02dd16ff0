import torch


class Meter:
    def __init__(self):
        self.sum = 0
        self.last = None

    def update(self, val, n=1):
        if torch.is_tensor(val):
            val = val.item()
        self.sum += val * n

    def peek(self, val):
        self.last = val


def train(model, loader, criterion, optimizer):
    meter = Meter()
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        meter.update(loss)
        meter.peek(loss)
    return meter
