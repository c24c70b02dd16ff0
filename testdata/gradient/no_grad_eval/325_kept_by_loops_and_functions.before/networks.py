import contextlib
import functools

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def forward(self, x):
        return self.layer(x)


class Looped(Encoder):
    def encode(self, x):
        out = self.layer(x)
        for self.last in [out]:
            pass
        return out


class InWith(Encoder):
    def encode(self, x):
        out = self.layer(x)
        with contextlib.nullcontext(out) as self.last:
            return out


class Closed(Encoder):
    def encode(self, x):
        out = self.layer(x)
        self.total = lambda: out.sum()
        return out


class Partial(Encoder):
    def encode(self, x):
        out = self.layer(x)
        self.total = functools.partial(torch.sum, out)
        return out
