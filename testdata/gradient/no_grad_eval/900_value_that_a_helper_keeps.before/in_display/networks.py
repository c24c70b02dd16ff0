from torch import nn


def store(holder, value):
    holder["all"]["last"] = value


class InDisplay(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.kept = {}

    def penalty(self):
        return self.kept["last"].sum()

    def forward(self, x):
        out = self.layer(x)
        store({"all": self.kept}, out)
        return out
