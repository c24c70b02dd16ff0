# The parameters are freed with their module, whoever marks them.
import torch
from torch import nn


class Leaf(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(size))
        self.weight.home = self
