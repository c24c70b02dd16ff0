import operator

from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.seen = {}

    def forward(self, x):
        return self.layer(x)


class Registered(Encoder):
    def encode(self, x):
        out = self.layer(x)
        self.register_buffer("last", out)
        return out


class Entered(Encoder):
    def encode(self, x):
        out = self.layer(x)
        operator.setitem(self.seen, 0, out)
        return out
