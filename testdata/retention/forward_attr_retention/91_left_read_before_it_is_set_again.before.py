import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self._level = torch.zeros(8)

    def forward(self, x):
        out = self.fc(x) + self._level
        self._level = out
        return out
