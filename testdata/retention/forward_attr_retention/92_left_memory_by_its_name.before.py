import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.memory = []

    def forward(self, x):
        out = torch.tanh(self.fc(x))
        self.memory.append(out)
        return out
