# None has no detach(): the branch, or the operand, that is a tensor is detached.
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)
        self.shown = None

    def forward(self, x):
        hidden = self.layer(x)
        self.shown = hidden.detach() if self.training else None  # expect: forward-attr-retention[unsafe]
        return hidden.relu()


def plot(encoder: Encoder):
    print(encoder.shown.detach().cpu().numpy())
