import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self, net: nn.Module):
        super().__init__()
        self.net = net
        self.memory = []

    def remember(self, state):
        q = self.net(state)
        self.memory.append((state, q))

    def forward(self, weights):
        return sum(w * q for w, (_, q) in zip(weights, self.memory))
