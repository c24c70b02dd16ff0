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


class OwnList(Network):
    def forward(self, x):
        outs = []
        for layer in (self.layer, self.layer):
            outs.append(layer(x))
        sizes = (len(outs), x)
        return torch.cat(outs) + sizes[0]
