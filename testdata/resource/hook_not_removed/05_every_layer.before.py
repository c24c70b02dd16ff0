import torch
from torch import nn


def activation_sizes(model, sample):
    sizes = []

    def note(module, inputs, output):
        sizes.append(output.numel())

    for layer in model.modules():
        if isinstance(layer, nn.Conv2d):
            layer.register_forward_hook(note)  # expect: hook-not-removed[safe]
    model(sample)
    return sum(sizes)
