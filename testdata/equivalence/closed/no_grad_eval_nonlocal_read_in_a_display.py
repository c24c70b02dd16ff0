# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def make(policy, val_loader):
    best = None

    def step():
        nonlocal best
        policy.eval()
        for x, y in val_loader:
            output = policy(x)
            best = output
        policy.train()

    step()
    (sum(v.sum() for v in [best]) - 1).pow(2).backward()


make(Net(), [(torch.ones(3, 4), torch.ones(3, 1))])
