# What chunk() and max(1) give is no tensor, and has no detach().
import torch
from torch import nn


class Gates(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 128)
        self.parts = []
        self.last = None

    def forward(self, x):
        h = torch.relu(self.fc(x))
        self.parts.append(h.chunk(2, 1))
        self.last = h.max(1)
        return h
