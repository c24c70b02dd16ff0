import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x, mask=None):
        h = self.fc(x)
        self.input = x
        self.size = h.shape
        self.choice = h.argmax(dim=1)
        self.causal = torch.tril(torch.ones(8, 8))
        self.norm_value = h.norm().item()
        self.last = h.detach()
        self.kept_mask = h > 0
        with torch.no_grad():
            self.snapshot = self.fc(x)
        if not self.training:
            self.shown = torch.relu(h)
        return h


class Frozen(nn.Module):
    @torch.no_grad()
    def forward(self, x):
        self.out = torch.relu(x)
        return self.out
