import torch
from torch import nn


def features_of(model, x):
    features = []

    def keep(module, inputs, output):
        features.append(output.detach())

    handles = []
    for module in model.modules():
        if isinstance(module, nn.Conv2d):
            handles.append(module.register_forward_hook(keep))  # expect: hook-not-removed[unsafe]
    if len(handles) == 0:
        print("no convolution")
    model(x)
    return features


def counted(model, x):
    counts = {}

    def count(module, inputs, output):
        module.runs = module.runs + 1

    handles = []
    for module in model.children():
        module.runs = 0
        handles.append(module.register_forward_hook(count))  # expect: hook-not-removed[unsafe]
        handles.append(module.register_forward_pre_hook(count))
    model(x)
    return counts
