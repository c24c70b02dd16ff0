# A class derived from this one may have another method by that name.
import torch
from torch import nn


class Probe:
    def __init__(self, net):
        self.net = net

    def look(self, module, args, output):
        mean = output.detach().mean()
        del mean

    def measure(self, x):
        self.net.register_forward_hook(self.look)  # expect: hook-not-removed[unsafe]
        return float(self.net(x).sum())
