# Two meters that one statement makes; and a list beside a sum, which is told once.
import torch


class Meter:
    def __init__(self):
        self.total, self.count = 0, 0
        self.last = []

    def update(self, value, n=1):
        self.total += value * n
        self.count += n
        self.last.append(value)


def train(model, loader, optimizer, criterion):
    losses, scores = Meter(), Meter()
    for x, y in loader:
        output = model(x)
        loss = criterion(output, y)
        score = output.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.update(loss.detach())  # expect: detach-accumulated-loss[safe]
        scores.update(score.detach())  # expect: detach-accumulated-loss[unsafe]
    return float(losses.total), float(scores.total)
