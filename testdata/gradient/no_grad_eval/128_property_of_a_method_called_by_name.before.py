import functools

import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)

    @functools.cached_property
    def table(self):
        return self.body.weight.exp().mean()

    def forward(self, x):
        return self.body(x) * self.table


def test(policy, loader):
    for x in loader:  # expect: no-grad-eval[unsafe]
        out = policy.forward(x)
        print(out.argmax().item())
