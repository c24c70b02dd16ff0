import torch
import torch.nn as nn


class SwitchedOn(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.layers = nn.Linear(dim, classes)
        self.seen = []
        self.is_recording = True

    def forward(self, x):
        weights = torch.softmax(self.layers(x), dim=-1)
        if self.is_recording:
            self.seen.append(weights)
        return weights

    def all_seen(self):
        return list(self.seen)


class Inner(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.layers = nn.Linear(dim, classes)
        self.seen = []
        self.is_recording = False

    def forward(self, x):
        weights = torch.softmax(self.layers(x), dim=-1)
        if self.is_recording:
            self.seen.append(weights)
        return weights @ x

    def all_seen(self):
        return list(self.seen)


class Otherwise(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.layers = nn.Linear(dim, classes)
        self.seen = []
        self.is_silent = False

    def forward(self, x):
        weights = torch.softmax(self.layers(x), dim=-1)
        if self.is_silent:
            pass
        else:
            self.seen.append(weights)
        return weights

    def all_seen(self):
        return list(self.seen)


class Last(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.layers = nn.Linear(dim, classes)
        self.seen = None
        self.is_recording = False

    def forward(self, x):
        weights = torch.softmax(self.layers(x), dim=-1)
        if self.is_recording:
            self.seen = weights
        return weights

    def last_seen(self):
        return self.seen
