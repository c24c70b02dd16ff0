# level: safe
# rule: no-grad-eval
import torch
from torch import nn

net = nn.Linear(4, 1)
loader = [torch.ones(2, 4), torch.zeros(2, 4)]


def evaluate():
    net.eval()
    out = None
    try:
        total = 0
        for x in loader:
            out = net(x)
            total += out.sum().item()
        return total
    finally:
        out.sum().backward()


print(evaluate())
print(net.weight.grad)
