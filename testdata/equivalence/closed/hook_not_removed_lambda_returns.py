# level: unsafe
# rule: hook-not-removed
import torch
from torch import nn


def run(net, x):
    net.register_forward_hook(lambda module, given, output: output * 2)
    return net(x).sum().item()


torch.manual_seed(0)
net = nn.Linear(4, 3)
print(run(net, torch.ones(2, 4)))
print(net(torch.ones(2, 4)).sum().item())
