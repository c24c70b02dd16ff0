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


def test(policy, loader):
    global final
    policy.eval()
    for data, label in loader:
        output = policy(data)
        final = output.sum(0)
    policy.train()


policy = Net()
loader = [(torch.ones(3, 4), torch.ones(3, 1))]
final = None
test(policy, loader)
torch.stack([v.mean() for v in [final]]).sum().backward()
