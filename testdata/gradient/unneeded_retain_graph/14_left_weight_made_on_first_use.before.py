import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        self.scale = nn.Parameter(torch.ones(6))

    def forward(self, x):
        if not hasattr(self, "w"):
            self.w = self.scale.exp()
        return self.body(x) * self.w


def train(policy, loader):
    for x, y in loader:
        loss = (policy(x) - y).mean()
        loss.backward(retain_graph=True)
