import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x):
        h = self.first = self.fc(x)
        self.second = k = torch.relu(h)
        return self.fc(k)
