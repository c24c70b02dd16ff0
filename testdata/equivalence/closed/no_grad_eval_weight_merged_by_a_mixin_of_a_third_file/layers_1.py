import torch
import torch.nn.functional as F
from torch import nn

from merging_1 import Merged


class LowRank(Merged, nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        self.down = nn.Parameter(torch.full((2, inputs), 0.1))
        self.up = nn.Parameter(torch.full((outputs, 2), 0.1))

    def forward(self, inputs):
        return F.linear(inputs, self.weight_now(), self.linear.bias)
