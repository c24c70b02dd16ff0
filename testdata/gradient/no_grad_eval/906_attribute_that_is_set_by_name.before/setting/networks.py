from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.outs = []

    def penalty(self):
        return self.outs[-1].sum()


class Setting(Network):
    @property
    def mode(self):
        return 1

    @mode.setter
    def mode(self, value):
        self.outs.append(self.layer.weight * value)

    def forward(self, x):
        setattr(self, "mode", 1)
        return self.layer(x)
