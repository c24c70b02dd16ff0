from torch import nn


def store(kept, value):
    kept["last"] = value


class Unpacked(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.kept = {}

    def penalty(self):
        return self.kept["last"].sum()

    def forward(self, x):
        out = self.layer(x)
        store(*(self.kept, out))
        return out
