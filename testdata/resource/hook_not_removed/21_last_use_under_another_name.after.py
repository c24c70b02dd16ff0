import torch
from torch import nn


def compare(net, x, y):
    seen = []
    handle = net.fc.register_forward_hook(lambda m, i, o: seen.append(o.detach()))  # expect: hook-not-removed[safe]
    net(x)
    parallel = nn.DataParallel(net)
    parallel(y)
    handle.remove()
    difference = seen[0] - seen[1]
    return difference.abs().max()
