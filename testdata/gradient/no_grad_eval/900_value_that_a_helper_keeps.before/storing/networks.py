from torch import nn

from helpers import store


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.kept = {}

    def penalty(self):
        return self.kept["last"].pow(2).mean()


class Storing(Network):
    def forward(self, x):
        out = self.layer(x)
        store(self.kept, out)
        return out
