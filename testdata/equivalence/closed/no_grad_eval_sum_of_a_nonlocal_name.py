# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)

    def forward(self, x):
        return torch.relu(self.body(x))


def best_of(net, data):
    best = None

    def note(value):
        nonlocal best
        best = value if best is None else best + value

    for x in data:
        note(net(x).max())
    return best


torch.manual_seed(0)
net = Net()
net.eval()
found = best_of(net, [torch.randn(3, 4) for _ in range(3)])
found.backward()
