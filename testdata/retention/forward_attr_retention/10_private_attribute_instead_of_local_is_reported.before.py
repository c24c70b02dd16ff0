import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self._h = None

    def forward(self, x):
        self._h = self.fc(x)  # expect: forward-attr-retention[report]
        return torch.relu(self._h)
