# level: unsafe
# rule: hook-not-removed
import torch
from torch import nn


def run(net, x):
    def hook(module, given, output):
        module.seen.append(output.shape[0])

    net.register_forward_hook(hook)
    return net(x).sum().item()


torch.manual_seed(0)
net = nn.Linear(4, 3)
net.seen = []
print(run(net, torch.ones(2, 4)))
net(torch.ones(5, 4))
print(net.seen)
