# level: unsafe
# rule: hook-not-removed
import torch
from torch import nn


def run(net, x):
    def hook(module, given, output):
        output.clamp_(0, 0.1)

    net.register_forward_hook(hook)
    return net(x).sum().item()


torch.manual_seed(0)
net = nn.Linear(4, 3)
print(run(net, torch.ones(2, 4)))
print(net(torch.ones(2, 4)).sum().item())
