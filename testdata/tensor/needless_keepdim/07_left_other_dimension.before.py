# Another dimension, or perhaps another one.
import torch


def pool(x, d, e):
    a = x.mean(1, keepdim=True).squeeze(0)
    b = x.mean(1, keepdim=True).squeeze(-1)
    c = x.mean(d, keepdim=True).squeeze(e)
    f = x.mean((1, 2), keepdim=True).squeeze(1)
    g = x.mean(next_dim(), keepdim=True).squeeze(next_dim())
    h = x.mean((1, 2), keepdim=True).squeeze()
    return a, b, c, f, g, h
