# A limit does not help when every entry is a module or what it computes.
from functools import lru_cache

import numpy as np
import torch
from torch import nn


class RotaryEmbedding(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    @lru_cache(maxsize=32)  # expect: lru-cache-method[report]
    def forward(self, length):
        return length * self.dim


class Grid:
    def __init__(self, size):
        self.size = size

    @lru_cache  # expect: lru-cache-method[report]
    def points(self, step):
        return torch.arange(0, self.size, step)


class Table:
    def __init__(self, path):
        self.rows = np.load(path)

    @lru_cache(maxsize=8)  # expect: lru-cache-method[report]
    def count(self, key):
        return int((self.rows == key).sum())
