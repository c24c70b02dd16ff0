import torch
from collections import defaultdict


class Trainer:
    def __init__(self, model, criterion, optimizer):
        self.model = model
        self.criterion = criterion
        self.optimizer = optimizer
        self.running_loss = 0.0
        self.sums = defaultdict(float)

    def train_step(self, x, y):
        self.optimizer.zero_grad()
        loss = self.criterion(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        self.running_loss += loss  # expect: detach-accumulated-loss[safe]
        self.sums["loss"] += loss  # expect: detach-accumulated-loss[safe]

    def report(self, n):
        print(self.running_loss / n, self.sums["loss"] / n)
