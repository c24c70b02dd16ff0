# level: safe
# rule: no-grad-eval
import torch
import torch.nn.functional as F
from torch import nn


def rescaled(net, batches):
    norm = net.weight.norm()
    for x, y in batches:
        yield x / norm, y


def evaluate(net, batches, n):
    net.eval()
    correct = 0
    for _ in range(n):
        x, y = next(batches)
        correct += (net(x).argmax(1) == y).sum().item()
    return correct


torch.manual_seed(0)
data = [(torch.randn(2, 4), torch.randint(0, 3, (2,))) for _ in range(4)]
net = nn.Linear(4, 3)
batches = rescaled(net, data)
print(evaluate(net, batches, 2))
net.train()
loss = sum(F.cross_entropy(net(x), y) for x, y in batches)
loss.backward()
print(net.weight.grad.sum().item())
