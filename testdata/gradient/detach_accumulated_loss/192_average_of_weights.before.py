# The parameters that a loop runs through have a graph in all that is computed of them. What is
# copied in place where gradients are off leaves none behind.
import torch
from torch import nn


class Average:
    def __init__(self, model: nn.Module, beta=0.995):
        self.beta = beta
        self.shadow = {name: p.clone().detach() for name, p in model.named_parameters()}

    def update(self, model: nn.Module):
        for name, p in model.named_parameters():
            self.shadow[name] = self.beta * self.shadow[name] + (1 - self.beta) * p  # expect: detach-accumulated-loss[unsafe]

    def copy_to(self, model: nn.Module):
        with torch.no_grad():
            for name, p in model.named_parameters():
                p.copy_(self.shadow[name])


class Server:
    def __init__(self, model):
        self.model, self.momentum = model, {}

    def aggregate(self, average):
        for name, p in self.model.named_parameters():
            delta = average[name] - p
            self.momentum[name] = 0.9 * self.momentum.get(name, 0) + delta  # expect: detach-accumulated-loss[unsafe]


class Scaled(nn.Module):
    def __init__(self, blocks):
        super().__init__()
        self.blocks, self.shift = blocks, nn.Parameter(torch.zeros(8))

    def features(self, x):
        for block in self.blocks:
            x = x + self.shift
        return x
