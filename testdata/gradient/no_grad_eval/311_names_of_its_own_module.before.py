# mutations: no-nesting
# A module that names itself means its own classes, functions and imports by it.
import sys

import torch
from torch import nn

this = sys.modules[__name__]
Base = nn.Module
hits = lambda out, y: (out.argmax(1) == y).sum().item()


class Sums:
    def __init__(self):
        self.data = 0

    def add(self, value):
        self.data = self.data + int(value)


class Network(this.Base):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def forward(self, x):
        return self.layer(x)


def accuracy(batches):
    net, sums = this.Network(), this.Sums()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[safe]
        sums.add(this.hits(net(x), y))
    return sums.data


def kept(batches):
    net, sums = this.Network(), this.Keeper()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:
        sums.add(this.total(net(x), y))
    return sums


Keeper = Sums
this.Keeper = set
this.total = torch.nn.functional.cross_entropy
