from torch import nn

from helpers import store


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.kept = {}

    def penalty(self):
        return self.kept["last"]


class Counting(Network):
    def forward(self, x):
        store(self.kept, len(x))
        return self.layer(x)
