import torch
from torch import nn


class Trainer:
    def __init__(self, model: nn.Module, loader):
        self.model = model
        self.loader = loader
        self.criterion = nn.CrossEntropyLoss()

    def train_epoch(self, optimizer):
        self.model.train()
        for x, y in self.loader:
            optimizer.zero_grad()
            self.criterion(self.model(x), y).backward()
            optimizer.step()

    def validate(self):
        self.model.eval()
        total = 0.0
        for x, y in self.loader:  # expect: no-grad-eval[unsafe]
            total += self.criterion(self.model(x), y).item()
        self.model.train()
        return total / len(self.loader)
