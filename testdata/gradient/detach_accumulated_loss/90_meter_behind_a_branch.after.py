import torch


class Meter:
    def __init__(self):
        self.sum = 0

    def update(self, val, n=1):
        if n > 1:
            val = val * n
        self.sum += val


class NumberMeter:
    def __init__(self):
        self.sum = 0

    def update(self, val, n=1):
        if isinstance(val, torch.Tensor):
            val = val.item()
        self.sum += val * n


def train(model, loader, criterion, optimizer):
    meter = Meter()
    numbers = NumberMeter()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        meter.update(loss.detach(), len(x))  # expect: detach-accumulated-loss[safe]
        numbers.update(loss, len(x))
    return float(meter.sum), numbers.sum
