"""A library that mlfix is not given, and that no table knows. Its code asks for gradients."""

import torch
from torch import nn


def ask(out):
    return out * 2 if torch.is_grad_enabled() else out


class Ask(nn.Module):
    def forward(self, x):
        return ask(x)


class Asking(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x):
        return ask(self.fc(x))


def doubled(module, given, output):
    return ask(output)


def make():
    return Asking()


def swap(net):
    net.__class__ = Asking


def hook(net):
    net.register_forward_hook(doubled)


def monkey(net):
    forward = net.forward
    net.forward = lambda x: ask(forward(x))


def wrap_all(net):
    for name, child in net.named_children():
        setattr(net, name, nn.Sequential(child, Ask()))


def change(cls):
    cls.forward = lambda self, x: ask(self.fc(x))
    return cls


class Keeper:
    """Keeps a folder, and looks into it when somebody asks."""

    def __init__(self, folder):
        self.folder = folder
