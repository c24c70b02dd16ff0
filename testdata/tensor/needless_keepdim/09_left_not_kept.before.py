# Nothing is kept, or perhaps nothing.
import torch


def pool(x, keep):
    a = x.mean(1, keepdim=False).squeeze(1)
    b = x.mean(1, keepdim=keep).squeeze(1)
    c = x.mean(1).squeeze(1)
    return a, b, c
