import torch


def clean(x, verbose):
    h = torch.exp(x)
    if verbose:
        pass  # expect: noop-detach
    else: pass  # expect: noop-detach
    while False:
        pass  # expect: noop-detach
    return h
