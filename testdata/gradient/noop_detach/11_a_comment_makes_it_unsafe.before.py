import torch


def clean(x):
    h = torch.relu(x)
    h.detach()  # drops the graph  # expect: noop-detach[unsafe]
    return x
