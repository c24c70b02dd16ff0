import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def predict(policy, loader):
    total = 0.0
    policy.eval()
    for x in loader:
        total += policy(x).mean().item()
    print(total)
