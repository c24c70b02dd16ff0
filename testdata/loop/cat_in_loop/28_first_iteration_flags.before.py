import torch


def collect(batches):
    for i, x in enumerate(batches):
        if i == 0:
            out = x
        else:
            out = torch.cat((out, x))  # expect: cat-in-loop[unsafe]
    return out


def collect_none(batches):
    out = None
    for x in batches:
        out = x if out is None else torch.cat((out, x))
    return out
