import torch
from torch import nn


class Positions(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table = nn.Embedding(8, 4)
        self.table.weight = nn.Parameter(table, requires_grad=False)

    def forward(self, x):
        return self.table(x).detach()
