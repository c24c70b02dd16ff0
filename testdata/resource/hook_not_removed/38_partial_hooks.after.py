from functools import partial

import torch
from torch import nn


def layer_outputs(model, x):
    outputs = []

    def keep(module, inputs, output, name):
        outputs.append((name, output.detach().mean().item()))

    handles = []
    for name, module in model.named_modules():
        if isinstance(module, nn.Conv2d):
            hook = partial(keep, name=name)
            handles.append(module.register_forward_hook(hook))  # expect: hook-not-removed[safe]
    model(x)
    for handle in handles:
        handle.remove()
    return dict(outputs)
