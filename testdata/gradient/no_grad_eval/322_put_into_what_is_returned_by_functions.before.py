# Functions put a value into their first argument, and names stand for attributes: both go to the
# training step.
import heapq
import operator

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 64, 3, padding=1)
        self.found = {}

    def added(self, x):
        out = x.new_zeros(x.size(0), 64, 8, 8)
        torch.Tensor.add_(out, self.conv(x))
        return out

    def copied(self, x):
        out = x.new_zeros(x.size(0), 64, 8, 8)
        torch.Tensor.copy_(out, self.conv(x))
        return out

    def summed(self, x):
        out = x.new_zeros(x.size(0), 64, 8, 8)
        operator.iadd(out, self.conv(x))
        return out

    def listed(self, x):
        out = []
        operator.iadd(out, [self.conv(x)])
        return out[0]

    def entered(self, x):
        operator.setitem(self.found, "x", self.conv(x))
        return self.found["x"]

    def pushed(self, x):
        out = []
        heapq.heappush(out, (0, self.conv(x)))
        return out[0][1]

    def registered(self, x):
        self.register_buffer("out", self.conv(x))
        return self.out


def train(net, loader, optimizer):
    parts = (net.added, net.copied, net.summed, net.listed, net.entered, net.pushed, net.registered)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(sum(part(x).mean((2, 3)) for part in parts), y)
        loss.backward()
        optimizer.step()
