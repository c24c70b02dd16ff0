import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        self.head = nn.Linear(6, 1)
        self.activations = []

    def forward(self, x):
        h = torch.relu(self.body(x))
        self.activations.append(h)
        return self.head(h)
