import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def forward(self, x):
        return self.layer(x)


def known(name):
    return torch.load("classes.pt")[name]


def replaced(made):
    return known(made.__name__)


class Meta(type):
    def __call__(cls, *args):
        return known(cls.__name__)()


@replaced
class Decorated(Encoder):
    pass


class Made(Encoder, metaclass=Meta):
    pass


class New(Encoder):
    def __new__(cls):
        return known("New")()


class Assigned(Encoder):
    forward = known("forward")
