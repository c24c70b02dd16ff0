import torch
from torch import nn

net = nn.Conv2d(3, 64, 3)
weight = nn.Parameter(torch.ones(2))
seen = []


def with_sensitivity(x):
    (gradient,) = torch.autograd.grad((weight * 2).pow(2).sum(), weight)
    seen.append(gradient.sum().item())
    return x


@torch.no_grad()
def evaluate(model, data):
    model.eval()
    total = 0
    for x in data:  # expect: no-grad-eval[unsafe]
        total += model(x).sum().item()
    return total


batches = [torch.ones(4, 3, 10, 10) for _ in range(20)]
print(evaluate(net, (with_sensitivity(x) for x in batches)), sum(seen))
