import torch
import torch.nn as nn


class Towers(nn.Module):
    def __init__(self, users, items, width=512):
        super().__init__()
        self.users = nn.Embedding(users, width)
        self.item = nn.Sequential(nn.Embedding(items, width), nn.Linear(width, width))

    def forward(self, users, items):
        return self.users(users) @ self.item(items).T

    def catalogue(self, count, size=4096):
        rows = []
        for start in range(0, count, size):  # expect: no-grad-eval[unsafe]
            rows.append(self.item(torch.arange(start, min(start + size, count))))
        return torch.cat(rows)

    def pairs(self, items, size=128):
        rows = []
        for start in range(0, len(items), size):
            rows.append(self.item(items[start : start + size]))
        return torch.cat(rows)
