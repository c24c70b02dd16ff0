# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Merging(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2, 3))
        self.left = nn.Parameter(torch.ones(2, 1))
        self.right = nn.Parameter(torch.ones(1, 3))
        self.merged = None

    def train(self, mode=True):
        self.merged = None if mode else self.weight + self.left @ self.right
        return super().train(mode)

    def forward(self, x):
        weight = self.weight + self.left @ self.right if self.merged is None else self.merged
        return x @ weight.t()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.merging = Merging()
        self.head = nn.Linear(2, 2)

    def forward(self, x):
        return self.head(self.merging(x))


def evaluate(net, batches):
    net.eval()
    total = 0.0
    for x in batches:
        total += net(x).sum().item()
    return total


torch.manual_seed(0)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
batches = torch.ones(2, 4, 3)
print(evaluate(net, batches))
loss = net(batches[0]).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
print(sum(p.abs().sum().item() for p in net.parameters()))
