import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def forward(self, x):
        return self.layer(x)


class Named(Encoder):
    def __init__(self):
        super().__init__()
        self.name = "named"
        self.add_module("head", nn.Linear(4096, 4096))


class Registered(Encoder):
    def __init__(self):
        super().__init__()
        self.end = nn.Linear(4096, 4096)
        self.add_module("end", torch.load("end.pt"))

    def forward(self, x):
        return self.end(x)


class Entered(Encoder):
    def __init__(self):
        super().__init__()
        self.top = nn.Linear(4096, 4096)
        self._modules["top"] = torch.load("top.pt")

    def forward(self, x):
        return self.top(x)


class Own(Encoder):
    def eval(self):
        return torch.load("other.pt")
