import torch
from torch import nn


def check(backbone, x):
    net = nn.Sequential(backbone, nn.Flatten())
    net[0].register_forward_hook(lambda m, i, o: print(o.shape))  # expect: hook-not-removed[unsafe]
    net(x)


def check_own(x):
    net = nn.Sequential(nn.Linear(4, 2), nn.Flatten())
    net[0].register_forward_hook(lambda m, i, o: print(o.shape))  # expect: hook-not-removed[safe]
    net(x)
