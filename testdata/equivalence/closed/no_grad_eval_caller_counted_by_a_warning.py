# level: safe
# rule: no-grad-eval
import warnings

import torch
from torch import nn


def evaluate(net, batches):
    if net.training:
        warnings.warn("the network is in training mode", stacklevel=2)
    net.eval()
    return sum(net(x).sum().item() for x in batches)


torch.manual_seed(0)
net = nn.Linear(4, 1)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(evaluate(net, torch.randn(3, 2, 4)))
print([warning.filename == __file__ for warning in caught])
