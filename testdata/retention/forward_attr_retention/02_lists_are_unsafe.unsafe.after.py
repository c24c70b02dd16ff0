import torch
from torch import nn


class Recorder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.activations = []
        self.pairs = []
        self.by_step = {}
        self.step = 0

    def forward(self, x):
        h = torch.relu(self.fc(x))
        self.activations.append(h.detach())  # expect: forward-attr-retention[unsafe]
        self.pairs.append((self.step, h.mean(dim=0).detach()))  # expect: forward-attr-retention[unsafe]
        self.pairs += [h.detach()]  # expect: forward-attr-retention[unsafe]
        self.by_step[self.step] = h.detach()  # expect: forward-attr-retention[unsafe]
        self.step += 1
        return h

    def mean(self):
        return float(sum(a.mean() for a in self.activations))
