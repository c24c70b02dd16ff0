# A method of an object that nothing here says to be a tensor.
import torch

from features import load


def pool(x, rows):
    a = x.mean(1)  # expect: needless-keepdim[unsafe]
    b = load(rows).max(-1)[0]  # expect: needless-keepdim[unsafe]
    total = rows[0].sum(0)  # expect: needless-keepdim[unsafe]
    return torch.stack([a, b, total])
