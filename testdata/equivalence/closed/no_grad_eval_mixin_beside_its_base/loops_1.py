import torch
from torch import nn


class Loop:
    def __init__(self):
        torch.manual_seed(0)
        self.net = nn.Linear(3, 2)
        self.batches = torch.ones(2, 4, 3)

    def prepare(self, x):
        return x

    def evaluate(self):
        self.net.eval()
        total = 0.0
        for x in self.batches:
            total += self.net(self.prepare(x)).sum().item()
        return total


class Attacking:
    def prepare(self, x):
        x = x.clone().requires_grad_()
        self.net(x).pow(2).sum().backward()
        return (x + 0.1 * x.grad.sign()).detach()
