# What registers the hook is made once in each call of a function, which is given the same module in
# a loop.
import torch
from torch import nn
from torchvision.models import resnet50


class FeatureTap:
    def __init__(self, encoder):
        self.out = None
        encoder.avgpool.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        self.out = output.flatten(1)


def neighbours(encoder, loader):
    tap = FeatureTap(encoder)
    bank = []
    with torch.no_grad():
        for x in loader:
            encoder(x)
            bank.append(tap.out)
    return torch.cat(bank)


def train(epochs, loader, step):
    encoder = resnet50()
    for _ in range(epochs):
        step(encoder)
        encoder.eval()
        print(neighbours(encoder, loader).shape)
        encoder.train()
