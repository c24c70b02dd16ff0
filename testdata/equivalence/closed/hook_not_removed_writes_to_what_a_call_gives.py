# level: unsafe
# rule: hook-not-removed
import torch
from torch import nn


def first_shapes(net, x):
    def hook(module, given, output):
        table()["shape"] = output.shape[0]

    net.register_forward_hook(hook)
    return net(x).sum().item()


seen = {}


def table():
    return seen


torch.manual_seed(0)
net = nn.Linear(4, 3)
print(first_shapes(net, torch.ones(2, 4)))
