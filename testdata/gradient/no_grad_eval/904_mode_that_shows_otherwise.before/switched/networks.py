import torch
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.word = "is_grad_enabled"


class Switched(Network):
    def forward(self, x):
        out = self.layer(x)
        torch._C._set_grad_enabled(False)
        return out
