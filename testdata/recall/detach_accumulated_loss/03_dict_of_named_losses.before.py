# Reported at https://github.com/MultimediaTechLab/YOLO/pull/83
# A dictionary of running sums, one for each part of the loss; 1 to 2 MB are lost per
# batch.
from collections import defaultdict

import torch
from torch import nn


class DualLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.box = nn.SmoothL1Loss()
        self.cls = nn.BCEWithLogitsLoss()

    def forward(self, predicts, targets):
        box = 7.5 * self.box(predicts[0], targets[0])
        cls = 0.5 * self.cls(predicts[1], targets[1])
        return box + cls, {"BoxLoss": box, "BCELoss": cls}


class Trainer:
    def __init__(self, model, optimizer, device):
        self.model = model
        self.optimizer = optimizer
        self.loss_fn = DualLoss()
        self.device = device

    def train_one_batch(self, images, targets):
        self.optimizer.zero_grad()
        loss, parts = self.loss_fn(self.model(images), targets)
        loss.backward()
        self.optimizer.step()
        return parts

    def train_one_epoch(self, loader):
        self.model.train()
        total_loss = defaultdict(lambda: torch.tensor(0.0, device=self.device))
        for images, targets in loader:
            loss_each = self.train_one_batch(images, targets)
            for loss_name, loss_val in loss_each.items():
                total_loss[loss_name] += loss_val  # expect: detach-accumulated-loss[unsafe]
        for loss_name in total_loss:
            total_loss[loss_name] /= len(loader)
        return total_loss
