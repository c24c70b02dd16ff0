# A flag that is given by its place may ask a function to write into what it gets.
import torch
from torch import nn
from torch.nn import functional as F


def dropped(count):
    out = torch.empty(0, 3)
    for _ in range(count):
        part = torch.randn(1, 3)
        out = torch.cat((out, part))  # expect: cat-in-loop[unsafe]
        F.hardtanh(part, -1, 0.1, True)
    return out


def parameter(count):
    out = torch.empty(0, 3)
    for _ in range(count):
        part = torch.randn(1, 3)
        out = torch.cat((out, part))  # expect: cat-in-loop[unsafe]
        nn.init.ones_(nn.Parameter(part))
    return out
