# The hooks go away with the module that they are on.
import torch
from torchvision.models import resnet50


class FeatureTap:
    def __init__(self, encoder):
        self.out = None
        encoder.avgpool.register_forward_hook(self.keep)

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


def compare(seeds, loader):
    for seed in seeds:
        torch.manual_seed(seed)
        encoder = resnet50()
        print(neighbours(encoder, loader).shape)
