# level: unsafe
# rule: hook-not-removed
import functools

import torch
from torch import nn


def doubled(function):
    @functools.wraps(function)
    def around(module, given, output):
        function(module, given, output)
        return output * 2

    return around


def run(net, x):
    @doubled
    def hook(module, given, output):
        print(output.shape)

    net.register_forward_hook(hook)
    return net(x).sum().item()


torch.manual_seed(0)
net = nn.Linear(4, 3)
print(run(net, torch.ones(2, 4)))
print(net(torch.ones(2, 4)).sum().item())
