import torch
from torch import nn


def shapes_of(net, x):
    store = []

    def seed(module, inputs, output):
        store.append(output.shape)
        torch.manual_seed(len(store))

    handle = net.body.register_forward_hook(seed)  # expect: hook-not-removed[unsafe]
    net(x)
    handle.remove()
    return len(store)


def sizes_of(net, x):
    store = []

    def note(module, inputs, output):
        store.append(torch.numel(output))

    handle = net.body.register_forward_hook(note)  # expect: hook-not-removed[safe]
    net(x)
    handle.remove()
    return len(store)
