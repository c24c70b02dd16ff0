import torch
from torch import nn


class Ensemble(nn.Module):
    def __init__(self, net: nn.Module):
        super().__init__()
        self.net = net
        self.outputs = []

    def fit(self, loader, optimizer):
        for x in loader:
            optimizer.zero_grad()
            output = self.net(x)
            output.mean().backward(retain_graph=True)
            optimizer.step()
            self.outputs.append(output)

    def forward(self, weights):
        return sum(w * output for w, output in zip(weights, self.outputs))
