# level: unsafe
# rule: hook-not-removed
import torch
from torch import nn


def passes(net, batches):
    shapes = []

    def hook(module, given, output):
        shapes.append(output.shape[0])

    net.register_forward_hook(hook)
    for x in batches:
        yield net(x).sum().item()
        print(len(shapes))


torch.manual_seed(0)
net = nn.Linear(4, 3)
first = passes(net, torch.ones(2, 2, 4))
second = passes(net, torch.ones(2, 2, 4))
next(first), next(second)
next(first)
for value in first:
    pass
print(len(net._forward_hooks))
