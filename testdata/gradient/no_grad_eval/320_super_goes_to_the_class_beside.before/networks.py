import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def encode(self, x):
        return self.layer(x)

    def forward(self, x):
        return self.layer(x)


class Logged(Encoder):
    def encode(self, x):
        return super().encode(x)


class Named(Encoder):
    name = "named"


class ByMode(Encoder):
    def encode(self, x):
        return self.layer(x) if torch.is_grad_enabled() else -self.layer(x)


class LoggedByMode(Logged, ByMode):
    pass


class NamedByMode(Named, ByMode):
    pass
