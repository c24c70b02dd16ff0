# Another use needs the dimension; or the name may change meanwhile.
import torch


def pool(x, y, d):
    mean = x.mean(1, keepdim=True)
    a = x - mean
    b = mean.squeeze(1)
    total = x.sum(d, keepdim=True)
    d = d + 1
    c = total.squeeze(d)
    best = x.sum(1, keepdim=True)
    if y:
        best = y.sum(1, keepdim=True)
    return a, b, c, best.squeeze(1)
