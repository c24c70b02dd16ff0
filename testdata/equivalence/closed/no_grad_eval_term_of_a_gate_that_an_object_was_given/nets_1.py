import torch
from torch import nn

from terms_1 import Terms


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 32)
        self.gate = nn.Parameter(torch.ones(32))
        self.outer = nn.Linear(32, 3)
        self.terms = Terms(self.gate)

    def forward(self, inputs):
        self.terms.note()
        return self.outer(self.inner(inputs).relu() * self.gate)
