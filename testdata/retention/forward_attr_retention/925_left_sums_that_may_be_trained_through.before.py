import torch
import torch.nn as nn
import torch.nn.functional as F


class Penalized(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.activity = 0

    def forward(self, x):
        h = self.encoder(x)
        self.activity += h.abs().mean()
        return h

    def regularize(self):
        return self.activity * 0.1


class ReadByWhoTrains(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.sparsity = 0

    def forward(self, x):
        h = self.encoder(x)
        self.sparsity += h.abs().mean()
        return h


class SetAgain(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.count = 0

    def forward(self, x):
        h = self.encoder(x)
        self.count += h.abs().sum()
        return h

    def reset(self):
        self.count = 0

    @torch.no_grad()
    def show(self):
        return self.count.item()


class Whole(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.register_buffer("bank", torch.zeros(8, dim))

    def forward(self, x):
        h = self.encoder(x)
        self.bank[0:8].copy_(x)
        return F.normalize(h)

    @torch.no_grad()
    def nearest(self, x):
        return (x @ self.bank.t()).argmax(1)
