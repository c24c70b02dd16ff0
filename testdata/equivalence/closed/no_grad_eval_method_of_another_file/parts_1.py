import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 1)

    def score(self, x):
        x = x.clone().requires_grad_()
        self.body(x).sum().backward()
        return x.grad.abs().sum()

    def forward(self, x):
        return self.body(x)
