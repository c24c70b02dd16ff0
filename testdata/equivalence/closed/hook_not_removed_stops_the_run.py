# level: unsafe
# rule: hook-not-removed
import torch
from torch import nn


def run(net, x):
    def hook(module, given, output):
        if output.shape[0] > 2:
            raise ValueError("too many")

    net.register_forward_hook(hook)
    return net(x).sum().item()


torch.manual_seed(0)
net = nn.Linear(4, 3)
print(run(net, torch.ones(2, 4)))
try:
    net(torch.ones(5, 4))
except ValueError as error:
    print(error)
