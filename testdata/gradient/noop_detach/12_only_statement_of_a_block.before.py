import torch


def clean(x, verbose):
    h = torch.exp(x)
    if verbose:
        h.detach()  # expect: noop-detach
    else: h.detach()  # expect: noop-detach
    while False:
        h.detach()  # expect: noop-detach
    return h
