import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        out_parts = []
        for _ in range(self.steps):
            x = self.layer(x)
            out_parts.append(x)  # expect: cat-in-loop[unsafe]
        out = torch.cat(out_parts)
        return out
