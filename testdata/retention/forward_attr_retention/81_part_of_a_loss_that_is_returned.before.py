import torch
from torch import nn


class Distilling(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.criterion = nn.CrossEntropyLoss()
        self.head = nn.Linear(4, 4)
        self.weight = weight

    def forward(self, outputs, labels):
        self.base_loss = self.criterion(self.head(outputs), labels)  # expect: forward-attr-retention[unsafe]
        return self.base_loss * self.weight
