import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 1)
        self.aux = None
    def forward(self, x):
        h = self.body(x)
        self.aux = h.pow(2).mean()
        return h
