from functools import cache, lru_cache

import torch
from torch import nn


@lru_cache(None)  # expect: lru-cache-method[report]
def warn_of_hooks(layer):
    if layer.base._forward_hooks:
        print("the hooks of the base are ignored")


@cache  # expect: lru-cache-method[report]
def spread(points):
    return points.std()


@lru_cache(maxsize=16)
def norm(points):
    return points.norm()


@lru_cache(maxsize=None)
def steps(count):
    return torch.arange(count)


class Adapter:
    def __init__(self, base: nn.Module):
        self.base = base
        self.scale = torch.ones(3)

    def update(self):
        warn_of_hooks(self)
        return steps(3) * spread(self.scale) * norm(self.scale)


class Plain:
    def __init__(self):
        self.count = 3

    def update(self):
        return steps(self.count)
