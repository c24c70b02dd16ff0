import torch
from torch import nn


class Scorer:
    def __init__(self, net: nn.Module):
        self.net = net

    def score(self, loader):
        self.net.eval()
        hits = 0
        for x in loader:
            hits += self.net(x).argmax(dim=1).sum().item()
        return hits
