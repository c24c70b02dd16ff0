# An attribute that is given the input, and whose output the run goes on with as with a tensor, is
# a module, whoever made it.
import torch
from torch import nn
from parts import Block


class Encoder(nn.Module):
    def __init__(self, dim, norm_layer=nn.LayerNorm):
        super().__init__()
        self.norm = norm_layer(dim)
        self.block = Block(dim)
        self.head = nn.Linear(dim, dim)

    def forward(self, x):
        self.normed = self.norm(x)  # expect: forward-attr-retention[unsafe]
        return self.head(self.normed) + x


class Scaled(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.block = Block(dim)

    def forward(self, x):
        self.inner = self.block(x)  # expect: forward-attr-retention[unsafe]
        return self.inner * 2
