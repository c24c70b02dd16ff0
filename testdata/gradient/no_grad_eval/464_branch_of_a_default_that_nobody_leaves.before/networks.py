import torch
from torch import nn


class Rater(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.users = nn.Embedding(100000, width)
        self.items = nn.Embedding(100000, width)
        self.layers = nn.Sequential(nn.Linear(2 * width, 4096), nn.ReLU(), nn.Linear(4096, 1))

    def forward(self, users, items):
        return self.layers(torch.cat([self.users(users), self.items(items)], dim=-1))
