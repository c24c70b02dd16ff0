# options: minor: true
import torch
from torch import nn


class Driven(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.position_prev = torch.zeros(8)

    def forward(self, x):
        weights = torch.softmax(self.fc(x) + self.position_prev, dim=-1)
        self.weights = weights
        self.position_prev = weights + 1
        return weights @ x
