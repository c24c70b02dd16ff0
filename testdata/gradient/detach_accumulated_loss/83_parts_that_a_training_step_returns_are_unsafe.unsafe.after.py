import torch
from torch import nn


class BoxLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.box = nn.SmoothL1Loss()

    def forward(self, predictions, targets):
        box = 2 * self.box(predictions, targets)
        return box.sum(), {"box": box}


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.criterion = BoxLoss()

    def step(self, images, targets):
        self.optimizer.zero_grad()
        loss, parts = self.criterion(self.model(images), targets)
        loss.backward()
        self.optimizer.step()
        return parts

    def epoch(self, loader):
        sums = {"box": torch.zeros(())}
        for images, targets in loader:
            for name, value in self.step(images, targets).items():
                sums[name] += value.detach() if torch.is_tensor(value) else value  # expect: detach-accumulated-loss
        return {name: float(value) for name, value in sums.items()}
