import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        out = torch.empty(0)
        for _ in range(self.steps):
            x = self.layer(x)
            out = torch.cat((out, x))  # expect: cat-in-loop[unsafe]
        return out
