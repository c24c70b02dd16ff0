# A method of an object that nothing here says to be a tensor.
import torch

from features import load


def pool(x, rows):
    a = x.mean(1, keepdim=True).squeeze(1)  # expect: needless-keepdim[unsafe]
    b = load(rows).max(-1, keepdim=True)[0].squeeze(-1)  # expect: needless-keepdim[unsafe]
    total = rows[0].sum(0, keepdim=True)  # expect: needless-keepdim[unsafe]
    return torch.stack([a, b, total.squeeze(0)])
