import torch


def collected(loader):
    out = torch.zeros(0, 4)
    for x in loader:
        out = torch.cat((out, torch.exp(x)))
    print(sorted(locals()))
    return out
