import torch
from torch import nn
from watching import watch


class Tracker:
    def __init__(self):
        self.items = []

    def total(self):
        return torch.stack(self.items).mean()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.out = nn.Linear(4, 8), nn.Linear(8, 2)
        self.tracker = Tracker()
        watch(self.cell, self.tracker)

    def forward(self, x):
        return self.out(torch.relu(self.cell(x)))
