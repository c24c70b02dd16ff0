# Something happens before the squeeze.
import torch


def pool(x):
    a = x.mean(1, keepdim=True).expand(2, 3).squeeze(1)
    b = (x - x.mean(1, keepdim=True)).squeeze(1)
    c = x.mean(1, keepdim=True).unsqueeze(0).squeeze(1)
    return a, b, c
