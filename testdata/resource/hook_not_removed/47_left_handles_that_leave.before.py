import torch
from torch import nn


def hooked(model, hook):
    handles = []
    for module in model.modules():
        handles.append(module.register_forward_hook(hook))
    return handles


def removed(model, hook, x):
    handles = [module.register_forward_hook(hook) for module in model.modules()]
    model(x)
    for handle in handles:
        handle.remove()
