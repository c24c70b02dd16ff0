from torch import nn

from helpers import pass_on


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.kept = {}

    def penalty(self):
        return self.kept["last"].pow(2).mean()


class PassingOn(Network):
    def forward(self, x):
        out = self.layer(x)
        pass_on(self.kept, out)
        return out
