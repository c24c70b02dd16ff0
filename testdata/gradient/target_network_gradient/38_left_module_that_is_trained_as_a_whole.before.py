# The optimizer takes the weights of both.
import copy

import torch
from torch import nn
from torch.nn import functional as F


class Contrast(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.query = encoder
        self.key = copy.deepcopy(encoder)
        self.momentum = 0.99

    def follow(self):
        for k, q in zip(self.key.parameters(), self.query.parameters()):
            k.data = self.momentum * k.data + (1 - self.momentum) * q.data

    def forward(self, x, other):
        q = F.normalize(self.query(x), dim=1)
        k = F.normalize(self.key(other), dim=1)
        return F.cross_entropy(q @ k.T / 0.2, torch.arange(len(x)))


def train(encoder, loader):
    model = Contrast(encoder)
    optimizer = torch.optim.SGD(model.parameters(), 0.03)
    for x, other in loader:
        loss = model(x, other)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        model.follow()
