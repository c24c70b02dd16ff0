import torch
import torch.nn as nn
import torch.nn.functional as F


class Counting(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.register_buffer("usage", torch.zeros(dim))
        self.register_buffer("by_class", torch.zeros(10, dim))

    def forward(self, x, y):
        h = self.encoder(x)
        self.usage += h.sum(0)  # expect: forward-attr-retention[unsafe]
        self.by_class[y] += h  # expect: forward-attr-retention[unsafe]
        return F.cross_entropy(h, y)

    @torch.no_grad()
    def dead_units(self):
        return self.usage.argmin(), self.by_class.argmax(1)


class Copying(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.register_buffer("bank", torch.zeros(size, dim))

    def forward(self, x, start, y, index):
        h = self.encoder(x)
        self.bank.index_copy_(0, index, h)  # expect: forward-attr-retention[unsafe]
        self.bank[start : start + len(x)].copy_(h)  # expect: forward-attr-retention[unsafe]
        return F.cross_entropy(h, y)

    @torch.no_grad()
    def nearest(self, x):
        return (x @ self.bank.t()).argmax(1)
