# level: safe
# rule: hook-not-removed
import torch
from torch import nn


def shapes_of(net, x):
    shapes = []

    def hook(module, given, output):
        shapes.append(output.shape[0])

    net.register_forward_hook(hook)
    net(x)
    return shapes


torch.manual_seed(0)
net = nn.Linear(4, 3)
shapes = shapes_of(net, torch.ones(2, 4))
net(torch.ones(5, 4))
print(shapes)
