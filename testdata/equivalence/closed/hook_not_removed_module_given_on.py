# level: unsafe
# rule: hook-not-removed
import torch
from torch import nn


def watched(layers, x):
    net = nn.Sequential(layers)
    shapes = []

    def hook(module, given, output):
        shapes.append(output.shape[0])

    net.register_forward_hook(hook)
    net(x)
    print(len(shapes))
    return net


torch.manual_seed(0)
net = watched(nn.Linear(4, 3), torch.ones(2, 4))
print(len(net._forward_hooks))
