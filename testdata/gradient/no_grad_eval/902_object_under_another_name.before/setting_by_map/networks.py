import torch
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.total = torch.zeros(4096)
        self.kept = []
        self.sum = None

    def penalty(self):
        return self.total.sum() + self.kept[-1].sum() + self.sum()


class SettingByMap(Network):
    def forward(self, x):
        out = self.layer(x)
        list(map(setattr, [self], ["total"], [out]))
        return out
