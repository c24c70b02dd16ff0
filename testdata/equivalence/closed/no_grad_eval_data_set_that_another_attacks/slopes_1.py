import torch
import torch.nn.functional as F


def steeper(model, x, y, step=0.4):
    x = x.clone().requires_grad_(True)
    F.cross_entropy(model(x), y).backward()
    return (x + step * x.grad.sign()).detach()
