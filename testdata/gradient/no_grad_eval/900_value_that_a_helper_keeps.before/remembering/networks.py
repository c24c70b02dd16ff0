from torch import nn

from helpers import last, remember


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def penalty(self):
        return last().mean()


class Remembering(Network):
    def forward(self, x):
        out = self.layer(x)
        remember(out)
        return out
