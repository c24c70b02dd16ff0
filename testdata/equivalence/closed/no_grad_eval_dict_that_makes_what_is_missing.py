# level: safe
# rule: no-grad-eval
import torch
import torch.nn.functional as F
from torch import nn


class Memo(dict):
    def __init__(self, make):
        super().__init__()
        self.make = make

    def __missing__(self, key):
        value = self[key] = self.make(key)
        return value


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)
        self.memo = Memo(self.scale)

    def scale(self, size):
        return self.layer.weight.norm() / size

    def forward(self, x):
        return self.layer(x) / self.memo[len(x)]


def evaluate(net, batches):
    net.eval()
    return sum((net(x).argmax(1) == y).sum().item() for x, y in batches)


torch.manual_seed(0)
batches = [(torch.randn(2, 4), torch.randint(0, 3, (2,))) for _ in range(3)]
net = Net()
print(evaluate(net, batches))
net.train()
x, y = batches[0]
F.cross_entropy(net(x), y).backward()
print(net.layer.weight.grad.sum().item())
