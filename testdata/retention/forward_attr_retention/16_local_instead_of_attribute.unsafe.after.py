import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x):
        mean = self.fc(x)  # expect: forward-attr-retention[unsafe]
        log_std = self.fc(x)  # expect: forward-attr-retention[unsafe]
        return mean + log_std.exp()


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x):
        out = x
        out_2 = self.fc(out)  # expect: forward-attr-retention[unsafe]
        return torch.cat([out, out_2], dim=1)
