import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.taps = []
        self.outputs = []

    def forward(self, x):
        self.taps.clear()
        self.outputs = []
        h = self.fc(x)
        self.taps.append(h)
        self.outputs.append(h)
        self.activation = h * 2
        return h

    def release(self):
        self.activation = None
