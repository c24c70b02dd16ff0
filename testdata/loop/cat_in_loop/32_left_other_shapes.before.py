import torch


def others(batches, parts):
    a = torch.empty(0, 3)
    b = torch.empty(0, 3)
    c = torch.empty(0, 3)
    d = torch.empty(3)
    for x in batches:
        a = torch.cat((x, a))
        b = torch.cat([b] + x)
        c = torch.cat((c, *x))
        d = torch.stack((d, x))
        parts = torch.cat(parts)
        e = torch.cat((a, x))
    return a, b, c, d, parts, e
