import torch
import torch.nn as nn


class Branches(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.left = make(192, 96)
        self.right = make(192, 96)

    def forward(self, x):
        self.first = self.left(x)  # expect: forward-attr-retention[unsafe]
        second = self.right(x)
        return torch.cat((self.first, second), 1)


class Stages(nn.Module):
    def __init__(self, stem, body):
        super().__init__()
        self.stem = stem
        self.body = body

    def forward(self, x):
        self.low = self.stem(x)  # expect: forward-attr-retention[unsafe]
        return self.finish(self.low)

    def finish(self, low):
        return self.body(low).mean(1)
