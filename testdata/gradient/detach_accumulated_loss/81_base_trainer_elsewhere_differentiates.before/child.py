import torch
import torch.nn.functional as F

from base import BaseTrainer


class Trainer(BaseTrainer):
    def step(self, batch):
        total = 0.0
        for x, y in batch:
            total += F.cross_entropy(self.model(x), y)
        return total
