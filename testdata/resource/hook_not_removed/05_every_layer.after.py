import torch
from torch import nn


def activation_sizes(model, sample):
    sizes = []

    def note(module, inputs, output):
        sizes.append(output.numel())

    handles = []
    for layer in model.modules():
        if isinstance(layer, nn.Conv2d):
            handles.append(layer.register_forward_hook(note))  # expect: hook-not-removed[safe]
    model(sample)
    for handle in handles:
        handle.remove()
    return sum(sizes)
