import torch
import torch.nn as nn


class Weighing(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.layers = nn.Linear(dim, classes)
        self.seen = []
        self.is_recording = False

    def forward(self, x):
        weights = torch.softmax(self.layers(x), dim=-1)
        if self.is_recording:
            self.seen.append(weights)  # expect: forward-attr-retention[unsafe]
        return weights

    def by_length(self):
        found = {}
        for weights in self.seen:
            found.setdefault(weights.shape[1], []).append(weights)
        return found
