from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.outs = []

    def penalty(self):
        return self.outs[-1].sum()


class Intercepting(Network):
    def __setattr__(self, name, value):
        if name == "step":
            self.outs.append(self.layer.weight * value)
        else:
            super().__setattr__(name, value)

    def forward(self, x):
        setattr(self, "step", 1)
        return self.layer(x)
