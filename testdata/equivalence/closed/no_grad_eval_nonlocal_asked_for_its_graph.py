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


def work(policy, loader):
    total = 0.0

    def step():
        nonlocal total
        policy.eval()
        for x, y in loader:
            out = policy(x)
            total += out.mean()
        policy.train()

    step()
    print([v.is_leaf for v in [total]])


work(Net(), [(torch.ones(3, 4), torch.ones(3, 1))])
