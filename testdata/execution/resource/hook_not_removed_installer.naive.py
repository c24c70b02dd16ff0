# rule: hook-not-removed
"""Installs a hook that is to stay: it scales what the layer gives from now on."""
import torch
from torch import nn


def scale_outputs(layer, factor):
    def scale(module, inputs, output):
        return output * factor

    handle = layer.register_forward_hook(scale)
    handle.remove()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
scale_outputs(model[0], 3.0)
print(model(torch.ones(1, 4)).sum().item())
