import torch


def collect(batches):
    out_parts = []
    for i, x in enumerate(batches):
        out_parts.append(x)
    if out_parts:
        out = torch.cat(out_parts)
    return out


def collect_none(batches):
    out = None
    for x in batches:
        out = x if out is None else torch.cat((out, x))
    return out
