import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x):
        self.mean = self.fc(x)  # expect: forward-attr-retention[unsafe]
        self.log_std = self.fc(x)  # expect: forward-attr-retention[unsafe]
        return self.mean + self.log_std.exp()


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x):
        out = x
        self.out = self.fc(out)  # expect: forward-attr-retention[unsafe]
        return torch.cat([out, self.out], dim=1)
