import torch
from torch import nn


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.criterion = nn.L1Loss()

    def step(self, images, targets):
        self.optimizer.zero_grad()
        loss = self.criterion(self.model(images), targets)
        loss.backward()
        self.optimizer.step()
        return {"loss": loss.item(), "scale": float(loss.detach())}

    def epoch(self, loader):
        sums = {"loss": 0.0, "scale": 0.0}
        for images, targets in loader:
            for name, value in self.step(images, targets).items():
                sums[name] += value
        return sums
