import torch


def wide(parts):
    out = torch.zeros(0)
    for part in parts:
        out = torch.hstack((out, torch.exp(part)))
    return out
