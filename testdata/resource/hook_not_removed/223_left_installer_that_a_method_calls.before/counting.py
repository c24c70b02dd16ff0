# A method of another file calls the installer for each epoch, on the module of its object.
from torch import nn


def count_dead(model, counts):
    def hook(module, inputs, output):
        counts.append((output > 0).float().mean().item())

    for module in model.modules():
        if isinstance(module, nn.ReLU):
            module.register_forward_hook(hook)  # expect: hook-not-removed[report]


def count_once(model, counts):
    def hook(module, inputs, output):
        counts.append((output > 0).float().mean().item())

    for module in model.modules():
        if isinstance(module, nn.ReLU):
            module.register_forward_hook(hook)
